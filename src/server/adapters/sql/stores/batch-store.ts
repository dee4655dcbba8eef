/**
 * Upload batches, their files and staged chunks.
 * Invariant: a batch lives as long as its row; files and chunks go with it.
 */
import { type Selectable, sql } from 'kysely';
import type { Batch, BatchFile, BatchStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import { keysIn } from './blob-keys.ts';
import { readBlob, writeJson } from './json-columns.ts';

type FileRow = Selectable<Tables['batch_files']>;
type ChunkRow = Selectable<Tables['batch_chunks']>;

export function batchStore(context: StoreContext): BatchStore {
  const { database, engine } = context;
  const files = async (id: string, index?: string): Promise<readonly BatchFile[]> => {
    let fileRows = database.selectFrom('batch_files').selectAll().where('batch_id', '=', id);
    let chunkRows = database.selectFrom('batch_chunks').selectAll().where('batch_id', '=', id);
    if (index !== undefined) {
      fileRows = fileRows.where('file_index', '=', index);
      chunkRows = chunkRows.where('file_index', '=', index);
    }
    const [found, chunks] = await Promise.all([fileRows.execute(), chunkRows.execute()]);
    return found
      .map((row) => toFile(row, chunks))
      .sort((one, other) => Number(one.index) - Number(other.index));
  };
  const file = async (id: string, index: string): Promise<BatchFile | undefined> => {
    const [found] = await files(id, index);
    return found;
  };

  return {
    create: async (batch) => {
      await database
        .insertInto('batches')
        .values({
          id: batch.id,
          owner: batch.owner,
          handler: batch.handler,
          created_at: batch.createdAt,
          touched_at: batch.touchedAt,
        })
        .execute();
    },

    get: async (id) => {
      const row = await database.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const batch: Batch = {
        id: row.id,
        owner: row.owner,
        handler: row.handler,
        createdAt: row.created_at,
        touchedAt: row.touched_at,
      };
      return batch;
    },

    files: (id) => files(id),
    file,

    fileForUpdate: async (id, index) => {
      // The batch is what gets locked: the first chunks of a file come when the file has no row yet.
      await database
        .selectFrom('batches')
        .select('id')
        .where('id', '=', id)
        .modifyEnd(engine.lock.wait)
        .execute();
      return file(id, index);
    },

    putFile: async (id, batchFile, touchedAt) => {
      const columns = {
        name: batchFile.name,
        mime_type: batchFile.mimeType,
        size: batchFile.size,
        upload_type: batchFile.uploadType,
        chunk_count: batchFile.chunkCount,
        blob: batchFile.blob === null ? null : writeJson(batchFile.blob),
        blob_key: batchFile.blob?.key ?? null,
      };
      const chunks = Object.entries(batchFile.chunks);
      const kept = chunks.map(([chunkIndex]) => chunkIndex);
      await Promise.all([
        database.updateTable('batches').set({ touched_at: touchedAt }).where('id', '=', id).execute(),
        database
          .insertInto('batch_files')
          .values({ batch_id: id, file_index: batchFile.index, ...columns })
          .onConflict((conflict) => conflict.columns(['batch_id', 'file_index']).doUpdateSet(columns))
          .execute(),
        database
          .deleteFrom('batch_chunks')
          .where('batch_id', '=', id)
          .where('file_index', '=', batchFile.index)
          .where(sql<boolean>`not (${engine.isOneOf(sql.ref('chunk_index'), kept)})`)
          .execute(),
        ...chunks.map(([chunkIndex, chunk]) =>
          database
            .insertInto('batch_chunks')
            .values({
              batch_id: id,
              file_index: batchFile.index,
              chunk_index: chunkIndex,
              blob_key: chunk.key,
              size: chunk.size,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['batch_id', 'file_index', 'chunk_index'])
                .doUpdateSet({ blob_key: chunk.key, size: chunk.size }),
            )
            .execute(),
        ),
      ]);
    },

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

    remove: async (id) => {
      const result = await database.deleteFrom('batches').where('id', '=', id).executeTakeFirst();
      return result.numDeletedRows === 1n;
    },

    stale: async (before) => {
      const rows = await database
        .selectFrom('batches')
        .select('id')
        .where('touched_at', '<', before)
        .orderBy('touched_at')
        .execute();
      return rows.map((row) => row.id);
    },

    referencedBlobs: async (keys) =>
      (
        await Promise.all([keysIn(context, 'batch_files', keys), keysIn(context, 'batch_chunks', keys)])
      ).flat(),
  };
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
