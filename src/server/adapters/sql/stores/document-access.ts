/**
 * Rights (effective read ACLs, each stored once, and the places that have them) and stored text.
 * Invariant: equal lists of entries have one id.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DocumentStore } from '#server/core/kernel/document-store.ts';
import { foldLongText } from '#server/core/kernel/fulltext.ts';
import type { StoreContext } from '../context.ts';
import type { DocumentText } from '../engine.ts';
import { isBelow } from '../nxql/path-range.ts';
import { prepared } from '../prepared.ts';
import { countChange } from './change-counters.ts';
import { hasAcls, pathOf } from './document-columns.ts';
import { documentPlaces } from './document-places.ts';
import { putTexts, setReadAclInTree, setReadAclOfPlace, setReadAclsInRanges } from './document-statements.ts';
import { indexWords } from './index-words.ts';
import { readAces, readAcls, writeJson } from './json-columns.ts';
import { listChanges } from './list-changes.ts';
import { rareInTree } from './rare-documents.ts';
import { type ChangedTree, readAclChanges } from './read-acl-ranges.ts';

type AccessMethods = Pick<
  DocumentStore,
  | 'readAclIds'
  | 'readAcls'
  | 'readAclsVersion'
  | 'retireReadAcl'
  | 'unusedReadAcls'
  | 'removeUnusedReadAcls'
  | 'setReadAcls'
  | 'withOwnAcl'
  | 'setText'
  | 'setTexts'
  | 'getText'
>;

const counter = 'changes of read lists';

const isUnused = sql`id not in (select read_acl_id from places) /* reads all: places, now and then */`;

/** Includes the last id, because a server of an earlier release counts nothing. */
const readAclsVersion = prepared<{ readonly counter: string }, { readonly version: string }>(
  (_context, parameter) => sql<{ readonly version: string }>`select
    coalesce((select value from entry_counters where directory = ${parameter('counter')}), 0)
    || '/' || coalesce((select max(id) from read_acls), 0) as version`,
  { isShort: true },
);

export function documentAccess(context: StoreContext): AccessMethods {
  const { database, engine } = context;
  const places = documentPlaces(context);
  const changes = listChanges(context);
  let isCounted = false;

  const idsByDigest = async (digests: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await sql<{ digest: string; id: number }>`select digest, id from read_acls
      where ${engine.isOneOf(sql.ref('digest'), digests)} ${engine.lock.present}`.execute(database);
    return new Map(rows.map(({ digest, id }) => [digest, id]));
  };

  const setTexts: DocumentStore['setTexts'] = async (texts) => {
    const indexed = await Promise.all(texts.map(async (text) => ({ id: text.id, ...(await folded(text)) })));
    const { putWithText } = engine.fulltext;
    const [text, stored] = [indexed[0], texts[0]];
    if (putWithText && text && stored && texts.length === 1) return putWithText(context, text, stored);
    await Promise.all([putTexts.defer(context, texts), engine.fulltext.put(context, indexed)]);
  };

  const getText: DocumentStore['getText'] = async (id) => {
    const row = await database
      .selectFrom('document_text')
      .innerJoin('documents', 'documents.seq', 'document_text.document_seq')
      .select(['document_text.title', 'body', 'blob_text'])
      .where('documents.id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : { title: row.title, body: row.body, blobText: row.blob_text };
  };

  return {
    readAclIds: async (lists) => {
      const texts = lists.map(writeJson);
      const digests = texts.map((text) => createHash('sha256').update(text).digest('hex'));
      const known = await idsByDigest([...new Set(digests)]);
      const missing = new Map(
        digests.flatMap((digest, index) =>
          known.has(digest) ? [] : [[digest, texts[index] ?? ''] as const],
        ),
      );
      if (missing.size > 0) {
        // Once in a unit: a row that one transaction changes thousands of times becomes slow.
        if (!isCounted) await countChange(context, counter);
        isCounted = true;
        await database
          .insertInto('read_acls')
          .values([...missing].map(([digest, entries]) => ({ digest, entries })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const made = missing.size > 0 ? await idsByDigest([...missing.keys()]) : known;
      return digests.map((digest) => {
        const id = known.get(digest) ?? made.get(digest);
        if (id === undefined) throw new Error('A read ACL vanished while it was being made');
        return id;
      });
    },

    readAclsVersion: async () => (await readAclsVersion.first(context, { counter }))?.version ?? '',

    readAcls: async () => {
      const rows = await database.selectFrom('read_acls').select(['id', 'entries']).orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, entries: readAces(row.entries) }));
    },

    retireReadAcl: async (id) => {
      await countChange(context, counter);
      await sql`update read_acls set digest = ${`retired ${id}`} where id = ${id}`.execute(database);
    },

    unusedReadAcls: async () => {
      const { rows } = await sql<{ id: number }>`select id from read_acls where ${isUnused}`.execute(
        database,
      );
      return rows.map(({ id }) => id);
    },

    removeUnusedReadAcls: async (ids) => {
      const isOne = engine.isOneOf(sql.ref('id'), ids);
      // Skips locked read ACLs, which a call is about to use; one that came into use meanwhile is checked again below.
      const { rows } = await sql<{
        id: number;
      }>`select id from read_acls where ${isOne} ${engine.lock.skip}`.execute(database);
      const held = rows.map(({ id }) => id);
      if (held.length === 0) return;
      await sql`delete from read_acls where ${engine.isOneOf(sql.ref('id'), held)} and ${isUnused}`.execute(
        database,
      );
    },

    setReadAcls: async (lists) => {
      const ids = lists.map(({ top }) => top.id);
      const { rows } = await sql<{ id: string; readAclId: number; chain: string | null }>`select
          documents.id as "id", places.read_acl_id as "readAclId",
          case when places.document_id = documents.id then places.chain end as "chain"
        from documents inner join places on places.id = documents.place_id
        where ${engine.isOneOf(sql.ref('documents.id'), ids)}`.execute(database);
      const found = new Map(rows.map((row) => [row.id, row]));
      const inherits = (id: string): boolean => found.get(id)?.chain === null;
      const differing = lists.filter(
        ({ top, readAclId }) => !inherits(top.id) || found.get(top.id)?.readAclId !== readAclId,
      );
      const trees = differing.flatMap(({ top, readAclId }): ChangedTree[] => {
        const { chain = null, readAclId: before = 0 } = found.get(top.id) ?? {};
        return top.path === null || chain === null ? [] : [{ chain, before, after: readAclId }];
      });
      const { ranges, around } = readAclChanges(trees);
      await Promise.all([
        differing.length === 0 ? undefined : changes.countAllLists(),
        ...differing.flatMap(({ top: { id } }) => (inherits(id) ? [places.make(id)] : [])),
        ranges.length === 0 ? undefined : setReadAclsInRanges.defer(context, { ranges: writeJson(ranges) }),
        around === undefined ? undefined : setReadAclInTree.defer(context, around),
        // Last, because the new place is in the range of its parent's place.
        ...differing.flatMap(({ top: { id, path }, readAclId }) =>
          path === null || inherits(id) ? [setReadAclOfPlace.defer(context, { id, readAclId })] : [],
        ),
      ]);
    },

    withOwnAcl: async ({ id }) => {
      const place = await places.find(id);
      if (place === undefined || place.path === null) return [];
      // Only the columns that changes of rights need, as a large tree has very many of these documents.
      const { rows } = await sql<{ id: string; repository: string; path: string | null; acls: string }>`select
          documents.id, documents.repository, ${pathOf('documents', 'places')} as path, documents.acls
        from ${await rareInTree(context, isBelow('places.chain', place.chain), hasAcls(engine, 'documents.'))}
        where ${isBelow('places.chain', place.chain)}
        and documents.place_id = places.id and documents.is_version = 0 and ${hasAcls(engine, 'documents.')}
        order by places.chain`.execute(database);
      return rows.map(({ acls, ...row }) => ({ ...row, acls: readAcls(acls) }));
    },

    getText,

    setTexts,

    setText: async (id, { title, body, blobText }) =>
      setTexts([{ id, title, body, blobText: blobText ?? (await getText(id))?.blobText ?? '' }]),
  };
}

/** A stored text in the form for the index. */
export async function folded({ title, body, blobText }: DocumentText): Promise<DocumentText> {
  return {
    title: await indexWords(title),
    body: await indexWords(body),
    blobText: blobText === '' ? '' : await indexWords(await foldLongText(blobText)),
  };
}
