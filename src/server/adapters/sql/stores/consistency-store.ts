/**
 * Reads for the check of a repository, each for several documents.
 * Invariant: each statement finds its rows by a list of ids, or by a range of numbers.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ConsistencyStore, VersionStanding } from '#server/core/kernel/consistency-store.ts';
import type { StoreContext } from '../context.ts';
import type { DocumentsTable, Flag } from '../database.ts';
import { type Prepared, prepared } from '../prepared.ts';
import { aclsFrom, derivedColumnNames, pathOf, trashOf } from './document-columns.ts';
import { derivedColumns } from './document-rows.ts';
import { readAclChain, readTexts } from './json-columns.ts';
import { pagesOfTable } from './pages-of-table.ts';

/** In characters. Longer texts are read one by one. */
const LONG_TEXT = 50_000;

interface Ids {
  /** A list in the engine's form. */
  readonly ids: unknown;
}

const selectHolders = prepared<
  Ids,
  {
    readonly id: string;
    readonly path: string | null;
    readonly is_trashed: Flag;
    readonly acls: string | null;
  }
>(
  ({ engine }, parameter) => sql`select documents.id, ${pathOf('documents', 'places')} as path,
      ${trashOf('documents', 'places')} as is_trashed, (${aclsFrom(engine, sql`documents.id`, 0)}) as acls
    from documents inner join places on places.id = documents.place_id
    where ${engine.isOneOfTexts(sql.ref('documents.id'), parameter('ids'))}`,
);

const selectContents = prepared<
  Ids,
  Pick<Selectable<DocumentsTable>, (typeof derivedColumnNames)[number]> & {
    readonly id: string;
    readonly bytes: number;
    readonly keys: string;
    readonly has_words: Flag;
    readonly title_words: string | null;
    readonly words: string | null;
  }
>(
  ({ engine }, parameter) => sql`select documents.id, documents.content_bytes as bytes,
      ${sql.join(derivedColumnNames.map((name) => sql.ref(`documents.${name}`)))},
      (select ${engine.jsonList(sql.ref('blob_key'))} from blob_references
        where blob_references.document_seq = documents.seq) as keys,
      case when texts.document_seq is null or not exists (select 1 from document_index t
        where ${sql.ref(`t.${engine.fulltext.key}`)} = documents.seq) then 0 else 1 end as has_words,
      texts.title as title_words,
      case when length(texts.body) > ${sql.lit(LONG_TEXT)} then null else texts.body end as words
    from documents left join document_text texts on texts.document_seq = documents.seq
    where ${engine.isOneOfTexts(sql.ref('documents.id'), parameter('ids'))}`,
);

const selectVersions = prepared<
  Ids,
  {
    readonly id: string;
    readonly series_id: string;
    readonly label: string | null;
    readonly is_latest: Flag;
    readonly is_latest_major: Flag;
    readonly read_acl_id: number;
  }
>(
  ({ engine }, parameter) => sql`select documents.id, documents.series_id, documents.version_label as label,
      documents.is_latest_version as is_latest,
      documents.is_latest_major_version as is_latest_major, places.read_acl_id
    from documents inner join places on places.id = documents.place_id
    where ${engine.isOneOfTexts(sql.ref('documents.series_id'), parameter('ids'))} and documents.is_version = 1
    order by documents.version_created, documents.seq`,
);

export function consistencyStore(context: StoreContext): ConsistencyStore {
  const { database, engine } = context;
  const { documentCopies, key } = engine.fulltext;
  const indexed = sql`documents inner join document_index t on ${sql.ref(`t.${key}`)} = documents.seq`;
  const byId = async <Row extends { readonly id: string }, Answer>(
    statement: Prepared<Ids, Row>,
    wanted: readonly string[],
    read: (row: Row) => Answer,
  ): Promise<ReadonlyMap<string, Answer>> => {
    if (wanted.length === 0) return new Map();
    const rows = await statement.rows(context, { ids: engine.textList(wanted) });
    return new Map(rows.map((row) => [row.id, read(row)]));
  };
  const ids = async (statement: RawBuilder<{ readonly id: string }>): Promise<readonly string[]> =>
    (await statement.execute(database)).rows.map(({ id }) => id);

  return {
    holders: (wanted) =>
      byId(selectHolders, wanted, ({ path, is_trashed, acls }) => ({
        path,
        isTrashed: is_trashed === 1,
        acls: readAclChain(acls),
      })),

    contents: (wanted) =>
      byId(
        selectContents,
        wanted,
        ({ bytes, keys, has_words, title_words: title, words: body, ...columns }) => ({
          bytes,
          isFoundAs: (row) => {
            const derived = derivedColumns(row);
            return derivedColumnNames.every((name) => columns[name] === derived[name]);
          },
          blobKeys: new Set(readTexts(keys)),
          words: has_words === 1 ? { title: title ?? '', body } : undefined,
        }),
      ),

    versions: async (wanted) => {
      const found = new Map<string, VersionStanding[]>();
      if (wanted.length === 0) return found;
      for (const row of await selectVersions.rows(context, { ids: engine.textList(wanted) })) {
        const { id, label, read_acl_id: readAclId } = row;
        const isLatest = row.is_latest === 1;
        const version = { id, label, isLatest, isLatestMajor: row.is_latest_major === 1, readAclId };
        const known = found.get(row.series_id);
        if (known) known.push(version);
        else found.set(row.series_id, [version]);
      }
      return found;
    },

    differingBesideWords: async function* (repository) {
      if (documentCopies === undefined) return;
      for await (const { after, end } of pagesOfTable(context, 'documents', 'seq'))
        yield* await ids(sql`select documents.id from ${indexed}
          where documents.seq > ${after} and documents.seq <= ${end}
          and documents.repository = ${repository} and ${documentCopies.differs} order by documents.seq`);
    },

    differsBesideWords: async (id) => {
      if (documentCopies === undefined) return false;
      const found = await ids(sql`select documents.id from ${indexed}
        where documents.id = ${id} and ${documentCopies.differs}`);
      return found.length > 0;
    },

    restateBesideWords: async (id) => {
      await documentCopies?.restate(id).execute(database);
    },
  };
}
