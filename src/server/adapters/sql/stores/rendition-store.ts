/** Kept results of conversions. Invariant: one result per source and kind; the last one put counts. */
import { sql } from 'kysely';
import type { RenditionStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { keysIn } from './blob-keys.ts';
import { readBlob, writeJson } from './json-columns.ts';

export function renditionStore(context: StoreContext): RenditionStore {
  const { database } = context;
  return {
    get: async (sourceKey, kind) => {
      const row = await database
        .selectFrom('renditions')
        .select('blob')
        .where('source_key', '=', sourceKey)
        .where('kind', '=', kind)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return row.blob === null ? 'impossible' : readBlob(row.blob);
    },

    put: async (sourceKey, kind, result) => {
      const columns =
        result === 'impossible'
          ? { blob: null, blob_key: null }
          : { blob: writeJson(result), blob_key: result.key };
      await database
        .insertInto('renditions')
        .values({ source_key: sourceKey, kind, ...columns })
        .onConflict((conflict) => conflict.columns(['source_key', 'kind']).doUpdateSet(columns))
        .execute();
    },

    referencedBlobs: (keys) => keysIn(context, 'renditions', keys),

    purgeOrphans: async () => {
      const { numAffectedRows = 0n } = await sql`delete from renditions where
        not exists (select 1 from blob_references r where r.blob_key = renditions.source_key)
        and not exists (select 1 from batch_files f where f.blob_key = renditions.source_key)
        and not exists (select 1 from batch_chunks c where c.blob_key = renditions.source_key)
        and not exists (select 1 from renditions other where other.blob_key = renditions.source_key)`.execute(
        database,
      );
      return Number(numAffectedRows);
    },
  };
}
