/**
 * Work on everything that a search finds. It runs on the server as a job, with the rights of the person who started it; this
 * module follows it to the end. Invariant: aborting also stops the job; documents done by then stay changed.
 */
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import { encodeSegment } from './addresses.ts';
import { ApiError } from './api-error.ts';
import { isAway } from './away.ts';
import { downloadFile } from './blobs.ts';
import { isBulkStatus } from './entities.ts';
import { ownAddress } from './file-content.ts';
import { resolveProviderName } from './provider-names.ts';
import { type NamedPredicates, predicatesOf } from './provider-search.ts';
import { pause } from './retry.ts';
import { api } from './start.ts';

export type BulkSubject =
  | { readonly kind: 'query'; readonly query: string; readonly params?: readonly string[] }
  | { readonly kind: 'provider'; readonly provider: string; readonly named: NamedPredicates };

export interface BulkCommand {
  readonly subject: BulkSubject;
  readonly action: string;
  readonly parameters: JsonObject;
}

const pollEvery = 500;
/** While the server does not answer. */
const pollAwayEvery = 5_000;

/** Resolves when the server has accepted the job. */
export function startBulk({ subject, action, parameters }: BulkCommand): Promise<BulkStatusEntity> {
  const path =
    subject.kind === 'query'
      ? `/search/bulk/${encodeSegment(action)}`
      : `/search/pp/${encodeSegment(resolveProviderName(subject.provider))}/bulk/${encodeSegment(action)}`;
  const query =
    subject.kind === 'query'
      ? { query: subject.query, queryParams: subject.params }
      : predicatesOf(subject.named);
  return api().entity(path, isBulkStatus, { method: 'POST', query, body: parameters });
}

/** Resolves when the job has ended, even if parts of it failed: the status says how many. */
export async function followBulk(
  id: string,
  signal: AbortSignal,
  onProgress: (status: BulkStatusEntity) => void,
): Promise<BulkStatusEntity> {
  const at = `/bulk/${encodeSegment(id)}`;
  try {
    for (;;) {
      const status = await statusAt(at, signal);
      if (status !== undefined) onProgress(status);
      if (status?.state === 'COMPLETED' || status?.state === 'ABORTED') return status;
      await pause(status === undefined ? pollAwayEvery : pollEvery, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return api().entity(`${at}/abort`, isBulkStatus, { method: 'PUT' });
  }
}

/** Undefined while the server does not answer; the job continues all the same. */
async function statusAt(at: string, signal: AbortSignal): Promise<BulkStatusEntity | undefined> {
  try {
    return await api().entity(at, isBulkStatus, { signal });
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}

/** Saves the table that the `csvExport` job has written. */
export async function downloadExport({ result }: BulkStatusEntity): Promise<void> {
  const made: JsonObject = isJsonObject(result) ? result : {};
  if (isString(made.url)) return downloadFile(ownAddress(made.url), 'export.csv');
  throw new ApiError({ kind: 'not-a-repository', message: 'The server did not say where the table is' });
}
