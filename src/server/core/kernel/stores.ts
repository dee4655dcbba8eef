/**
 * What the repository needs of a database: the stores of documents, directory entries, audit, uploads, jobs and results.
 * Invariant: no method has a do-nothing default; capabilities are stated data.
 */
import type { Query } from '#nxql/ast.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { AggregateEntity } from '#wire/search.ts';
import type { Ace, DocumentPatch, DocumentRow, NewDocumentRow } from './model.ts';
import type { PlaceStore } from './place-store.ts';

/**
 * The database. `read` sees committed data and never waits for writers. A `UnitOfWork` starts reading and becomes
 * a writing transaction at `writer()`: from then on all its reads see its own writes and, on every engine, writing
 * units are serialisable against each other for the rows they touch. Nothing is durable before `commit` resolves;
 * afterwards it survives a crash.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** `mayWrite`: others that are writing may wait a few milliseconds for it, to share one commit. */
  begin(hints?: { readonly mayWrite?: boolean }): UnitOfWork;
  /** Calls the listener soon after jobs were queued, here or on another server. Answers what ends it. */
  onJobs(listener: () => void): () => void;
  /** Calls the listeners of all servers on this database, this one's too, soon and at most once. Nobody waits for it. */
  broadcast(message: string): void;
  /** Undefined: messages of other servers may have been lost. Answers what ends it. */
  onBroadcast(listener: (message: string | undefined) => void): () => void;
  /** How busy the way to the database is now. */
  load(): StoreLoad;
  close(): Promise<void>;
}

export interface StoreLoad {
  /** Units that wait for the only writer, or for a connection. */
  readonly waiting: number;
  /** How long the first of them has waited; where there is one writer. */
  readonly milliseconds?: number;
  /** Where there are several. */
  readonly connections?: { readonly busy: number; readonly idle: number };
}

export interface UnitOfWork {
  /** The writer once there is one, else a reader of the latest committed state. */
  readonly stores: Stores;
  /** Starts (once) the writing transaction. Call it before the first read that a write depends on. */
  writer(): Promise<Stores>;
  readonly isWriting: boolean;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Stores {
  readonly documents: DocumentStore;
  readonly entries: EntryStore;
  readonly audit: AuditStore;
  readonly batches: BatchStore;
  readonly jobs: JobStore;
  readonly places: PlaceStore;
  readonly renditions: RenditionStore;
  readonly idempotency: IdempotencyStore;
}

export interface SortKey {
  /** An xpath or an `ecm:` name. */
  readonly name: string;
  readonly descending: boolean;
}

/** Which documents a query may see, decided by core: part of the compiled statement, never text glued to it (R2). */
export interface SearchScope {
  readonly repository: string;
  /** Undefined: unrestricted (administrators). Else the effective read ACLs that grant Browse now. */
  readonly readAclIds: readonly number[] | undefined;
  /** Resolves type names with their subtypes and facets. */
  readonly types: QueryTypes;
  /** What NOW() is. */
  readonly now: Date;
}

/** The part of the type registry that the compiler needs; implemented by core/types. */
export interface QueryTypes {
  /** The type and all that extend it; undefined when unknown. `Document` gives every non-relation type. */
  concreteTypes(name: string): readonly string[] | undefined;
  typesWithFacet(facet: string): readonly string[];
  /** The canonical prefixed xpath and its type; undefined when there is no such property (or it is ambiguous). */
  property(name: string): QueryProperty | undefined;
}

export type ScalarType = 'string' | 'long' | 'double' | 'boolean' | 'date' | 'binary';

export interface QueryProperty {
  /** Segments from the top property down: `['files:files', '*1', 'file', 'name']`; wildcards and indexes kept. */
  readonly segments: readonly string[];
  readonly type: ScalarType | 'blob' | 'complex';
  /** The property itself (last segment) is a list. */
  readonly isList: boolean;
}

export interface QueryRequest {
  readonly query: Query;
  readonly scope: SearchScope;
  /** Replaces the query's ORDER BY when not empty. */
  readonly sort: readonly SortKey[];
  /** 0: no limit. */
  readonly limit: number;
  readonly offset: number;
  /** Count up to this many (exact when fewer); -1: count all; 0: do not count. */
  readonly countUpTo: number;
}

export interface QueryResult<T> {
  readonly items: readonly T[];
  /** Exact total, -2 when there are more than `countUpTo`, -1 when not counted. */
  readonly total: number;
}

export interface AggregateRequest {
  readonly id: string;
  readonly type: AggregateEntity['type'];
  readonly field: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly ranges: readonly {
    readonly key: string;
    readonly from?: number | string;
    readonly to?: number | string;
  }[];
}

export interface AggregateResult {
  readonly id: string;
  readonly buckets: readonly {
    readonly key: string;
    readonly docCount: number;
    readonly from?: number | null;
    readonly to?: number | null;
  }[];
  readonly value?: number | null;
}

/** Facets that few documents have, and that are asked for before a whole tree changes. */
export type RareFacet = 'Record' | 'DocumentsSizeStatistics';

/** Where a subtree begins. */
export type Place = Pick<DocumentRow, 'id' | 'repository' | 'path'>;

/** A hold on the tree until the unit of work ends. */
export interface TreeLock {
  readonly id: string;
  /**
   * `place`: the document, and all that it lies in, stay where they are, with the rights, the trash state and the
   * existence that they have. `subtree`: moreover nobody else holds a place or a subtree at or below it.
   */
  readonly extent: 'place' | 'subtree';
}

/** Bytes of files, by what they belong to. */
export interface ContentBytes {
  readonly live: number;
  readonly trash: number;
  readonly versions: number;
}

/** Stored documents: live ones, versions and proxies. No rule is enforced here but identity and unique paths. */
export interface DocumentStore {
  get(id: string): Promise<DocumentRow | undefined>;
  /** In a writing unit: also keeps others from changing the row until the unit ends. */
  getForUpdate(id: string): Promise<DocumentRow | undefined>;
  /**
   * In a writing unit, before the first read that the change depends on. Whoever brings a document or bytes into the
   * tree holds the place; whoever changes what a subtree inherits, or takes it away, holds the subtree: then none misses
   * the other. Those who wait get their turns in the order in which they came.
   */
  lockTree(locks: readonly TreeLock[]): Promise<void>;
  /** In the order asked; missing ones left out. */
  getMany(ids: readonly string[]): Promise<readonly DocumentRow[]>;
  getByPath(repository: string, path: string): Promise<DocumentRow | undefined>;
  child(parentId: string, name: string): Promise<DocumentRow | undefined>;
  root(repository: string): Promise<DocumentRow | undefined>;
  /** All ancestors, nearest first, root last. */
  ancestors(id: string): Promise<readonly DocumentRow[]>;
  insert(row: NewDocumentRow): Promise<void>;
  /** Only the given columns change. */
  update(id: string, patch: DocumentPatch): Promise<void>;
  /**
   * Gives the row another parent and/or name, which changes the paths below it. What comes into the trash is in it, what
   * was in it stays so, unless `isTrashed` says it of the row and everything below it.
   */
  relocate(
    id: string,
    target: { parentId: string; parentPath: string; name: string; isTrashed?: boolean },
  ): Promise<void>;
  /** The row itself and everything below it by path, parents first; no versions. */
  subtree(id: string): AsyncIterable<DocumentRow>;
  /** The files of the row, of everything below it and of their versions; proxies have none of their own. */
  contentOfSubtree(id: string): Promise<ContentBytes>;
  /** Of the row and everything below it what has this facet of its own; live documents and proxies, in no order. */
  subtreeWithFacet(id: string, facet: RareFacet): Promise<readonly DocumentRow[]>;
  /** What the row's own files add to that. */
  contentBytes(id: string): Promise<number>;
  /** What lies below the row, was trashed by itself, and has a name that ends so. */
  trashedBelow(id: string, nameEnd: string): Promise<readonly DocumentRow[]>;
  /** What lies directly in the row and is in the trash. */
  trashedIn(id: string): Promise<readonly DocumentRow[]>;
  countSubtree(id: string): Promise<number>;
  /** Marks the row and everything below it as trashed, or as not; `alone`: what lies in it stays as it is. */
  setTrashed(id: string, isTrashed: boolean, options?: { readonly alone?: boolean }): Promise<void>;
  /** Removes the rows (and their text, access and search entries). */
  remove(ids: readonly string[]): Promise<void>;
  versions(seriesId: string): Promise<readonly DocumentRow[]>;
  proxiesOf(targetIds: readonly string[]): Promise<readonly DocumentRow[]>;
  /** Highest position among the children; undefined when there is none. */
  lastPosition(parentId: string): Promise<number | undefined>;
  query(request: QueryRequest): Promise<QueryResult<DocumentRow>>;
  queryIds(request: QueryRequest): Promise<QueryResult<string>>;
  /** Rows of a SELECT list: key = alias or expression text. */
  project(request: QueryRequest): Promise<QueryResult<JsonObject>>;
  aggregate(
    request: QueryRequest,
    aggregates: readonly AggregateRequest[],
  ): Promise<readonly AggregateResult[]>;
  /**
   * Sets the searchable text of a document: `title` and `body` already folded (see core/fulltext.ts), `blobText` as the
   * files have it, for it is also shown.
   */
  setText(
    id: string,
    text: { readonly title: string; readonly body: string; readonly blobText?: string },
  ): Promise<void>;
  getText(
    id: string,
  ): Promise<{ readonly title: string; readonly body: string; readonly blobText: string } | undefined>;
  /** The effective read ACLs with exactly these entries, each made when new. */
  readAclIds(lists: readonly (readonly Ace[])[]): Promise<readonly number[]>;
  readAcls(): Promise<readonly { readonly id: number; readonly entries: readonly Ace[] }[]>;
  /** Those that hold for nothing any more go. */
  removeUnusedReadAcls(): Promise<void>;
  /** Gives whole subtrees (and their versions) one read ACL each, those inside of others after them. */
  setReadAcls(lists: readonly { readonly top: Place; readonly readAclId: number }[]): Promise<void>;
  /** Rows below (and without) the given one that have ACLs of their own, parents first. */
  withOwnAcl(top: Place): Promise<readonly DocumentRow[]>;
  /** Those of the keys whose bytes a stored document still has. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
}

/** One row of a directory: users, groups, vocabularies, OAuth clients, tokens … */
export interface Entry {
  readonly id: string;
  /** Column values by field name. */
  readonly fields: JsonObject;
}

export interface EntryFilter {
  /** Exact matches, ANDed. */
  readonly equals?: Readonly<Record<string, Json>>;
  /** Case-insensitive prefix, ORed over the fields. */
  readonly prefix?: { readonly fields: readonly string[]; readonly text: string };
  /** Case-insensitive contains, ORed over the fields. */
  readonly contains?: { readonly fields: readonly string[]; readonly text: string };
}

/** The directory whose entries are people. */
export const peopleDirectory = 'userDirectory';

export interface EntryStore {
  get(directory: string, id: string): Promise<Entry | undefined>;
  getForUpdate(directory: string, id: string): Promise<Entry | undefined>;
  /** Insertion order unless sorted. limit 0: all. */
  list(
    directory: string,
    options: { filter?: EntryFilter; sort?: readonly SortKey[]; offset?: number; limit?: number },
  ): Promise<QueryResult<Entry>>;
  /** False when the id is taken. */
  insert(directory: string, entry: Entry): Promise<boolean>;
  update(directory: string, id: string, fields: JsonObject): Promise<void>;
  remove(directory: string, id: string): Promise<boolean>;
  /** Next number for directories with integer ids. */
  nextId(directory: string): Promise<number>;
  /** Group membership, kept apart from the entries so that it can be walked both ways. */
  setMembers(group: string, kind: 'user' | 'group', members: readonly string[]): Promise<void>;
  setGroupsOf(kind: 'user' | 'group', member: string, groups: readonly string[]): Promise<void>;
  members(group: string, kind: 'user' | 'group'): Promise<readonly string[]>;
  /** Direct groups only. */
  groupsOf(kind: 'user' | 'group', member: string): Promise<readonly string[]>;
  /** The groups that any of these are in, and all that those belong to: nearest first, each once. */
  allGroupsOf(kind: 'user' | 'group', names: readonly string[]): Promise<readonly string[]>;
  /** Another number after every committed change of a person's entry or of any membership, on all servers. */
  peopleVersion(): Promise<number>;
}

export interface AuditRecord {
  readonly eventId: string;
  readonly category: string;
  readonly principalName: string | null;
  readonly eventDate: string;
  readonly repositoryId: string | null;
  readonly docUUID: string | null;
  readonly docPath: string | null;
  readonly docType: string | null;
  readonly docLifeCycle: string | null;
  readonly comment: string | null;
  readonly extended: JsonObject;
}

/** As it was kept. */
export type LogEntry = AuditRecord & { readonly id: number; readonly logDate: string };

export const auditColumns = [
  'id',
  'eventId',
  'category',
  'principalName',
  'eventDate',
  'logDate',
  'repositoryId',
  'docUUID',
  'docPath',
  'docType',
  'docLifeCycle',
  'comment',
] as const;

export type AuditColumn = (typeof auditColumns)[number];
/** A column, or a value among what an event says of itself. */
export type AuditField = AuditColumn | `extended.${string}`;

export function isAuditField(name: string): name is AuditField {
  return /^extended\.[^"\\]+$/.test(name) || auditColumns.some((column) => column === name);
}

/** Nothing compares with what is missing, as in SQL. */
export type AuditCondition =
  | { readonly kind: 'and' | 'or'; readonly items: readonly AuditCondition[] }
  | { readonly kind: 'not'; readonly item: AuditCondition }
  | { readonly kind: 'null'; readonly column: AuditField }
  | {
      readonly kind: 'compare';
      readonly column: AuditField;
      readonly operator: '=' | '!=' | '<' | '>' | '<=' | '>=';
      readonly value: string | number;
    }
  | {
      readonly kind: 'like';
      readonly column: AuditField;
      readonly pattern: string;
      readonly ignoreCase: boolean;
    };

export interface AuditFilter {
  readonly condition?: AuditCondition;
  readonly docUUID?: string;
  readonly eventIds?: readonly string[];
  readonly categories?: readonly string[];
  readonly principals?: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

export interface AuditStore {
  append(records: readonly AuditRecord[]): Promise<void>;
  /** Those with a greater id, in the order of their ids. */
  following(id: number, limit: number): Promise<readonly LogEntry[]>;
  /** All up to this id go. */
  removeThrough(id: number): Promise<void>;
  list(
    filter: AuditFilter,
    options: { sort: readonly SortKey[]; offset: number; limit: number },
  ): Promise<QueryResult<LogEntry>>;
  /** Over all entries that fit; `field` is an `AuditField`. */
  aggregate(filter: AuditFilter, request: AggregateRequest): Promise<AggregateResult>;
}

/** A blob as documents hold it: the bytes by key, and how people call it. */
export interface StoredBlob {
  /** Content address (SHA-256, hex): equal bytes are stored once. */
  readonly key: string;
  /** MD5, lower-case hex: the interface's digest. */
  readonly digest: string;
  readonly length: number;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly encoding: string | null;
}

export interface BatchFile {
  readonly index: string;
  readonly name: string;
  readonly mimeType: string | null;
  readonly size: number;
  readonly uploadType: 'normal' | 'chunked';
  readonly chunkCount: number | null;
  /** Set when the file is whole. */
  readonly blob: StoredBlob | null;
  /** Staged chunks by index: where the blob store keeps them. */
  readonly chunks: Readonly<Record<string, { readonly key: string; readonly size: number }>>;
}

export interface Batch {
  readonly id: string;
  readonly owner: string;
  readonly handler: string;
  readonly createdAt: string;
  readonly touchedAt: string;
}

export interface BatchStore {
  create(batch: Batch): Promise<void>;
  get(id: string): Promise<Batch | undefined>;
  files(id: string): Promise<readonly BatchFile[]>;
  file(id: string, index: string): Promise<BatchFile | undefined>;
  /** In a writing unit: keeps other units from changing this file until the unit ends. */
  fileForUpdate(id: string, index: string): Promise<BatchFile | undefined>;
  putFile(id: string, file: BatchFile, touchedAt: string): Promise<void>;
  removeFile(id: string, index: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Batches not touched since. */
  stale(before: string): Promise<readonly string[]>;
  /** Those of the keys whose bytes are held here. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
}

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: JsonObject;
  readonly state: 'scheduled' | 'running' | 'completed' | 'failed' | 'aborted';
  readonly owner: string | null;
  readonly progress: JsonObject;
  readonly result: Json;
  readonly attempts: number;
  /** Who took it last. */
  readonly worker: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A persistent, bounded queue: any number of servers may take from it (SKIP LOCKED). */
export interface JobStore {
  enqueue(job: {
    id: string;
    kind: string;
    payload: JsonObject;
    owner: string | null;
    runAt: string;
    uniqueKey?: string;
  }): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** When a job of these kinds may be taken next: the moment it is due, or its worker's lease ends. */
  nextDue(kinds: readonly string[]): Promise<string | undefined>;
  /** Marks the oldest due jobs of these kinds as running for this worker until the lease ends, and gives them. */
  take(
    kinds: readonly string[],
    worker: string,
    now: string,
    leaseUntil: string,
    limit: number,
  ): Promise<readonly Job[]>;
  report(
    id: string,
    change: {
      state?: Job['state'];
      payload?: JsonObject;
      progress?: JsonObject;
      result?: Json;
      runAt?: string;
      leaseUntil?: string;
    },
    /** Only while this worker runs it: whoever has lost the job to another changes nothing. */
    worker?: string,
  ): Promise<boolean>;
  /** Jobs by state and kind: how far the queue is. */
  counts(): Promise<
    readonly { readonly kind: string; readonly state: Job['state']; readonly count: number }[]
  >;
  purge(finishedBefore: string): Promise<number>;
  /** What jobs are to work on, and what they have made, as texts, a page at a time. */
  texts(): AsyncIterable<readonly string[]>;
}

/** Results of conversions, kept by source digest so that equal files are converted once. */
export interface RenditionStore {
  get(sourceKey: string, kind: string): Promise<StoredBlob | 'impossible' | undefined>;
  put(sourceKey: string, kind: string, result: StoredBlob | 'impossible'): Promise<void>;
  /** Those of the keys whose bytes are held here. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
  /** Removes what was made of bytes that no document, upload or other rendition holds any more; answers how many. */
  purgeOrphans(): Promise<number>;
}

/** First answers to requests with an Idempotency-Key. */
export interface IdempotencyStore {
  /** Undefined: the key was free and is now ours. */
  claim(
    key: string,
    owner: string,
    now: string,
  ): Promise<
    'in-progress' | { status: number; headers: Readonly<Record<string, string>>; body: string } | undefined
  >;
  complete(
    key: string,
    owner: string,
    response: { status: number; headers: Readonly<Record<string, string>>; body: string },
  ): Promise<void>;
  release(key: string, owner: string): Promise<void>;
  purge(before: string): Promise<void>;
}
