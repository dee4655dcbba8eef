/**
 * The only error that failed calls to the repository throw. A cancelled call throws the signal's own reason instead, so that
 * react-query recognises it. The message is for people, in their language.
 */

export type ApiErrorKind =
  /** The server could not be reached at all. */
  | 'network'
  /** It was reached, but did not begin to answer within the time allowed. */
  | 'timeout'
  /** It answered with an error status. */
  | 'http'
  /** It refused property values; `violations` says which. */
  | 'validation'
  /** The answer is not one of a repository (HTML, broken JSON, another shape). */
  | 'not-a-repository'
  /** Nobody is signed in. */
  | 'signed-out';

export interface ApiErrorDetails {
  readonly kind: ApiErrorKind;
  readonly message: string;
  readonly words?: string;
  readonly serverMessage?: string;
  readonly status?: number;
  readonly requestId?: string | null;
  readonly violations?: ReadonlyMap<string, readonly string[]>;
  readonly infos?: readonly string[];
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The message without quotations of the server's text. */
  readonly words: string;
  /** The server's own text, in its language; empty if there is none. */
  readonly serverMessage: string;
  /** 0 if there was no answer. */
  readonly status: number;
  /** The id of this request in the server's log, if the server sends it. */
  readonly requestId: string | null;
  /** Messages by property xpath, for the fields of a form. */
  readonly violations: ReadonlyMap<string, readonly string[]>;
  /** Messages about the mistakes in a query. */
  readonly infos: readonly string[];

  constructor(details: ApiErrorDetails) {
    super(details.message, { cause: details.cause });
    this.name = 'ApiError';
    this.kind = details.kind;
    this.words = details.words ?? details.message;
    this.serverMessage = details.serverMessage ?? '';
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.violations = details.violations ?? new Map();
    this.infos = details.infos ?? [];
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** True for the answer to a stale change token, a held lock or a name that is taken. */
export function isConflict(error: unknown): boolean {
  return isApiError(error) && error.status === 409;
}

/** The server could not be reached, or did not answer in time. */
export function isUnreached(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'network' || error.kind === 'timeout');
}

/** The error that a part of a page shows for a query; null while it shows earlier data because the connection was lost. */
export function failureBeside({
  data,
  error,
}: {
  readonly data: unknown;
  readonly error: Error | null;
}): Error | null {
  return data !== undefined && isUnreached(error) ? null : error;
}

export function hasStatus(error: unknown, status: number): boolean {
  return isApiError(error) && error.status === status;
}

export function isHtml(response: Response): boolean {
  return (response.headers.get('Content-Type') ?? '').includes('html');
}
