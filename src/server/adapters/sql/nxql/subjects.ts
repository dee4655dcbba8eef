/**
 * Documents by their subjects: an index has the lists of all that have any, so that a search for one that few have does not
 * read all documents.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Candidates } from './few-found.ts';
import { hasList } from './seldom-lists.ts';

export const subjects = 'dc:subjects';
const INDEX = 'documents_by_subject';

function listOf({ textLists }: Engine, alias: string): RawBuilder<unknown> {
  return textLists.value({ expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true }, [
    subjects,
  ]);
}

export function subjectIndex(engine: Engine): RawBuilder<unknown> {
  return sql`create index ${sql.ref(INDEX)} on documents ${engine.textLists.columns(listOf(engine, ''))}
    where ${hasList(engine, '', subjects)}`;
}

/** Those that have one of these, and on SQLite others. @param wanted written in JSON as they are */
export function ofSubjects(engine: Engine, wanted: readonly string[]): Candidates {
  const mayHave: RawBuilder<SqlBool> = engine.textLists.mayHold(listOf(engine, 'd.'), wanted);
  return sql`select d.seq from documents d ${engine.textLists.from(INDEX)}
    where ${hasList(engine, 'd.', subjects)} and ${mayHave}
    /* reads all: the index of what has subjects */`;
}
