/**
 * The schema of both engines for Kysely, and the executor interface that each engine implements.
 * Invariant: columns have the same names and meaning everywhere; booleans are 0 and 1, times are ISO 8601 UTC text with
 * milliseconds, JSON is read and written as text, and text sorts by code point.
 */
import { tracingChannel } from 'node:diagnostics_channel';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type Generated,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { unstorable } from './stores/json-columns.ts';

export type Flag = 0 | 1;

export interface DocumentsTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly repository: string;
  readonly parent_id: string | null;
  /** The parent; for a version its document's parent. Queries know it as the parent. */
  readonly folder_id: string | null;
  readonly name: string;
  readonly type: string;
  readonly state: string | null;
  readonly position: number | null;
  readonly is_checked_out: Flag;
  readonly is_version: Flag;
  readonly is_latest_version: Flag;
  readonly is_latest_major_version: Flag;
  readonly is_proxy: Flag;
  /** The facet HiddenInNavigation was added to the document. */
  readonly hidden: Flag;
  readonly series_id: string;
  readonly version_label: string | null;
  readonly version_description: string | null;
  readonly version_created: string | null;
  readonly base_version_id: string | null;
  readonly proxy_target_id: string | null;
  readonly lock_owner: string | null;
  readonly lock_created: string | null;
  readonly system_change: number;
  readonly user_change: number;
  /** The place with the document's path, rights and trash state. */
  readonly place_id: number;
  readonly title: string | null;
  /** See sort-key.ts. */
  readonly title_key: string;
  readonly created: string | null;
  readonly modified: string | null;
  readonly creator: string | null;
  readonly last_contributor: string | null;
  readonly nature: string | null;
  readonly facets: string;
  readonly acls: string;
  /** Stored in a form that depends on the engine; read it as document-columns.ts does. */
  readonly properties: string;
  /** The size of all files in the properties. */
  readonly content_bytes: number;
}

/**
 * Inherited values, stored once. A document has a place of its own when it has children, ACLs of its own, or is trashed
 * by itself; all others use their parent's place.
 */
export interface PlacesTable {
  readonly id: Generated<number>;
  readonly repository: string;
  readonly document_id: string;
  readonly path: string | null;
  readonly chain: Generated<string>;
  readonly read_acl_id: number;
  readonly is_trashed: Flag;
}

export interface Tables {
  readonly schema_version: { readonly version: number };
  readonly places: PlacesTable;
  /** Places of removed trees, as long as rows of documents name them: those documents are removed too (removed-trees.ts). */
  readonly removed_places: { readonly place_id: number };
  readonly documents: DocumentsTable;
  /** Amounts that are to be added to the space that documents state (content-counts.ts). */
  readonly content_changes: {
    readonly seq: Generated<number>;
    readonly document_id: string;
    readonly total: number;
    readonly trash: number;
    readonly versions: number;
  };
  /** The stored bytes that a document's properties use. */
  readonly blob_references: { readonly blob_key: string; readonly document_seq: number };
  readonly read_acls: {
    readonly id: Generated<number>;
    readonly digest: string;
    readonly entries: string;
  };
  readonly document_text: {
    readonly document_seq: number;
    readonly title: string;
    readonly body: string;
    readonly blob_text: string;
  };
  readonly entries: {
    readonly seq: Generated<number>;
    readonly directory: string;
    readonly id: string;
    readonly fields: string;
  };
  readonly entry_counters: { readonly directory: string; readonly value: number };
  readonly memberships: {
    readonly group_name: string;
    readonly kind: 'user' | 'group';
    readonly member: string;
    readonly place: number;
  };
  readonly audit: {
    readonly id: Generated<number>;
    readonly event_id: string;
    readonly category: string;
    readonly principal_name: string | null;
    readonly event_date: string;
    readonly log_date: string;
    readonly repository_id: string | null;
    readonly doc_uuid: string | null;
    readonly doc_path: string | null;
    readonly doc_type: string | null;
    readonly doc_life_cycle: string | null;
    readonly comment: string | null;
    readonly extended: string;
  };
  readonly batches: {
    readonly id: string;
    readonly owner: string;
    readonly handler: string;
    readonly created_at: string;
    readonly touched_at: string;
  };
  readonly batch_files: {
    readonly batch_id: string;
    readonly file_index: string;
    readonly name: string;
    readonly mime_type: string | null;
    readonly size: number;
    readonly upload_type: 'normal' | 'chunked';
    readonly chunk_count: number | null;
    readonly blob: string | null;
    readonly blob_key: string | null;
  };
  readonly batch_chunks: {
    readonly batch_id: string;
    readonly file_index: string;
    readonly chunk_index: string;
    readonly blob_key: string;
    readonly size: number;
  };
  readonly jobs: {
    readonly seq: Generated<number>;
    readonly id: string;
    readonly kind: string;
    readonly payload: string;
    readonly state: 'scheduled' | 'running' | 'completed' | 'failed' | 'aborted';
    readonly owner: string | null;
    readonly progress: string;
    readonly result: string | null;
    readonly attempts: number;
    readonly unique_key: string | null;
    readonly series: string | null;
    readonly worker: string | null;
    readonly run_at: string;
    readonly lease_until: string | null;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly renditions: {
    readonly source_key: string;
    readonly kind: string;
    /** Null: the conversion is impossible. */
    readonly blob: string | null;
    readonly blob_key: string | null;
  };
  readonly idempotency: {
    readonly owner: string;
    readonly key: string;
    readonly claimed_at: string;
    /** Null while the first request is in progress. */
    readonly status: number | null;
    readonly headers: string | null;
    readonly body: string | null;
  };
}

export type Database = Kysely<Tables>;

/** Runs compiled statements; failures are thrown as RepositoryError. */
export interface Executor {
  execute(sql: string, parameters: readonly unknown[], traits?: StatementTraits): Promise<ExecutionResult>;
}

/** Hints about a statement, which an executor may use. */
export interface StatementTraits {
  /** Set for statements whose text never changes. */
  readonly name?: string;
  /** Reads a few rows by an index: sending it to another thread would cost more than running it. */
  readonly isShort?: boolean;
  /**
   * The answer is not needed: the statement may be sent together with later ones, at the latest with the commit, and its
   * failure makes the unit fail. `taken` makes the error when a unique index refuses.
   */
  readonly deferred?: { readonly taken?: () => Error; readonly late?: LateTraits };
  /** The parameters are lists of values: the statement runs once for each list, until one fails. */
  readonly isEach?: boolean;
}

/**
 * A deferred statement that may run just before the commit, together with those of other units in the same commit, which
 * all fail if it does. Statements that depend on it must name its table.
 */
export interface LateTraits {
  readonly table: string;
  /** Runs only once for several units with equal values. */
  readonly isOnce: boolean;
}

/** A unique index has the value already. */
export class TakenError extends RepositoryError {
  constructor(cause: unknown) {
    super('conflict', 'Concurrent update', { cause, isTransient: true });
  }
}

export interface ExecutionResult {
  readonly rows: readonly Record<string, unknown>[];
  readonly changes: number;
}

/** A Kysely that only builds and compiles: connections and transactions belong to the executor's owner. */
export function databaseOver(
  executor: Executor,
  engine: { createAdapter(): DialectAdapter; createQueryCompiler(): QueryCompiler },
): Database {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => engine.createAdapter(),
      createQueryCompiler: () => engine.createQueryCompiler(),
      createDriver: () => new ExecutorDriver(executor),
      createIntrospector: () => {
        throw new Error('The schema is known; nothing introspects it.');
      },
    },
  });
}

class ExecutorDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(executor: Executor) {
    this.#connection = new ExecutorConnection(executor);
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  beginTransaction(): Promise<void> {
    return refuseTransaction();
  }
  commitTransaction(): Promise<void> {
    return refuseTransaction();
  }
  rollbackTransaction(): Promise<void> {
    return refuseTransaction();
  }
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions belong to the unit of work.');
}

function isUnstorable(parameter: unknown): boolean {
  return Array.isArray(parameter)
    ? parameter.some(isUnstorable)
    : typeof parameter === 'string' && parameter.includes('\0');
}

/** Published on `muniment.sql`: the statement's text, which contains no values. */
export interface SentStatement {
  readonly sql: string;
}

/** Publishes every statement that a store sends, for traces and for tests of query plans. */
export const sentStatements = tracingChannel<SentStatement, SentStatement>('muniment.sql');

/** The only place where rows from the driver are assumed to match the schema above. */
export async function runCompiled<R>(
  executor: Executor,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  traits?: StatementTraits,
): Promise<{ readonly rows: R[]; readonly changes: number }> {
  if (parameters.some(isUnstorable)) throw unstorable();
  const send = () => executor.execute(sql, parameters, traits);
  const { rows, changes } = await (sentStatements.hasSubscribers
    ? sentStatements.tracePromise(send, { sql })
    : send());
  return { rows: rows as R[], changes };
}

class ExecutorConnection implements DatabaseConnection {
  readonly #executor: Executor;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await runCompiled<R>(this.#executor, query);
    return { rows, numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}
