/**
 * What the repository needs of a database: the stores of documents, directory entries, audit, uploads, jobs and results.
 * Invariant: no method has a do-nothing default; capabilities are stated data.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import type { AuditStore } from './audit-store.ts';
import type { ConsistencyStore } from './consistency-store.ts';
import type { DocumentStore, QueryResult, SortKey } from './document-store.ts';
import type { PlaceStore } from './place-store.ts';

/**
 * The database. `read` sees committed data and never waits for writers. A `UnitOfWork` starts reading and becomes
 * a writing transaction at `writer()`: from then on all its reads see its own writes and, on every engine, writing
 * units are serialisable against each other for the rows they touch. Nothing is durable before `commit` resolves;
 * afterwards it survives a crash.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * `mayWrite`: other units may wait a few milliseconds for this one, to share one commit; and it may fail as transient at
   * any step up to its commit, so that it must be done again, without this hint.
   */
  begin(hints?: { readonly mayWrite?: boolean }): UnitOfWork;
  /** Calls the listener soon after jobs were queued, here or on another server. Returns a function that ends it. */
  onJobs(listener: () => void): () => void;
  /** Calls the listeners on all servers of this database, this one included, soon and at most once. Does not wait. */
  broadcast(message: string): void;
  /** The listener gets undefined when messages of other servers may be lost. Returns a function that ends it. */
  onBroadcast(listener: (message: string | undefined) => void): () => void;
  /** Identifies the committed state: equal values mean that no server or program has committed anything in between. */
  state(): Promise<string>;
  /** How busy the database connections are now. */
  load(): StoreLoad;
  close(): Promise<void>;
}

export interface StoreLoad {
  /** Units that wait for the only writer, or for a connection. */
  readonly waiting: number;
  /** How long the first of them has waited, on an engine with one writer. */
  readonly milliseconds?: number;
  /** On an engine with several connections. */
  readonly connections?: { readonly busy: number; readonly idle: number };
}

export interface UnitOfWork {
  /** The writer once there is one, else a reader of the latest committed state. */
  readonly stores: Stores;
  /** Starts the writing transaction, once. Call it before the first read that a write depends on. */
  writer(): Promise<Stores>;
  /** From here on other units cannot make this one start again, on engines where they otherwise could. */
  hold(): Promise<void>;
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
  readonly consistency: ConsistencyStore;
  readonly renditions: RenditionStore;
  readonly idempotency: IdempotencyStore;
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
  /** The existing ones of these ids, locked in the order of ids. */
  getManyForUpdate(directory: string, ids: readonly string[]): Promise<readonly Entry[]>;
  /** Insertion order unless sorted. limit 0: all. */
  list(
    directory: string,
    options: {
      filter?: EntryFilter;
      sort?: readonly SortKey[];
      /** Sort first by these fields joined to one text, as "Ada Lovelace" is made of two. */
      sortByText?: readonly string[];
      offset?: number;
      limit?: number;
    },
  ): Promise<QueryResult<Entry>>;
  /** Entries in the order of ids, after the id `after`. */
  page(directory: string, after: string, limit: number): Promise<readonly Entry[]>;
  /** False when the id is taken. */
  insert(directory: string, entry: Entry): Promise<boolean>;
  update(directory: string, id: string, fields: JsonObject): Promise<void>;
  remove(directory: string, id: string): Promise<boolean>;
  removeMany(directory: string, ids: readonly string[]): Promise<void>;
  /** Next number for directories with integer ids. */
  nextId(directory: string): Promise<number>;
  /** Group membership, kept apart from the entries so that it can be walked both ways. */
  setMembers(group: string, kind: 'user' | 'group', members: readonly string[]): Promise<void>;
  setGroupsOf(kind: 'user' | 'group', member: string, groups: readonly string[]): Promise<void>;
  members(group: string, kind: 'user' | 'group'): Promise<readonly string[]>;
  /** Direct groups only. */
  groupsOf(kind: 'user' | 'group', member: string): Promise<readonly string[]>;
  /** All groups of these, direct or through other groups: nearest first, each once. */
  allGroupsOf(kind: 'user' | 'group', names: readonly string[]): Promise<readonly string[]>;
  /** Changes after every committed change of a person's entry or of any membership, on all servers. */
  peopleVersion(): Promise<number>;
}

/** A blob as documents hold it: the key of its bytes, and its name and type. */
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
  create(...batches: readonly Batch[]): Promise<void>;
  get(id: string): Promise<Batch | undefined>;
  files(id: string): Promise<readonly BatchFile[]>;
  file(id: string, index: string): Promise<BatchFile | undefined>;
  /** Both in one statement. */
  withFile(
    id: string,
    index: string,
  ): Promise<{ readonly batch: Batch; readonly file: BatchFile | undefined } | undefined>;
  /** In a writing unit: keeps other units from changing this file until the unit ends. */
  fileForUpdate(id: string, index: string): Promise<BatchFile | undefined>;
  putFile(id: string, file: BatchFile, touchedAt: string): Promise<void>;
  /**
   * Adds a complete file where there was none, so that nothing must be removed first; other units may add theirs at the same
   * time. The unit fails as transient when the batch is gone.
   */
  addFile(id: string, file: BatchFile): Promise<void>;
  touch(id: string, touchedAt: string): Promise<void>;
  removeFile(id: string, index: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Does nothing when the batch is missing or another person's. */
  consume(id: string, owner: string): Promise<void>;
  /** Removes batches that were not touched since `before`, the oldest first and at most `limit`; returns how many. */
  purge(before: string, limit: number): Promise<number>;
  /** Which of the keys uploaded files use. */
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
  /** The worker that took it last. */
  readonly worker: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Jobs of one kind and one person that wait, or whose worker may be gone. */
export interface DueJobs {
  readonly kind: string;
  /** Empty for the server's own jobs. */
  readonly person: string;
  readonly state: 'scheduled' | 'running';
  /** When the first of them is due. */
  readonly due: string;
}

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: JsonObject;
  readonly owner: string | null;
  readonly runAt: string;
  readonly uniqueKey?: string;
  /**
   * Runs after all jobs queued before it in the same series, in those above it and in those below it, on whichever servers
   * they run: `a/b/` waits for `a/b/`, for `a/` and for every series that begins with `a/b/`.
   */
  readonly series?: string;
}

/** A persistent, bounded queue: any number of servers may take from it (SKIP LOCKED). */
export interface JobStore {
  enqueue(...jobs: readonly NewJob[]): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** Jobs of these kinds that may be taken, now or later. */
  due(kinds: readonly string[]): Promise<readonly DueJobs[]>;
  /** Takes the oldest due ones: marks them as running for this worker until the lease ends. */
  take(
    which: DueJobs,
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
      /** Attempts so far. */
      attempts?: number;
    },
    /** Changes the job only while this worker runs it, since another may have taken it. */
    worker?: string,
  ): Promise<boolean>;
  /** Number of jobs by state and kind. */
  counts(): Promise<
    readonly { readonly kind: string; readonly state: Job['state']; readonly count: number }[]
  >;
  /** The most recently changed first; only those of the state when it is given. */
  latest(state: Job['state'] | undefined, limit: number): Promise<readonly Job[]>;
  /** Starts a failed job again as if it were new; false when it has not failed. */
  restart(id: string, runAt: string): Promise<boolean>;
  /** Aborts a waiting job; false when it does not wait. */
  giveUp(id: string): Promise<boolean>;
  /** How many jobs of a kind have not started: of this owner, and of everybody. */
  waiting(kind: string, owner: string): Promise<{ readonly own: number; readonly all: number }>;
  /** Jobs of exactly these series that wait or run. */
  unfinishedIn(series: readonly string[]): Promise<readonly Job[]>;
  /** Removes at most `limit`; returns how many. */
  purge(finishedBefore: string, limit: number): Promise<number>;
  /** Payloads and results of all jobs, as JSON texts, a page at a time. */
  texts(): AsyncIterable<readonly string[]>;
}

/** Results of conversions, kept by the source's key so that equal files are converted once. */
export interface RenditionStore {
  get(sourceKey: string, kind: string): Promise<StoredBlob | 'impossible' | undefined>;
  /** By source key; sources without a result of this kind are left out. */
  getMany(sourceKeys: readonly string[], kind: string): Promise<ReadonlyMap<string, StoredBlob>>;
  put(sourceKey: string, kind: string, result: StoredBlob | 'impossible'): Promise<void>;
  /** Which of the keys are used here. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
  /** Keys of source files after this key, in order. An orphan is used by no document, upload or rendition. */
  sources(
    after: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly isOrphan: boolean }[]>;
  /** Keys of result files after this key, in order. */
  results(after: string, limit: number): Promise<readonly string[]>;
  /** Forgotten results are made again when they are asked for. */
  forgetResults(keys: readonly string[]): Promise<void>;
  /** Removes the results of sources that still are orphans. */
  purgeOrphans(sourceKeys: readonly string[]): Promise<void>;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The first answers to requests with an Idempotency-Key. */
export interface IdempotencyStore {
  /** Undefined when the key is free. */
  find(key: string, owner: string): Promise<'in-progress' | StoredAnswer | undefined>;
  /** For a call that is one transaction: a key that another call took meanwhile is a conflict, and the call runs again. */
  keep(key: string, owner: string, now: string, answer: StoredAnswer): Promise<void>;
  /** Takes the key; undefined when it was free. */
  claim(key: string, owner: string, now: string): Promise<'in-progress' | StoredAnswer | undefined>;
  complete(key: string, owner: string, answer: StoredAnswer): Promise<void>;
  release(key: string, owner: string): Promise<void>;
  /** Removes at most `limit`; returns how many. */
  purge(before: string, limit: number): Promise<number>;
}
