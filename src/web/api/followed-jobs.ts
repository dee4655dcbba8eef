/**
 * Work of the server that this person waits for: it goes on without the page, and the next page follows it again. It stands
 * beside the session and goes with it. Invariant: where nothing can be stored the work is followed by this page only.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import { jobsName, storageName } from './session-storage.ts';
import { runningApi } from './start.ts';

export interface FollowedJob {
  readonly id: string;
  /** In words: "Moving 310 documents to trash". */
  readonly what: string;
  /** It writes a table, which is saved at the end. */
  readonly isTable: boolean;
  /** What it runs on each document. */
  readonly operation?: string | undefined;
  /** What to say once it is done, in words: known as soon as the server has counted. */
  readonly done?: string;
}

export function followedJobs(): readonly FollowedJob[] {
  const stored = jobsStorage();
  try {
    const found: unknown = JSON.parse(stored?.storage.getItem(stored.key) ?? '[]');
    return Array.isArray(found) ? found.filter(isFollowedJob) : [];
  } catch {
    return [];
  }
}

/** In the place of what was noted of it before. */
export function noteJob(job: FollowedJob): void {
  write([...followedJobs().filter(({ id }) => id !== job.id), job]);
}

export function forgetJob(id: string): void {
  write(followedJobs().filter((job) => job.id !== id));
}

function write(jobs: readonly FollowedJob[]): void {
  const stored = jobsStorage();
  try {
    if (jobs.length === 0) stored?.storage.removeItem(stored.key);
    else stored?.storage.setItem(stored.key, JSON.stringify(jobs));
  } catch {
    // No room is left, or none is given.
  }
}

function jobsStorage(): { readonly storage: Storage; readonly key: string } | undefined {
  const { config, session } = runningApi();
  const state = session.getState();
  if (state.status === 'signed-out') return undefined;
  const storage = state.keep ? localStorage : sessionStorage;
  return { storage, key: jobsName(storageName(config.server), state.username) };
}

function isFollowedJob(value: unknown): value is FollowedJob {
  return (
    isJsonObject(value) &&
    isString(value.id) &&
    isString(value.what) &&
    typeof value.isTable === 'boolean' &&
    (value.operation === undefined || isString(value.operation)) &&
    (value.done === undefined || isString(value.done))
  );
}
