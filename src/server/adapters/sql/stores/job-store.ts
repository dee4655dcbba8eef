/**
 * The queue of work to do later.
 * Invariant: a job runs for one worker at a time, until its lease is over; a unique key names at most one waiting job.
 */
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Job, JobStore } from '#server/core/kernel/stores.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import { prepared } from '../prepared.ts';
import { readJson, readObject, writeJson } from './json-columns.ts';

const enqueueJob = prepared<
  Pick<
    Selectable<Tables['jobs']>,
    'id' | 'kind' | 'payload' | 'owner' | 'unique_key' | 'run_at' | 'created_at'
  >
>(({ database }, parameter) =>
  database
    .insertInto('jobs')
    .values({
      id: parameter('id'),
      kind: parameter('kind'),
      payload: parameter('payload'),
      state: 'scheduled',
      owner: parameter('owner'),
      progress: '{}',
      result: null,
      attempts: 0,
      unique_key: parameter('unique_key'),
      worker: null,
      run_at: parameter('run_at'),
      lease_until: null,
      created_at: parameter('created_at'),
      updated_at: parameter('created_at'),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export function jobStore(context: StoreContext): JobStore {
  const { database, engine } = context;
  return {
    enqueue: async (job) => {
      context.jobQueued?.();
      await enqueueJob.defer(context, {
        id: job.id,
        kind: job.kind,
        payload: writeJson(job.payload),
        owner: job.owner,
        unique_key: job.uniqueKey === undefined ? null : digest(job.uniqueKey),
        run_at: job.runAt,
        created_at: new Date().toISOString(),
      });
    },

    get: async (id) => {
      const row = await database.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toJob(row);
    },

    nextDue: async (kinds) => {
      if (kinds.length === 0) return undefined;
      const earliest = (state: 'scheduled' | 'running', column: 'run_at' | 'lease_until') =>
        database
          .selectFrom('jobs')
          .select((each) => each.fn.min(column).as('due'))
          .where('state', '=', state)
          .where(engine.isOneOf(sql.ref('kind'), kinds))
          .executeTakeFirst();
      const [scheduled, running] = await Promise.all([
        earliest('scheduled', 'run_at'),
        earliest('running', 'lease_until'),
      ]);
      const [first] = [scheduled?.due, running?.due].filter((due) => typeof due === 'string').sort();
      return first;
    },

    take: async (kinds, worker, now, leaseUntil, limit) => {
      if (kinds.length === 0) return [];
      const due = database
        .selectFrom('jobs')
        .select('seq')
        .where(engine.isOneOf(sql.ref('kind'), kinds))
        .where((each) =>
          each.or([
            each.and([each('state', '=', 'scheduled'), each('run_at', '<=', now)]),
            each.and([each('state', '=', 'running'), each('lease_until', '<', now)]),
          ]),
        )
        .orderBy('run_at')
        .orderBy('seq')
        .limit(limit)
        .modifyEnd(engine.lock.skip);
      const rows = await database
        .updateTable('jobs')
        .set({
          state: 'running',
          worker,
          lease_until: leaseUntil,
          unique_key: null,
          attempts: sql`attempts + 1`,
          updated_at: now,
        })
        .where('seq', 'in', due)
        .returningAll()
        .execute();
      return rows
        .sort((one, other) =>
          one.run_at < other.run_at ? -1 : one.run_at > other.run_at ? 1 : one.seq - other.seq,
        )
        .map(toJob);
    },

    report: async (id, change, worker) => {
      const result = await database
        .updateTable('jobs')
        .set({
          ...(change.state === undefined ? {} : { state: change.state }),
          ...(change.payload === undefined ? {} : { payload: writeJson(change.payload) }),
          ...(change.progress === undefined ? {} : { progress: writeJson(change.progress) }),
          ...(change.result === undefined ? {} : { result: writeJson(change.result) }),
          ...(change.runAt === undefined ? {} : { run_at: change.runAt }),
          ...(change.leaseUntil === undefined ? {} : { lease_until: change.leaseUntil }),
          updated_at: new Date().toISOString(),
        })
        .where('id', '=', id)
        .$if(worker !== undefined, (each) =>
          each.where('state', '=', 'running').where('worker', '=', worker ?? null),
        )
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    counts: async () => {
      const rows = await database
        .selectFrom('jobs')
        .select((each) => ['kind', 'state', each.fn.countAll<number>().as('count')])
        .groupBy(['kind', 'state'])
        .orderBy('kind')
        .orderBy('state')
        .execute();
      return rows;
    },

    texts: async function* () {
      for (let after = 0; ; ) {
        const rows = await database
          .selectFrom('jobs')
          .select(['seq', 'payload', 'result'])
          .where('seq', '>', after)
          .where((each) =>
            each.or([each('state', 'in', ['scheduled', 'running']), each('result', 'is not', null)]),
          )
          .orderBy('seq')
          .limit(1000)
          .execute();
        if (rows.length === 0) return;
        yield rows.map(({ payload, result }) => JSON.stringify([payload, result]));
        after = rows.at(-1)?.seq ?? after;
      }
    },

    purge: async (finishedBefore) => {
      const result = await database
        .deleteFrom('jobs')
        .where('state', 'in', ['completed', 'failed', 'aborted'])
        .where('updated_at', '<', finishedBefore)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

function toJob(row: Selectable<Tables['jobs']>): Job {
  return {
    id: row.id,
    kind: row.kind,
    payload: readObject(row.payload),
    state: row.state,
    owner: row.owner,
    progress: readObject(row.progress),
    result: row.result === null ? null : readJson(row.result),
    attempts: row.attempts,
    worker: row.worker,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A key may name any number of files, an index takes so many bytes. */
function digest(uniqueKey: string): string {
  return createHash('sha256').update(uniqueKey).digest('hex');
}
