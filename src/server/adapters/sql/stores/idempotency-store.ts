/** Answers by Idempotency-Key. Invariant: a key belongs to its owner; of two claims exactly one succeeds. */
import type { Selectable } from 'kysely';
import type { IdempotencyStore, StoredAnswer } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
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

const keepAnswer = prepared<Claim & Answer & { readonly now: string }>(({ database }, parameter) =>
  database.insertInto('idempotency').values({
    owner: parameter('owner'),
    key: parameter('key'),
    claimed_at: parameter('now'),
    status: parameter('status'),
    headers: parameter('headers'),
    body: parameter('body'),
  }),
);

const answerTo = prepared<Claim, Pick<Selectable<Tables['idempotency']>, 'status' | 'headers' | 'body'>>(
  ({ database }, parameter) =>
    database
      .selectFrom('idempotency')
      .select(['status', 'headers', 'body'])
      .where('owner', '=', parameter('owner'))
      .where('key', '=', parameter('key')),
  { isShort: true },
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
  const find = async (key: string, owner: string): Promise<'in-progress' | StoredAnswer | undefined> => {
    const row = await answerTo.first(context, { owner, key });
    if (row === undefined) return undefined;
    if (row.status === null) return 'in-progress';
    return { status: row.status, headers: readStringMap(row.headers ?? '{}'), body: row.body ?? '' };
  };
  const columns = ({ status, headers, body }: StoredAnswer): Answer => ({
    status,
    headers: writeJson(headers),
    body,
  });

  return {
    find,

    keep: (key, owner, now, answer) => keepAnswer.defer(context, { owner, key, now, ...columns(answer) }),

    claim: async (key, owner, now) => {
      if ((await claimKey.changes(context, { owner, key, now })) === 1) return undefined;
      return (await find(key, owner)) ?? 'in-progress';
    },

    complete: (key, owner, answer) => completeClaim.defer(context, { owner, key, ...columns(answer) }),

    release: async (key, owner) => {
      await database
        .deleteFrom('idempotency')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute();
    },

    purge: async (before, limit) => {
      const old = database
        .selectFrom('idempotency')
        .select(['owner', 'key'])
        .where('claimed_at', '<', before)
        .orderBy('claimed_at')
        .limit(limit);
      const result = await database
        .deleteFrom('idempotency')
        .where((each) => each(each.refTuple('owner', 'key'), 'in', old.$asTuple('owner', 'key')))
        // Another call may have claimed the key again.
        .where('claimed_at', '<', before)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
