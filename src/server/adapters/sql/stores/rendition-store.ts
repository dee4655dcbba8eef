/** Stored results of conversions. Invariant: one result for each source and kind; a later one replaces it. */
import { type RawBuilder, sql } from 'kysely';
import type { RenditionStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { prepared } from '../prepared.ts';
import { keysIn } from './blob-keys.ts';
import { readBlob, writeJson } from './json-columns.ts';

interface Place {
  readonly source: string;
  readonly kind: string;
}
interface Result {
  readonly blob: string | null;
  readonly key: string | null;
}

const selectBlob = prepared<Place, Pick<Result, 'blob'>>(
  ({ database }, parameter) =>
    database
      .selectFrom('renditions')
      .select('blob')
      .where('source_key', '=', parameter('source'))
      .where('kind', '=', parameter('kind')),
  { isShort: true },
);

const putBlob = prepared<Place & Result>(({ database }, parameter) =>
  database
    .insertInto('renditions')
    .values({
      source_key: parameter('source'),
      kind: parameter('kind'),
      blob: parameter('blob'),
      blob_key: parameter('key'),
    })
    .onConflict((conflict) =>
      conflict.columns(['source_key', 'kind']).doUpdateSet((each) => ({
        blob: each.ref('excluded.blob'),
        blob_key: each.ref('excluded.blob_key'),
      })),
    ),
);

function isOrphan(table: string): RawBuilder<boolean> {
  const source = sql.ref(`${table}.source_key`);
  return sql<boolean>`(not exists (select 1 from blob_references r where r.blob_key = ${source})
    and not exists (select 1 from batch_files f where f.blob_key = ${source})
    and not exists (select 1 from batch_chunks c where c.blob_key = ${source})
    and not exists (select 1 from renditions other where other.blob_key = ${source}))`;
}

export function renditionStore(context: StoreContext): RenditionStore {
  const { database, engine } = context;
  return {
    get: async (sourceKey, kind) => {
      const row = await selectBlob.first(context, { source: sourceKey, kind });
      if (row === undefined) return undefined;
      return row.blob === null ? 'impossible' : readBlob(row.blob);
    },

    getMany: async (sourceKeys, kind) => {
      if (sourceKeys.length === 0) return new Map();
      const rows = await database
        .selectFrom('renditions')
        .select(['source_key', 'blob'])
        .where(context.engine.isOneOf(sql.ref('source_key'), sourceKeys))
        .where('kind', '=', kind)
        .execute();
      return new Map(
        rows.flatMap(({ source_key: key, blob }) => (blob === null ? [] : [[key, readBlob(blob)] as const])),
      );
    },

    put: async (sourceKey, kind, result) => {
      const made =
        result === 'impossible' ? { blob: null, key: null } : { blob: writeJson(result), key: result.key };
      await putBlob.changes(context, { source: sourceKey, kind, ...made });
    },

    referencedBlobs: (keys) => keysIn(context, 'renditions', keys),

    sources: async (after, limit) => {
      const { rows } = await sql<{ key: string; orphan: number }>`select source_key as key,
          case when ${isOrphan('page')} then 1 else 0 end as orphan
        from (select distinct source_key from renditions where source_key > ${after}
          order by source_key limit ${limit}) as page
        order by source_key`.execute(database);
      return rows.map(({ key, orphan }) => ({ key, isOrphan: orphan === 1 }));
    },

    results: async (after, limit) => {
      const rows = await database
        .selectFrom('renditions')
        .select('blob_key')
        .distinct()
        .where('blob_key', '>', after)
        .orderBy('blob_key')
        .limit(limit)
        .execute();
      return rows.flatMap(({ blob_key: key }) => key ?? []);
    },

    forgetResults: async (keys) => {
      if (keys.length === 0) return;
      await database
        .deleteFrom('renditions')
        .where(engine.isOneOf(sql.ref('blob_key'), keys))
        .execute();
    },

    purgeOrphans: async (sourceKeys) => {
      await sql`delete from renditions
        where ${engine.isOneOf(sql.ref('source_key'), sourceKeys)} and ${isOrphan('renditions')}`.execute(
        database,
      );
    },
  };
}
