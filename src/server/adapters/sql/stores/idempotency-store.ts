/** First answers by Idempotency-Key. Invariant: a key belongs to its owner; of two claims exactly one wins. */
import type { IdempotencyStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import { prepared } from '../prepared.ts';
import { readStringMap, writeJson } from './json-columns.ts';

interface Claim {
  readonly owner: string;
  readonly key: string;
}
interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

const claimKey = prepared<Claim & { readonly now: string }>(({ database }, parameter) =>
  database
    .insertInto('idempotency')
    .values({
      owner: parameter('owner'),
      key: parameter('key'),
      claimed_at: parameter('now'),
      status: null,
      headers: null,
      body: null,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

const completeClaim = prepared<Claim & Answer>(({ database }, parameter) =>
  database
    .updateTable('idempotency')
    .set({ status: parameter('status'), headers: parameter('headers'), body: parameter('body') })
    .where('owner', '=', parameter('owner'))
    .where('key', '=', parameter('key')),
);

export function idempotencyStore(context: StoreContext): IdempotencyStore {
  const { database } = context;
  return {
    claim: async (key, owner, now) => {
      if ((await claimKey.changes(context, { owner, key, now })) === 1) return undefined;
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
      const { status, body } = response;
      await completeClaim.defer(context, {
        owner,
        key,
        status,
        headers: writeJson(response.headers),
        body,
      });
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
