/**
 * The one error that calls to the repository end in. A cancelled call is not an error of this kind: it rejects
 * with the signal's own reason, so that react-query recognises it. Its message is for people, in their language.
 */

export type ApiErrorKind =
  /** The server could not be reached at all. */
  | 'network'
  /** It was reached, but no answer began within the time allowed. */
  | 'timeout'
  /** It answered with an error status. */
  | 'http'
  /** It refused property values; `violations` says which. */
  | 'validation'
  /** Something answered, but not with what a repository answers (HTML, broken JSON, another shape). */
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
  /** Its message without what it quotes of the server's. */
  readonly words: string;
  /** The server's own words, whatever its language; empty when there are none. */
  readonly serverMessage: string;
  /** 0 when there was no answer. */
  readonly status: number;
  /** What the server's log calls this request, when it says so. */
  readonly requestId: string | null;
  /** Messages by property xpath, for the fields of a form. */
  readonly violations: ReadonlyMap<string, readonly string[]>;
  /** Where a query is faulty. */
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

/** Nobody has answered. */
export function isUnreached(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'network' || error.kind === 'timeout');
}

/** What a part of a page has to say of a question that failed: nothing while it shows what was there before the line was lost. */
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
