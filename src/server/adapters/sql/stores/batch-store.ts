/**
 * Upload batches, their files and staged chunks.
 * Invariant: files and chunks are removed with the row of their batch.
 */
import { type Selectable, sql } from 'kysely';
import type { Batch, BatchFile, BatchStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import { prepared } from '../prepared.ts';
import { preparedInsert } from '../prepared-insert.ts';
import { keysIn } from './blob-keys.ts';
import { readBlob, writeJson } from './json-columns.ts';

type BatchRow = Selectable<Tables['batches']>;
type FileRow = Selectable<Tables['batch_files']>;
type ChunkRow = Selectable<Tables['batch_chunks']>;

interface OfBatch {
  readonly id: string;
}
interface OfFile extends OfBatch {
  readonly index: string;
}

const insertBatches = preparedInsert<BatchRow>({
  into: sql`insert into batches`,
  values: { id: 'text', owner: 'text', handler: 'text', created_at: 'text', touched_at: 'text' },
  columns: (_context, given) => ({
    id: given('id'),
    owner: given('owner'),
    handler: given('handler'),
    created_at: given('created_at'),
    touched_at: given('touched_at'),
  }),
});

const selectBatch = prepared<OfBatch, BatchRow>(
  ({ database }, parameter) => database.selectFrom('batches').selectAll().where('id', '=', parameter('id')),
  { isShort: true },
);

const withFileRow = prepared<OfFile, BatchRow & { readonly [Name in keyof FileRow]: FileRow[Name] | null }>(
  ({ database }, parameter) =>
    database
      .selectFrom('batches')
      .leftJoin('batch_files', (join) =>
        join.onRef('batch_id', '=', 'batches.id').on('file_index', '=', parameter('index')),
      )
      .selectAll()
      .where('batches.id', '=', parameter('id')),
  { isShort: true },
);

const lockBatch = prepared<OfBatch>(({ database, engine }, parameter) =>
  database.selectFrom('batches').select('id').where('id', '=', parameter('id')).modifyEnd(engine.lock.wait),
);

const touchBatch = prepared<Pick<BatchRow, 'id' | 'touched_at'>>(({ database }, parameter) =>
  database
    .updateTable('batches')
    .set({ touched_at: parameter('touched_at') })
    .where('id', '=', parameter('id')),
);

const deleteBatch = prepared<OfBatch>(({ database }, parameter) =>
  database.deleteFrom('batches').where('id', '=', parameter('id')),
);

const deleteBatchOf = prepared<OfBatch & { readonly owner: string }>(({ database }, parameter) =>
  database.deleteFrom('batches').where('id', '=', parameter('id')).where('owner', '=', parameter('owner')),
);

const selectFiles = prepared<OfBatch, FileRow>(({ database }, parameter) =>
  database.selectFrom('batch_files').selectAll().where('batch_id', '=', parameter('id')),
);

const selectFile = prepared<OfFile, FileRow>(
  ({ database }, parameter) =>
    database
      .selectFrom('batch_files')
      .selectAll()
      .where('batch_id', '=', parameter('id'))
      .where('file_index', '=', parameter('index')),
  { isShort: true },
);

const selectChunks = prepared<OfBatch, ChunkRow>(({ database }, parameter) =>
  database.selectFrom('batch_chunks').selectAll().where('batch_id', '=', parameter('id')),
);

const selectChunksOfFile = prepared<OfFile, ChunkRow>(({ database }, parameter) =>
  database
    .selectFrom('batch_chunks')
    .selectAll()
    .where('batch_id', '=', parameter('id'))
    .where('file_index', '=', parameter('index')),
);

const putFileRow = prepared<FileRow>(({ database }, parameter) =>
  database
    .insertInto('batch_files')
    .values({
      batch_id: parameter('batch_id'),
      file_index: parameter('file_index'),
      name: parameter('name'),
      mime_type: parameter('mime_type'),
      size: parameter('size'),
      upload_type: parameter('upload_type'),
      chunk_count: parameter('chunk_count'),
      blob: parameter('blob'),
      blob_key: parameter('blob_key'),
    })
    .onConflict((conflict) =>
      conflict.columns(['batch_id', 'file_index']).doUpdateSet((each) => ({
        name: each.ref('excluded.name'),
        mime_type: each.ref('excluded.mime_type'),
        size: each.ref('excluded.size'),
        upload_type: each.ref('excluded.upload_type'),
        chunk_count: each.ref('excluded.chunk_count'),
        blob: each.ref('excluded.blob'),
        blob_key: each.ref('excluded.blob_key'),
      })),
    ),
);

const deleteOtherChunks = prepared<OfFile & { readonly keptIndexes: unknown }>(
  ({ database, engine }, parameter) =>
    database
      .deleteFrom('batch_chunks')
      .where('batch_id', '=', parameter('id'))
      .where('file_index', '=', parameter('index'))
      .where(sql<boolean>`not (${engine.isOneOfTexts(sql.ref('chunk_index'), parameter('keptIndexes'))})`),
);

const putChunk = prepared<ChunkRow>(({ database }, parameter) =>
  database
    .insertInto('batch_chunks')
    .values({
      batch_id: parameter('batch_id'),
      file_index: parameter('file_index'),
      chunk_index: parameter('chunk_index'),
      blob_key: parameter('blob_key'),
      size: parameter('size'),
    })
    .onConflict((conflict) =>
      conflict.columns(['batch_id', 'file_index', 'chunk_index']).doUpdateSet((each) => ({
        blob_key: each.ref('excluded.blob_key'),
        size: each.ref('excluded.size'),
      })),
    ),
);

export function batchStore(context: StoreContext): BatchStore {
  const { database, engine } = context;
  const files = async (id: string): Promise<readonly BatchFile[]> => {
    const [found, chunks] = await Promise.all([
      selectFiles.rows(context, { id }),
      selectChunks.rows(context, { id }),
    ]);
    return found
      .map((row) => toFile(row, chunks))
      .sort((one, other) => Number(one.index) - Number(other.index));
  };
  const withChunks = async (row: FileRow): Promise<BatchFile> => {
    const { batch_id: id, file_index: index, upload_type: type } = row;
    return toFile(row, type === 'normal' ? [] : await selectChunksOfFile.rows(context, { id, index }));
  };
  const file = async (id: string, index: string): Promise<BatchFile | undefined> => {
    const row = await selectFile.first(context, { id, index });
    return row && withChunks(row);
  };
  const put = (id: string, batchFile: BatchFile): Promise<void> =>
    putFileRow.defer(context, {
      batch_id: id,
      file_index: batchFile.index,
      name: batchFile.name,
      mime_type: batchFile.mimeType,
      size: batchFile.size,
      upload_type: batchFile.uploadType,
      chunk_count: batchFile.chunkCount,
      blob: batchFile.blob === null ? null : writeJson(batchFile.blob),
      blob_key: batchFile.blob?.key ?? null,
    });

  return {
    create: (...batches) =>
      insertBatches.defer(
        context,
        batches.map(({ id, owner, handler, createdAt, touchedAt }) => {
          return { id, owner, handler, created_at: createdAt, touched_at: touchedAt };
        }),
      ),

    get: async (id) => {
      const row = await selectBatch.first(context, { id });
      return row && toBatch(row);
    },

    files,
    file,

    withFile: async (id, index) => {
      const row = await withFileRow.first(context, { id, index });
      return row && { batch: toBatch(row), file: isFileRow(row) ? await withChunks(row) : undefined };
    },

    fileForUpdate: async (id, index) => {
      // Locks the batch, because the file has no row yet when its first chunks arrive.
      await lockBatch.first(context, { id });
      return file(id, index);
    },

    putFile: async (id, batchFile, touchedAt) => {
      const { index } = batchFile;
      const chunks = Object.entries(batchFile.chunks);
      const indexes = engine.textList(chunks.map(([chunkIndex]) => chunkIndex));
      await Promise.all([
        touchBatch.defer(context, { id, touched_at: touchedAt }),
        put(id, batchFile),
        deleteOtherChunks.defer(context, { id, index, keptIndexes: indexes }),
        ...chunks.map(([chunkIndex, chunk]) =>
          putChunk.defer(context, {
            batch_id: id,
            file_index: index,
            chunk_index: chunkIndex,
            blob_key: chunk.key,
            size: chunk.size,
          }),
        ),
      ]);
    },

    addFile: put,

    touch: (id, touchedAt) => touchBatch.defer(context, { id, touched_at: touchedAt }),

    removeFile: async (id, index) => {
      const [result] = await Promise.all([
        database
          .deleteFrom('batch_files')
          .where('batch_id', '=', id)
          .where('file_index', '=', index)
          .executeTakeFirst(),
        database
          .deleteFrom('batch_chunks')
          .where('batch_id', '=', id)
          .where('file_index', '=', index)
          .execute(),
      ]);
      return result.numDeletedRows === 1n;
    },

    remove: async (id) => (await deleteBatch.changes(context, { id })) === 1,

    consume: (id, owner) => deleteBatchOf.defer(context, { id, owner }),

    purge: async (before, limit) => {
      const stale = database
        .selectFrom('batches')
        .select('id')
        .where('touched_at', '<', before)
        .orderBy('touched_at')
        .limit(limit);
      const result = await database
        .deleteFrom('batches')
        .where('id', 'in', stale)
        // A batch that is touched meanwhile stays.
        .where('touched_at', '<', before)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    referencedBlobs: async (keys) =>
      (
        await Promise.all([keysIn(context, 'batch_files', keys), keysIn(context, 'batch_chunks', keys)])
      ).flat(),
  };
}

function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    owner: row.owner,
    handler: row.handler,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
  };
}

function isFileRow(row: Partial<Record<keyof FileRow, unknown>>): row is FileRow {
  return typeof row.file_index === 'string';
}

function toFile(row: FileRow, chunks: readonly ChunkRow[]): BatchFile {
  const own = chunks
    .filter((chunk) => chunk.file_index === row.file_index)
    .sort((one, other) => Number(one.chunk_index) - Number(other.chunk_index));
  return {
    index: row.file_index,
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    uploadType: row.upload_type,
    chunkCount: row.chunk_count,
    blob: row.blob === null ? null : readBlob(row.blob),
    chunks: Object.fromEntries(
      own.map((chunk) => [chunk.chunk_index, { key: chunk.blob_key, size: chunk.size }]),
    ),
  };
}
