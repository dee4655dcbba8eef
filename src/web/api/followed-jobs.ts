/**
 * Jobs of the server that this person waits for: they run without the page, and the next page follows them again. Stored beside
 * the session and removed with it. Invariant: if nothing can be stored, only this page follows them.
 */
import { isJsonObject, isString } from '#wire/json.ts';
import { jobsName, storageName } from './session-storage.ts';
import { runningApi } from './start.ts';

export interface FollowedJob {
  readonly id: string;
  /** As text: "Moving 310 documents to trash". */
  readonly what: string;
  /** It writes a table, which is saved at the end. */
  readonly isTable: boolean;
  /** The operation that it runs on each document. */
  readonly operation?: string | undefined;
  /** The message for when it is done; known as soon as the server has counted. */
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

/** Replaces an earlier note about the same job. */
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
    // No space is left, or storage is refused.
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
