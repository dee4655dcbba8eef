/**
 * The rights column: effective read ACLs, each stored once, and the documents that carry them. And stored text.
 * Invariant: two equal lists of entries have one id.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { foldLongText } from '#server/core/kernel/fulltext.ts';
import type { DocumentStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import type { DocumentText } from '../engine.ts';
import { isBelow } from '../nxql/path-range.ts';
import { documentColumns } from './document-columns.ts';
import { toDocument } from './document-rows.ts';
import { putText } from './document-statements.ts';
import { readAces, writeJson } from './json-columns.ts';

type AccessMethods = Pick<
  DocumentStore,
  'readAcl' | 'readAcls' | 'setReadAcl' | 'withOwnAcl' | 'setText' | 'getText'
>;

export function documentAccess(context: StoreContext): AccessMethods {
  const { database, engine } = context;
  const findAcl = async (digest: string): Promise<number | undefined> => {
    const row = await database
      .selectFrom('read_acls')
      .select('id')
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row?.id;
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
    readAcl: async (entries) => {
      const text = writeJson(entries);
      const digest = createHash('sha256').update(text).digest('hex');
      const known = await findAcl(digest);
      if (known !== undefined) return known;
      const made = await database
        .insertInto('read_acls')
        .values({ digest, entries: text })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      // Nothing is returned when somebody else has just made it.
      const id = made?.id ?? (await findAcl(digest));
      if (id === undefined) throw new Error('A read ACL vanished while it was being made');
      return id;
    },

    readAcls: async () => {
      const rows = await database.selectFrom('read_acls').select(['id', 'entries']).orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, entries: readAces(row.entries) }));
    },

    setReadAcl: async ({ id, repository, path }, readAclId) => {
      const inTree = sql`(id = ${id}${
        path === null ? sql`` : sql` or (repository = ${repository} and ${isBelow('path', path)})`
      })`;
      const update = sql`update documents set read_acl_id = ${readAclId} where read_acl_id <> ${readAclId}`;
      // As one condition PostgreSQL would look at every version there is.
      await Promise.all([
        sql`${update} and ${inTree}`.execute(database),
        sql`${update} and is_version = 1
          and series_id in (select id from documents where ${inTree})`.execute(database),
      ]);
    },

    withOwnAcl: async ({ repository, path }) => {
      if (path === null) return [];
      const rows = await database
        .selectFrom('documents')
        .select(documentColumns(engine))
        .where('repository', '=', repository)
        .where(isBelow('path', path))
        .where(sql<string>`${engine.asText(sql.ref('acls'))}`, '!=', '[]')
        .orderBy('path')
        .execute();
      return rows.map(toDocument);
    },

    getText,

    setText: async (id, text) => {
      const blobText = text.blobText ?? (await getText(id))?.blobText ?? '';
      const indexed = await folded({ ...text, blobText });
      await Promise.all([
        putText.defer(context, { id, title: text.title, body: text.body, blobText }),
        engine.fulltext.put(context, id, indexed),
      ]);
    },
  };
}

/** A stored text as the index takes it. */
export async function folded(text: DocumentText): Promise<DocumentText> {
  return { ...text, blobText: await foldLongText(text.blobText) };
}
