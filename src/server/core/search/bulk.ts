/**
 * Bulk commands: an action on every document of a query, as a stored job.
 * Invariants: the job runs with the rights that its owner has at that time; stopping it, or the server, leaves only complete
 * transactions; only its owner and administrators can see that it exists.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { BulkFailure, BulkState, BulkStatusEntity } from '#wire/search.ts';
import { takeBatchBlob } from '../files/uploads.ts';
import { Budget, type Ending } from '../kernel/budget.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { DocumentRow, Principals } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Job, StoredBlob } from '../kernel/stores.ts';
import { principalsOf } from '../people/principals.ts';
import type { BulkAction } from './bulk-actions.ts';
import { allIds, checkedQuery } from './run-query.ts';

const bulkJobKind = 'bulk';

const sliceSize = 25;

/** Failures kept with their reasons; all are counted. */
const mostFailures = 100;

export interface BulkCommand {
  readonly action: string;
  readonly query: string;
  readonly parameters?: JsonObject | undefined;
  /** 0 or less: no limit. */
  readonly queryLimit?: number | undefined;
  readonly excludeIds?: readonly string[] | undefined;
}

export async function submitBulk(session: Session, command: BulkCommand): Promise<BulkStatusEntity> {
  const action = session.repository.bulkActions.get(command.action);
  if (!action) throw errors.badRequest(`Unknown bulk action: ${command.action}`);
  if (!action.forEveryone && !session.principals.isAdministrator) {
    throw errors.forbidden(`Bulk action ${command.action} is for administrators`);
  }
  const parameters = command.parameters ?? {};
  checkedQuery(session, command.query);
  action.check(session, parameters);
  const id = crypto.randomUUID();
  const { jobs } = await session.write();
  await jobs.enqueue({
    id,
    kind: bulkJobKind,
    owner: session.username,
    runAt: session.now.toISOString(),
    payload: {
      action: command.action,
      query: command.query,
      repository: session.repositoryName,
      parameters,
      queryLimit: Math.max(0, command.queryLimit ?? 0),
      excludeIds: command.excludeIds ?? [],
    },
  });
  return statusOf(await ownJob(session, id));
}

export async function bulkStatus(session: Session, id: string): Promise<BulkStatusEntity> {
  return statusOf(await ownJob(session, id));
}

/** The file that a command has made, as long as it is kept. */
export async function bulkFile(session: Session, id: string): Promise<StoredBlob> {
  const { owner } = await ownJob(session, id);
  const blob = owner === session.username ? await takeBatchBlob(session, id, '0') : undefined;
  if (!blob) throw errors.notFound(`Bulk command with id=${id} has no file`);
  return blob;
}

/** Documents already changed stay changed. */
export async function abortBulk(session: Session, id: string): Promise<BulkStatusEntity> {
  const { jobs } = await session.write();
  const job = await ownJob(session, id);
  if (job.state === 'scheduled' || job.state === 'running') {
    await jobs.report(id, {
      state: 'aborted',
      progress: { ...job.progress, completed: session.now.toISOString() },
    });
  }
  return statusOf(await ownJob(session, id));
}

async function ownJob(session: Session, id: string): Promise<Job> {
  const job = await session.read.jobs.get(id);
  const isOwn = job?.owner === session.username || session.principals.isAdministrator;
  if (!job || job.kind !== bulkJobKind || !isOwn) {
    throw errors.notFound(`Bulk command with id=${id} doesn't exist`);
  }
  return job;
}

const states: Readonly<Record<Job['state'], BulkState>> = {
  scheduled: 'SCHEDULED',
  running: 'RUNNING',
  completed: 'COMPLETED',
  failed: 'COMPLETED',
  aborted: 'ABORTED',
};

function statusOf(job: Job): BulkStatusEntity {
  const number = (name: string): number => numberIn(job.progress, name);
  const text = (name: string): string | null => {
    const value = job.progress[name];
    return typeof value === 'string' ? value : null;
  };
  const start = text('processingStart');
  const end = text('processingEnd');
  const errorMessage = text('errorMessage');
  const failures = failuresIn(job.progress);
  return {
    'entity-type': 'bulkStatus',
    commandId: job.id,
    state: states[job.state],
    processed: number('processed'),
    skipCount: number('skipCount'),
    error: job.state === 'failed' || number('errorCount') > 0,
    errorCount: number('errorCount'),
    ...(errorMessage === null ? {} : { errorMessage }),
    ...(failures.length === 0 ? {} : { errors: failures }),
    total: number('total'),
    action: String(job.payload.action),
    username: job.owner ?? '',
    submitted: job.createdAt,
    scrollStart: text('scrollStart'),
    scrollEnd: text('scrollEnd'),
    processingStart: start,
    processingEnd: end,
    completed: text('completed'),
    processingMillis: start && end ? Date.parse(end) - Date.parse(start) : 0,
    ...(job.result === null ? {} : { result: job.result }),
  };
}

function failuresIn({ errors: stored }: JsonObject): readonly BulkFailure[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) =>
    isJsonObject(one) && typeof one.uid === 'string' && typeof one.message === 'string'
      ? [{ uid: one.uid, message: one.message }]
      : [],
  );
}

// ------------------------------------------------------------------------------------------ the worker's side

/** Thrown when the command was aborted meanwhile, or another server has taken it. */
class LostJob extends Error {}

interface Caller {
  readonly principals: Principals;
  readonly repositoryName: string;
}

interface Run {
  readonly repository: Repository;
  readonly job: Job;
  readonly ending: Ending;
  readonly caller: Caller;
  readonly action: BulkAction;
  readonly parameters: JsonObject;
}

/** Runs the whole command, and reports its end itself. */
export const bulkJob: JobHandler = { kind: bulkJobKind, takesLong: true, run: runBulkJob };

async function runBulkJob(repository: Repository, job: Job, ending: Ending): Promise<undefined> {
  try {
    await run(await prepare(repository, job, ending));
  } catch (error) {
    if (error instanceof LostJob) return;
    if (ending.aborted) throw error;
    const errorMessage = error instanceof RepositoryError ? error.message : 'Internal Server Error';
    repository.ports.log.error('A bulk command failed', { id: job.id, reason: String(error) });
    await report(repository, job, 'failed', { ...job.progress, errorCount: 1, errorMessage });
  }
}

async function prepare(repository: Repository, job: Job, ending: Ending): Promise<Run> {
  const { payload } = job;
  const action = repository.bulkActions.get(String(payload.action));
  if (!action) throw errors.badRequest('The action behind this command is gone');
  return {
    repository,
    job,
    ending,
    caller: await callerNow(repository, job),
    action,
    parameters: isJsonObject(payload.parameters) ? payload.parameters : {},
  };
}

/** Read again for each slice: a command takes hours, and its owner may be suspended or leave a group meanwhile. */
async function callerNow(repository: Repository, { owner, payload }: Job): Promise<Caller> {
  const principals = await readStores(repository, (stores) =>
    principalsOf(stores, repository.settings.administratorGroups, owner ?? ''),
  );
  if (!principals) throw errors.badRequest('The person behind this command is gone');
  return { principals, repositoryName: String(payload.repository) };
}

async function run(begins: Run): Promise<void> {
  const { repository, job } = begins;
  let task = begins;
  const now = (): string => repository.ports.clock.now().toISOString();
  const begun = await begin(task);
  const { ids } = begun;
  let { progress } = begun;
  for (let at = numberIn(progress, 'processed'); at < ids.length; at = numberIn(progress, 'processed')) {
    task = { ...task, caller: await callerNow(repository, job) };
    progress = await applySlice(task, ids.slice(at, at + sliceSize), progress);
  }
  const result = task.action.finish ? await finish(task, ids) : null;
  const end = now();
  await report(repository, job, 'completed', { ...progress, processingEnd: end, completed: end }, result);
}

interface Begun {
  readonly ids: readonly string[];
  readonly progress: JsonObject;
}

/** Stores the ids found by the query, so that after a restart the command goes on with the same documents. */
async function begin(task: Run): Promise<Begun> {
  const { repository, job } = task;
  const { ids: found } = job.payload;
  if (Array.isArray(found)) return { ids: found.map(String), progress: job.progress };
  const now = (): string => repository.ports.clock.now().toISOString();
  const scrollStart = now();
  const ids = await matchingIds(task);
  const progress = { scrollStart, scrollEnd: now(), processingStart: now(), total: ids.length, processed: 0 };
  const isOurs = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs } = await session.write();
    return jobs.report(job.id, { progress, payload: { ...job.payload, ids } }, job.worker ?? undefined);
  });
  if (!isOurs) throw new LostJob();
  return { ids, progress };
}

function numberIn(progress: JsonObject, name: string): number {
  const value = progress[name];
  return typeof value === 'number' ? value : 0;
}

async function matchingIds({ repository, job, caller }: Run): Promise<readonly string[]> {
  const { query, queryLimit, excludeIds } = job.payload;
  const excluded = new Set(Array.isArray(excludeIds) ? excludeIds : []);
  return inSession(repository, caller, async (session) => {
    const ids = [];
    const limit = typeof queryLimit === 'number' ? queryLimit : 0;
    for await (const id of allIds(session, String(query), limit)) if (!excluded.has(id)) ids.push(id);
    return ids;
  });
}

/**
 * One transaction for the slice; when that fails, one for each document, so that a bad one does not affect the others.
 * The progress is stored in the same transaction.
 */
async function applySlice(task: Run, ids: readonly string[], before: JsonObject): Promise<JsonObject> {
  const after = (progress: JsonObject, count: number): JsonObject => ({
    ...progress,
    processed: numberIn(progress, 'processed') + count,
  });
  const whole = after(before, ids.length);
  const failure = await applyTogether(task, ids, whole);
  if (failure === undefined) return whole;
  if (ids.length > 1) {
    let progress = before;
    for (const id of ids) progress = await applySlice(task, [id], progress);
    return progress;
  }
  const [id] = ids;
  const earlier = failuresIn(before);
  const named = ids.map((uid) => ({ uid, message: failure }));
  const failed = {
    ...whole,
    errorCount: numberIn(before, 'errorCount') + 1,
    errorMessage: (id !== undefined && task.action.failure?.(task.job.id, id)) || failure,
    errors: earlier.length < mostFailures ? [...earlier, ...named].map((one) => ({ ...one })) : before.errors,
  };
  if (!(await report(task.repository, task.job, 'running', failed))) throw new LostJob();
  return failed;
}

/** Returns why it failed; undefined on success. */
async function applyTogether(
  task: Run,
  ids: readonly string[],
  progress: JsonObject,
): Promise<string | undefined> {
  const { repository, caller, ending, job } = task;
  const budget = new Budget(repository.settings.limits.job, ending);
  try {
    await inSession(repository, { ...caller, budget }, async (session) => {
      const { documents, jobs } = await session.write();
      for (const id of ids) {
        await budget.step();
        const row = await documents.get(id);
        if (row) await task.action.apply(session, row, task.parameters);
      }
      const isOurs = await jobs.report(job.id, { progress }, job.worker ?? undefined);
      if (!isOurs) throw new LostJob();
    });
    return undefined;
  } catch (error) {
    if (task.ending.aborted || error instanceof LostJob) throw error;
    return error instanceof RepositoryError ? error.message : String(error);
  }
}

async function finish(task: Run, ids: readonly string[]): Promise<Json> {
  return inSession(task.repository, task.caller, async (session) => {
    async function* rows(): AsyncGenerator<DocumentRow> {
      for (let at = 0; at < ids.length; at += sliceSize) {
        yield* await session.read.documents.getMany(ids.slice(at, at + sliceSize));
      }
    }
    return task.action.finish?.(session, rows(), task.parameters, task.job.id) ?? null;
  });
}

/** False when the command was aborted meanwhile, or another server has taken it. */
async function report(
  repository: Repository,
  { id, worker }: Job,
  state: Job['state'],
  progress: JsonObject,
  result?: Json,
): Promise<boolean> {
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs } = await session.write();
    const change = { state, progress, ...(result === undefined ? {} : { result }) };
    return jobs.report(id, change, worker ?? undefined);
  });
}
