/**
 * Copies of document columns in the full-text table, so that counting very many hits reads neither the documents nor another
 * index. The stores' statements write them; triggers update them, also for servers of an earlier release that run beside
 * this one during an update.
 * Invariant: a unit that writes words has locked the document's row, so that a concurrent change of the document happens
 * before or after it, and finds the words.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';

const columns = ['place_id', 'is_version', 'is_proxy', 'hidden', 'repository', 'type', 'facets'] as const;

const list = (of = sql``): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${of}${sql.ref(column)}`));

/** See Engine.fulltext. */
export const documentsBeside = sql`cross join lateral (select t.document_seq as seq, ${list(sql`t.`)}) as d`;

/** See Engine.fulltext; for the check of a repository, over `documents` and `document_index t`. */
export const documentCopies: Engine['fulltext']['documentCopies'] = {
  differs: sql<SqlBool>`((${list(sql`t.`)}) is distinct from (${list(sql`documents.`)}))`,
  restate: (id) => sql`update document_index set (${list()}) = (${list(sql`found.`)})
    from (select seq, ${list()} from documents where id = ${id} for share) as found
    where document_seq = found.seq`,
};

/** @param given rows (id, words); for an id without a document, the number is one that the foreign key refuses */
export function insertWordsWithCopies(
  given: RawBuilder<unknown>,
  onConflict: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`insert into document_index (document_seq, ${list()}, words)
    select coalesce(found.seq, -1), ${list(sql`found.`)}, given.words::tsvector
    from ${given} left join lateral (
      select seq, ${list()} from documents where documents.id = given.id for share) as found on true
    ${onConflict}`;
}

/** Writes the table anew, which is faster than changing each row and its index entries. */
export const createDocumentCopies: readonly RawBuilder<unknown>[] = [
  // In the order in which calls of an earlier release write to tables, so that neither can deadlock with the other.
  sql`create function keep_beside_words() returns trigger language plpgsql as $$
    begin
      update document_index set (${list()}) = (${list(sql`new.`)}) where document_seq = new.seq;
      return null;
    end $$`,
  sql`create trigger documents_keep_beside_words after update of ${list()} on documents for each row
    when ((${list(sql`old.`)}) is distinct from (${list(sql`new.`)})) execute function keep_beside_words()`,
  sql`lock table document_index in access exclusive mode`,
  // Free space lets the rows of a page change when their documents move, without new entries in the full-text index.
  sql`create table document_words (document_seq bigint not null, place_id integer, is_version smallint,
    is_proxy smallint, hidden smallint, repository text collate "C", type text collate "C", facets jsonb,
    words tsvector not null) with (fillfactor = 90)`,
  sql`insert into document_words (document_seq, ${list()}, words)
    select t.document_seq, ${list(sql`d.`)}, t.words
    from document_index t inner join documents d on d.seq = t.document_seq order by d.seq
    /* reads all: once, in a migration */`,
  sql`drop table document_index`,
  sql`alter table document_words rename to document_index`,
  sql`alter table document_index add primary key (document_seq),
    add foreign key (document_seq) references documents (seq) on delete cascade`,
  sql`create index document_index_by_word on document_index using gin (words)`,
  sql`create function state_beside_words() returns trigger language plpgsql as $$
    begin
      select ${list()} into ${list(sql`new.`)} from documents where seq = new.document_seq for share;
      return new;
    end $$`,
  sql`create trigger document_index_state_beside_words before insert on document_index for each row
    when (new.place_id is null) execute function state_beside_words()`,
  sql`analyze document_index`,
];
