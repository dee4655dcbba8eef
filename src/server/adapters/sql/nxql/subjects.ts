/**
 * Documents by their subjects and their coverage: indexes have those of all that have any, so that a search for one that few
 * have does not read all documents.
 * Invariant: only what looks for few candidates reads these indexes. SQLite, which knows no frequent values, would take them
 * for a value that nearly all have, too.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Candidates } from './few-found.ts';
import { hasList } from './seldom-lists.ts';

export const subjects = 'dc:subjects';
export const coverage = 'dc:coverage';
const [BY_SUBJECT, BY_COVERAGE] = ['documents_by_subject', 'documents_by_coverage'];

function coverageOf(engine: Engine, alias: string): RawBuilder<string | null> {
  const source = { expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true };
  return engine.jsonText(source, [coverage]);
}

function listOf({ textLists }: Engine, alias: string): RawBuilder<unknown> {
  return textLists.value({ expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true }, [
    subjects,
  ]);
}

export function subjectIndex(engine: Engine): RawBuilder<unknown> {
  return sql`create index ${sql.ref(BY_SUBJECT)} on documents ${engine.textLists.columns(listOf(engine, ''))}
    where ${hasList(engine, '', subjects)}`;
}

/** Those that have one of these, and on SQLite others. @param wanted written in JSON as they are */
export function ofSubjects(engine: Engine, wanted: readonly string[]): Candidates {
  const mayHave: RawBuilder<SqlBool> = engine.textLists.mayHold(listOf(engine, 'd.'), wanted);
  return sql`select d.seq from documents d ${engine.textLists.from(BY_SUBJECT)}
    where ${hasList(engine, 'd.', subjects)} and ${mayHave}
    /* reads all: the index of what has subjects */`;
}

export function coverageIndex(engine: Engine): RawBuilder<unknown> {
  return sql`create index ${sql.ref(BY_COVERAGE)} on documents (${coverageOf(engine, '')})
    where ${hasList(engine, '', coverage)}`;
}

export function ofCoverage(engine: Engine, wanted: readonly string[]): Candidates {
  return sql`select d.seq from documents d ${engine.textLists.from(BY_COVERAGE)}
    where ${hasList(engine, 'd.', coverage)} and ${engine.isOneOf(coverageOf(engine, 'd.'), wanted)}`;
}
