/**
 * The statements that nearly every call runs: compiled once.
 * Invariant: what is marked short reads single rows by a unique index, or the few above a document.
 */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { prepared } from '../prepared.ts';
import { documentColumns, joinedDocumentColumns } from './document-columns.ts';
import { type NewColumns, newColumnNames, type StoredDocument } from './document-rows.ts';

const short = { isShort: true };

const select = ({ database, engine }: StoreContext) =>
  database.selectFrom('documents').select(documentColumns(engine));

export const documentById = prepared<{ readonly id: string }, StoredDocument>(
  (context, parameter) => select(context).where('id', '=', parameter('id')),
  short,
);

export const lockedDocumentById = prepared<{ readonly id: string }, StoredDocument>((context, parameter) =>
  select(context).where('id', '=', parameter('id')).modifyEnd(context.engine.lock.wait),
);

/** `ids` is a list as the engine takes it; a page of documents at most is asked for by it. */
export const documentsByIds = prepared<{ readonly ids: unknown }, StoredDocument>((context, parameter) =>
  select(context).where(context.engine.isOneOfTexts(sql.ref('id'), parameter('ids'))),
);
export const fewDocumentsByIds = prepared<{ readonly ids: unknown }, StoredDocument>(
  (context, parameter) => select(context).where(context.engine.isOneOfTexts(sql.ref('id'), parameter('ids'))),
  short,
);

export const documentByPath = prepared<
  { readonly repository: string; readonly path: string },
  StoredDocument
>(
  (context, parameter) =>
    select(context).where('repository', '=', parameter('repository')).where('path', '=', parameter('path')),
  short,
);

export const childByName = prepared<{ readonly parentId: string; readonly name: string }, StoredDocument>(
  (context, parameter) =>
    select(context)
      .where('parent_id', '=', parameter('parentId'))
      .where('name', '=', parameter('name'))
      .orderBy('seq')
      .limit(1),
  short,
);

/** CROSS JOIN: with statistics SQLite would begin at the other table, and read every document there is. */
export const ancestorsOf = prepared<{ readonly id: string }, StoredDocument>(
  ({ engine }, parameter) => sql<StoredDocument>`with recursive above (id, parent_id, level) as (
    select id, parent_id, 0 from documents where id = ${parameter('id')}
    union all
    select parent.id, parent.parent_id, above.level + 1
    from above cross join documents parent where parent.id = above.parent_id)
    select ${joinedDocumentColumns(engine)} from above cross join documents
    where documents.id = above.id and level > 0 order by level`,
  short,
);

export const insertDocument = prepared<NewColumns>(({ engine }, parameter) => {
  const values = newColumnNames.map((name) =>
    name === 'properties' ? engine.compactJson(parameter('properties')) : parameter(name),
  );
  return sql`insert into documents (${sql.join(newColumnNames.map((name) => sql.ref(name)))})
    values (${sql.join(values)})`;
});

export const insertBlobReference = prepared<{ readonly key: string; readonly id: string }>(
  ({ engine }, parameter) => sql`insert into blob_references (blob_key, document_seq)
    select ${engine.textParameter(parameter('key'))}, seq from documents where id = ${parameter('id')}
    on conflict do nothing`,
);

export const deleteBlobReferences = prepared<{ readonly id: string }>(
  (_context, parameter) => sql`delete from blob_references
    where document_seq = (select seq from documents where id = ${parameter('id')})`,
);

export const putText = prepared<{
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly blobText: string;
}>(
  ({ engine }, parameter) => sql`insert into document_text (document_seq, title, body, blob_text)
    select seq, ${engine.textParameter(parameter('title'))}, ${engine.textParameter(parameter('body'))},
      ${engine.textParameter(parameter('blobText'))} from documents where id = ${parameter('id')}
    on conflict (document_seq) do update
    set title = excluded.title, body = excluded.body, blob_text = excluded.blob_text`,
);
