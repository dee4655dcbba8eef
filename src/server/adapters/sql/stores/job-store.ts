/**
 * The job queue.
 * Invariant: one worker at a time runs a job, until its lease ends; a unique key has at most one waiting job.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { DueJobs, Job, JobStore } from '#server/core/kernel/stores.ts';
import type { Json } from '#wire/json.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import { prepared } from '../prepared.ts';
import { preparedInsert } from '../prepared-insert.ts';
import { readJson, readObject, writeJson } from './json-columns.ts';

const enqueueJobs = preparedInsert<
  Pick<
    Selectable<Tables['jobs']>,
    'id' | 'kind' | 'payload' | 'owner' | 'unique_key' | 'series' | 'run_at' | 'created_at'
  >
>({
  into: sql`insert into jobs`,
  values: {
    id: 'text',
    kind: 'text',
    payload: 'json',
    owner: 'text',
    unique_key: 'text',
    series: 'text',
    run_at: 'text',
    created_at: 'text',
  },
  columns: (_context, given) => ({
    id: given('id'),
    kind: given('kind'),
    payload: given('payload'),
    state: sql`'scheduled'`,
    owner: given('owner'),
    progress: sql`'{}'`,
    attempts: sql`0`,
    unique_key: given('unique_key'),
    series: given('series'),
    run_at: given('run_at'),
    created_at: given('created_at'),
    updated_at: given('created_at'),
  }),
  onConflict: sql`on conflict do nothing`,
});

/** Exactly as in the index. */
const person = sql<string>`coalesce(owner, '')`;

/** Jumps from person to person in the index, past all but the first job of each. */
const firstDue = prepared<{ readonly kinds: unknown }, DueJobs>(({ engine }, parameter) => {
  const first = (what: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`(select ${what} from jobs where state = 'scheduled' and ${where} order by ${what} limit 1)`;
  return sql<DueJobs>`
    with recursive waiting(kind, person) as (
      select distinct kinds.value, ${first(person, sql`kind = kinds.value`)}
      from ${engine.eachText(parameter('kinds'), 'kinds')}
      union all
      select kind, ${first(person, sql`jobs.kind = waiting.kind and ${person} > waiting.person`)}
      from waiting where person is not null
    )
    select kind, person, 'scheduled' as state,
      ${first(sql`run_at`, sql`jobs.kind = waiting.kind and ${person} = waiting.person`)} as due
    from waiting where person is not null
    union all
    select kind, ${person} as person, 'running' as state, min(lease_until) as due from jobs
    where state = 'running' and ${engine.isOneOfTexts(sql.ref('kind'), parameter('kinds'))}
    group by kind, ${person}`;
});

/** No earlier job of the same series, or of one above or below it, is waiting or running. Failed jobs do not count. */
const isFirstOfItsSeries = sql<boolean>`(series is null or not exists (
  select 1 from jobs earlier
  where earlier.series is not null and earlier.state in ('scheduled', 'running') and earlier.seq < jobs.seq
    and (substr(jobs.series, 1, length(earlier.series)) = earlier.series
      or substr(earlier.series, 1, length(jobs.series)) = jobs.series)))`;

interface Taking {
  readonly kind: string;
  readonly person: string;
  readonly worker: string;
  readonly now: string;
  readonly leaseUntil: string;
  readonly limit: number;
}

/** @param due the column with the time from which a job in that state may be taken */
const takeJobs = (state: DueJobs['state'], due: 'run_at' | 'lease_until') =>
  prepared<Taking, Selectable<Tables['jobs']>>(({ database, engine }, parameter) =>
    database
      .updateTable('jobs')
      .set({
        state: 'running',
        worker: parameter('worker'),
        lease_until: parameter('leaseUntil'),
        unique_key: null,
        attempts: sql`attempts + 1`,
        updated_at: parameter('now'),
      })
      .where(
        'seq',
        'in',
        database
          .selectFrom('jobs')
          .select('seq')
          .where('state', '=', sql.lit(state))
          .where('kind', '=', parameter('kind'))
          .where(person, '=', parameter('person'))
          .where(due, '<=', parameter('now'))
          .where(isFirstOfItsSeries)
          .orderBy(due)
          .orderBy('seq')
          .limit(parameter('limit'))
          .modifyEnd(engine.lock.skip),
      )
      .returningAll(),
  );
const takeWaiting = takeJobs('scheduled', 'run_at');
const takeLost = takeJobs('running', 'lease_until');

const reportable = ['state', 'payload', 'progress', 'result', 'run_at', 'lease_until'] as const;

/** Null leaves a column as it is; without a worker the job need not be running. */
const reportOnJob = prepared<
  Readonly<Record<(typeof reportable)[number], string | null>> & {
    readonly id: string;
    readonly worker: string | null;
    readonly attempts: number | null;
    readonly updated_at: string;
  }
>((_context, parameter) => {
  const changes = [...reportable, 'attempts' as const].map(
    (name) => sql`${sql.ref(name)} = coalesce(${parameter(name)}, ${sql.ref(name)})`,
  );
  const worker = sql`cast(${parameter('worker')} as text)`;
  return sql`update jobs set ${sql.join(changes)}, updated_at = ${parameter('updated_at')}
    where id = ${parameter('id')} and (${worker} is null or (state = 'running' and worker = ${worker}))`;
});

export function jobStore(context: StoreContext): JobStore {
  const { database, engine } = context;

  const changeIf = async (
    id: string,
    state: Job['state'],
    change: Updateable<Tables['jobs']>,
  ): Promise<boolean> => {
    const result = await database
      .updateTable('jobs')
      .set({ ...change, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('state', '=', state)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  };

  return {
    enqueue: async (...jobs) => {
      if (jobs.length === 0) return;
      context.jobQueued?.();
      const now = new Date().toISOString();
      await enqueueJobs.defer(
        context,
        jobs.map((job) => ({
          id: job.id,
          kind: job.kind,
          payload: writeJson(job.payload),
          owner: job.owner,
          unique_key: job.uniqueKey === undefined ? null : digest(job.uniqueKey),
          series: job.series ?? null,
          run_at: job.runAt,
          created_at: now,
        })),
      );
    },

    get: async (id) => {
      const row = await database.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toJob(row);
    },

    due: async (kinds) => {
      const found = await firstDue.rows(context, { kinds: engine.textList(kinds) });
      return found.map(({ kind, person, state, due }) => ({ kind, person, state, due }));
    },

    take: async ({ kind, person, state }, worker, now, leaseUntil, limit) => {
      const statement = state === 'scheduled' ? takeWaiting : takeLost;
      const rows = await statement.rows(context, { kind, person, worker, now, leaseUntil, limit });
      return rows
        .toSorted((one, other) =>
          one.run_at < other.run_at ? -1 : one.run_at > other.run_at ? 1 : one.seq - other.seq,
        )
        .map(toJob);
    },

    report: async (id, change, worker) => {
      const json = (value: Json | undefined): string | null =>
        value === undefined ? null : writeJson(value);
      const changed = await reportOnJob.changes(context, {
        id,
        worker: worker ?? null,
        state: change.state ?? null,
        payload: json(change.payload),
        progress: json(change.progress),
        result: json(change.result),
        run_at: change.runAt ?? null,
        lease_until: change.leaseUntil ?? null,
        attempts: change.attempts ?? null,
        updated_at: new Date().toISOString(),
      });
      return changed === 1;
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

    latest: async (state, limit) => {
      const rows = await database
        .selectFrom('jobs')
        .selectAll()
        .$if(state !== undefined, (each) => each.where('state', '=', state ?? 'failed'))
        .orderBy('updated_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toJob);
    },

    restart: async (id, runAt) => {
      const isChanged = await changeIf(id, 'failed', {
        state: 'scheduled',
        attempts: 0,
        result: null,
        run_at: runAt,
      });
      if (isChanged) context.jobQueued?.();
      return isChanged;
    },

    giveUp: (id) => changeIf(id, 'scheduled', { state: 'aborted', unique_key: null }),

    waiting: async (kind, owner) => {
      const rows = await database
        .selectFrom('jobs')
        .select((each) => ['owner', each.fn.countAll<number>().as('count')])
        .where('state', '=', 'scheduled')
        .where('kind', '=', kind)
        .groupBy('owner')
        .execute();
      return {
        own: rows.find((row) => row.owner === owner)?.count ?? 0,
        all: rows.reduce((sum, { count }) => sum + count, 0),
      };
    },

    unfinishedIn: async (series) => {
      if (series.length === 0) return [];
      const rows = await database
        .selectFrom('jobs')
        .selectAll()
        .where('state', 'in', ['scheduled', 'running'])
        .where('series', 'in', series)
        .execute();
      return rows.map(toJob);
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

    purge: async (finishedBefore, limit) => {
      const old = database
        .selectFrom('jobs')
        .select('seq')
        .where('state', 'in', ['completed', 'failed', 'aborted'])
        .where('updated_at', '<', finishedBefore)
        // The oldest come first in the table, so that recent rows are not read each time.
        .orderBy('seq')
        .limit(limit);
      const result = await database.deleteFrom('jobs').where('seq', 'in', old).executeTakeFirst();
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

/** A key may have any length, an index entry may not. */
function digest(uniqueKey: string): string {
  return createHash('sha256').update(uniqueKey).digest('hex');
}
