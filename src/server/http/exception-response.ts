/**
 * Turns errors into answers; the only place that does.
 * Invariant: outside developer mode, an error that is not in the catalogue reveals nothing, and is logged once under the
 * request id that the caller gets.
 */
import type { ErrorCode } from '#server/core/kernel/errors.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { ExceptionEntity, ValidationReportEntity } from '#wire/exception.ts';
import { loggedPath } from './logged-path.ts';
import { entity } from './responses.ts';

export interface FailedRequest {
  readonly request: Request;
  readonly requestId: string;
  readonly developer: boolean;
  readonly log: Logger;
}

/** Their messages may contain internal details. */
const masked: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['internal']);

export function exceptionResponse(error: unknown, failed: FailedRequest): Response {
  const known = error instanceof RepositoryError ? error : undefined;
  const status = known?.status ?? 500;
  // Errors after the client has gone are not logged.
  if ((!known || masked.has(known.code)) && !failed.request.signal.aborted) {
    failed.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error), {
      requestId: failed.requestId,
      method: failed.request.method,
      path: loggedPath(new URL(failed.request.url).pathname),
      ...(error instanceof Error && error.cause !== undefined ? { cause: String(error.cause) } : {}),
    });
  }
  if (known?.body === 'empty') return new Response(null, { status });
  if (known?.violations && acceptsJson(failed.request)) {
    const report: ValidationReportEntity = {
      'entity-type': 'validation_report',
      has_error: true,
      number: known.violations.length,
      violations: known.violations,
    };
    return entity(report, status);
  }
  return entity(exceptionEntity(error, status, failed.developer), status);
}

export function exceptionEntity(
  error: unknown,
  status: number,
  developer: boolean,
): ExceptionEntity & object {
  const known = error instanceof RepositoryError ? error : undefined;
  const own = error instanceof Error ? error.message : String(error);
  const isHidden = !developer && (!known || masked.has(known.code));
  const isNull = known?.body === 'null-message';
  return {
    'entity-type': 'exception',
    code: known?.className ?? 'org.nuxeo.ecm.core.api.NuxeoException',
    status,
    message: isNull ? null : isHidden ? 'Internal Server Error' : own,
    ...(known?.infos ? { infos: known.infos, statusCode: status } : {}),
    ...(developer ? stackOf(error, status) : {}),
  };
}

function stackOf(error: unknown, status: number): object {
  if (!(error instanceof Error)) return {};
  const known = error instanceof RepositoryError ? error : undefined;
  return {
    stacktrace: error.stack ?? '',
    exception: {
      className: known?.className ?? 'org.nuxeo.ecm.core.api.NuxeoException',
      message: error.message,
      originalMessage: error.message,
      infos: known?.infos ?? [],
      statusCode: status,
      cause: error.cause === undefined ? null : { message: String(error.cause) },
      stackTrace: framesOf(error.stack ?? ''),
    },
  };
}

/** Stack frames in the form of Java's, which clients in other languages read. */
function framesOf(stack: string): readonly object[] {
  return [...stack.matchAll(/^ {4}at (?:async )?(?:(.*) \()?(.+):(\d+):\d+\)?$/gm)].map(
    ([, name = '', fileName, line]) => ({
      className: name.slice(0, Math.max(0, name.lastIndexOf('.'))),
      methodName: name.slice(name.lastIndexOf('.') + 1),
      fileName,
      lineNumber: Number(line),
      nativeMethod: false,
    }),
  );
}

function acceptsJson(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('application/json');
}
