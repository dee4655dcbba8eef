/**
 * Every error that the repository answers with, with its HTTP status and message.
 * Core and adapters throw only these; the edge turns them into exception entities in one place.
 * Invariant: each code appears here once, and docs/REFERENCE.md lists exactly these codes.
 */
import type { Violation } from '#wire/exception.ts';

export class RepositoryError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The exception class name that older clients read in `code`. */
  readonly className: string;
  readonly infos: readonly string[] | undefined;
  readonly violations: readonly Violation[] | undefined;
  /** A few documented places answer with `"message": null` or an empty body. */
  readonly body: 'message' | 'null-message' | 'empty';
  /** Two calls blocked each other: the same call may succeed when it is sent again. */
  readonly isTransient: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      status?: number;
      infos?: readonly string[];
      violations?: readonly Violation[];
      body?: 'message' | 'null-message' | 'empty';
      isTransient?: boolean;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'RepositoryError';
    this.code = code;
    this.status = options.status ?? catalogue[code].status;
    this.className = catalogue[code].className;
    this.infos = options.infos;
    this.violations = options.violations;
    this.body = options.body ?? 'message';
    this.isTransient = options.isTransient ?? false;
  }
}

interface CatalogueEntry {
  readonly status: number;
  readonly className: string;
}

const nuxeo = 'org.nuxeo.ecm.core.api';

export const catalogue = {
  badRequest: { status: 400, className: 'org.nuxeo.ecm.core.api.NuxeoException' },
  invalidQuery: { status: 400, className: 'org.nuxeo.ecm.core.query.QueryParseException' },
  invalidProperty: { status: 400, className: `${nuxeo}.model.PropertyException` },
  unauthenticated: { status: 401, className: `${nuxeo}.NuxeoException` },
  forbidden: { status: 403, className: `${nuxeo}.DocumentSecurityException` },
  documentNotFound: { status: 404, className: `${nuxeo}.DocumentNotFoundException` },
  notFound: {
    status: 404,
    className: 'org.nuxeo.ecm.webengine.model.exceptions.WebResourceNotFoundException',
  },
  methodNotAllowed: { status: 405, className: 'javax.ws.rs.WebApplicationException' },
  notAcceptable: { status: 406, className: 'javax.ws.rs.WebApplicationException' },
  conflict: { status: 409, className: `${nuxeo}.ConcurrentUpdateException` },
  documentExists: { status: 409, className: `${nuxeo}.DocumentExistsException` },
  locked: { status: 409, className: `${nuxeo}.lock.LockException` },
  preconditionFailed: { status: 412, className: 'javax.ws.rs.WebApplicationException' },
  payloadTooLarge: { status: 413, className: `${nuxeo}.NuxeoException` },
  quotaExceeded: { status: 413, className: 'org.nuxeo.ecm.quota.size.QuotaExceededException' },
  unsupportedMediaType: { status: 415, className: 'javax.ws.rs.WebApplicationException' },
  validation: { status: 422, className: `${nuxeo}.validation.DocumentValidationException` },
  classCast: { status: 500, className: 'java.lang.ClassCastException' },
  operationFailed: { status: 500, className: 'org.nuxeo.ecm.automation.OperationException' },
  conversionFailed: { status: 500, className: 'org.nuxeo.ecm.core.convert.api.ConversionException' },
  internal: { status: 500, className: `${nuxeo}.NuxeoException` },
  unsupported: { status: 501, className: 'java.lang.UnsupportedOperationException' },
  overloaded: { status: 503, className: `${nuxeo}.NuxeoException` },
  unavailable: { status: 503, className: `${nuxeo}.NuxeoException` },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

/** Factories for the messages that the interface prescribes; for rarer errors use `new RepositoryError`. */
export const errors = {
  badRequest: (message: string, cause?: unknown) => new RepositoryError('badRequest', message, { cause }),
  documentNotFound: (reference: string) => new RepositoryError('documentNotFound', reference),
  notFound: (message: string) => new RepositoryError('notFound', message),
  missingPrivilege: (permission: string, username: string) =>
    new RepositoryError('forbidden', `Privilege '${permission}' is not granted to '${username}'`),
  forbidden: (message: string) => new RepositoryError('forbidden', message),
  invalidChangeToken: (id: string) => new RepositoryError('conflict', `${id}, Invalid change token`),
  invalidQuery: (query: string, messages: readonly string[]) =>
    new RepositoryError('invalidQuery', `Failed to execute query: ${query}, ${messages.join('; ')}`, {
      infos: messages,
    }),
  validation: (violations: readonly Violation[]) =>
    new RepositoryError(
      'validation',
      violations.length === 1
        ? `Constraint violation thrown on property ${violations[0]?.path[0]?.field_name}: '${violations[0]?.message}'`
        : `${violations.length} constraint violation(s) thrown. First one thrown is '${violations[0]?.message}'`,
      { violations },
    ),
} as const;

/** Looks at the causes too, since operations wrap the errors of what they call. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RepositoryError && error.isTransient) return true;
  return error instanceof Error && error.cause !== undefined && isTransient(error.cause);
}

/** A conversion that was stopped early. Either the file or the machine may be the reason, so it may succeed another day. */
export class ConversionInterrupted extends RepositoryError {
  readonly tookTooLong: boolean;

  constructor(message: string, tookTooLong = false) {
    super('conversionFailed', message);
    this.tookTooLong = tookTooLong;
  }
}
