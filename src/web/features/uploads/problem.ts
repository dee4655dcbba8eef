/** Turns an error into the reason why a file could not be uploaded. */
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import type { Problem, ProblemKind } from './upload-item.ts';

/** A refusal that this app raises itself, with its reason. */
export class UploadRefusal extends Error {
  readonly problem: Problem;

  constructor(kind: ProblemKind, detail = '') {
    super(detail === '' ? kind : detail);
    this.name = 'UploadRefusal';
    this.problem = { kind, detail };
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof UploadRefusal) return error.problem;
  if (!isApiError(error))
    return { kind: 'refused', detail: error instanceof Error ? error.message : String(error) };
  // Each kind has a text of the app's own; the server's message adds details such as the folder or the limit.
  return { kind: kindOf(error), detail: (error.kind === 'http' && error.serverMessage) || error.message };
}

function kindOf(error: ApiError): ProblemKind {
  if (error.kind === 'network') return 'connection';
  if (error.kind === 'signed-out' || error.status === 401) return 'signed-out';
  if (isPassing(error)) return 'busy';
  if (error.status === 403) return 'forbidden';
  if (error.status === 404) return 'gone';
  if (error.status === 507) return 'quota';
  if (error.status === 413) return /quota/i.test(error.serverMessage) ? 'quota' : 'too-large';
  return 'refused';
}

/** True if it is worth trying again without the person: a busy server, or no answer in time. */
export function isPassing(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'timeout' || [429, 502, 503, 504].includes(error.status));
}
