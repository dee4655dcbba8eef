/**
 * Finds documents by subjects and coverage with indexes of all documents that have any, so that a search for a rare value
 * does not read all documents.
 * Invariant: only searches for few candidates use these indexes. SQLite, which has no statistics of values, would also use
 * them for a value that nearly all documents have.
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

/** Documents with one of these values, on SQLite perhaps others. @param wanted texts that JSON writes without escapes */
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
