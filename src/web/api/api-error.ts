/**
 * The one error that calls to the repository end in. A cancelled call is not an error of this kind: it rejects
 * with the signal's own reason, so that react-query recognises it.
 */
import type { Violation, ViolationPathNode } from '#wire/exception.ts';
import { isExceptionEntity, isValidationReport } from '#wire/exception.ts';

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
  readonly status?: number;
  readonly requestId?: string | null;
  readonly violations?: readonly Violation[];
  readonly infos?: readonly string[];
  readonly cause?: unknown;
}

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
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
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.violations = violationsByPath(details.violations ?? []);
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

/** Reads an answer whose status says failure. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const requestId = response.headers.get('X-Request-Id');
  const common = { status: response.status, requestId };
  const body = parseJson(text);
  if (isValidationReport(body)) {
    const message = body.violations.map((violation) => violation.message).join(' ');
    return new ApiError({ ...common, kind: 'validation', message, violations: body.violations });
  }
  if (isExceptionEntity(body)) {
    const message = body.message ?? fallbackMessage(response);
    return new ApiError({ ...common, kind: 'http', message, infos: body.infos ?? [] });
  }
  // Sign-in refusals and proxies' own pages are HTML too; only an address where nothing of ours lives is not a repository.
  const elsewhere = isHtml(response) && (response.status === 404 || response.status === 405);
  return new ApiError({
    ...common,
    kind: elsewhere ? 'not-a-repository' : 'http',
    message: fallbackMessage(response),
  });
}

export function isHtml(response: Response): boolean {
  return (response.headers.get('Content-Type') ?? '').includes('html');
}

function fallbackMessage(response: Response): string {
  return response.statusText === ''
    ? `HTTP ${response.status}`
    : `HTTP ${response.status} ${response.statusText}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function violationsByPath(violations: readonly Violation[]): ReadonlyMap<string, readonly string[]> {
  const byPath = new Map<string, string[]>();
  for (const violation of violations) {
    const path = violation.path.map(pathSegment).join('/');
    const messages = byPath.get(path) ?? [];
    messages.push(violation.message);
    byPath.set(path, messages);
  }
  return byPath;
}

function pathSegment(node: ViolationPathNode): string {
  return node.is_list_item && node.index !== undefined ? `${node.field_name}/${node.index}` : node.field_name;
}
