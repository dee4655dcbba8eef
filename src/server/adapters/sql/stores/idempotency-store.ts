/** First answers by Idempotency-Key. Invariant: a key belongs to its owner; of two claims exactly one wins. */
import type { IdempotencyStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { readStringMap, writeJson } from './json-columns.ts';

export function idempotencyStore({ database }: StoreContext): IdempotencyStore {
  return {
    claim: async (key, owner, now) => {
      const inserted = await database
        .insertInto('idempotency')
        .values({ owner, key, claimed_at: now, status: null, headers: null, body: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 1n) return undefined;
      const row = await database
        .selectFrom('idempotency')
        .select(['status', 'headers', 'body'])
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      if (row === undefined || row.status === null) return 'in-progress';
      return { status: row.status, headers: readStringMap(row.headers ?? '{}'), body: row.body ?? '' };
    },

    complete: async (key, owner, response) => {
      await database
        .updateTable('idempotency')
        .set({ status: response.status, headers: writeJson(response.headers), body: response.body })
        .where('owner', '=', owner)
        .where('key', '=', key)
        .execute();
    },

    release: async (key, owner) => {
      await database
        .deleteFrom('idempotency')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute();
    },

    purge: async (before) => {
      await database.deleteFrom('idempotency').where('claimed_at', '<', before).execute();
    },
  };
}
