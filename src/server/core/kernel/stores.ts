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
   * `mayWrite`: others that are writing may wait a few milliseconds for it, to share one commit; and it may fail as
   * transient at any step up to its commit, so that it has to be done again, without this hint.
   */
  begin(hints?: { readonly mayWrite?: boolean }): UnitOfWork;
  /** Calls the listener soon after jobs were queued, here or on another server. Answers what ends it. */
  onJobs(listener: () => void): () => void;
  /** Calls the listeners of all servers on this database, this one's too, soon and at most once. Nobody waits for it. */
  broadcast(message: string): void;
  /** Undefined: messages of other servers may have been lost. Answers what ends it. */
  onBroadcast(listener: (message: string | undefined) => void): () => void;
  /** Names what is committed now: of two equal names nothing was committed in between, by any server or program. */
  state(): Promise<string>;
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
  /** From here on nothing that others do makes this unit begin again, on engines that let units wait so late. */
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
  /** Those that are there, locked in the order of ids. */
  getManyForUpdate(directory: string, ids: readonly string[]): Promise<readonly Entry[]>;
  /** Insertion order unless sorted. limit 0: all. */
  list(
    directory: string,
    options: {
      filter?: EntryFilter;
      sort?: readonly SortKey[];
      /** Before `sort`: these fields as one text, as "Ada Lovelace" is made of two. */
      sortByText?: readonly string[];
      offset?: number;
      limit?: number;
    },
  ): Promise<QueryResult<Entry>>;
  /** In the order of ids, from behind this one. */
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
  /** The groups that any of these are in, and all that those belong to: nearest first, each once. */
  allGroupsOf(kind: 'user' | 'group', names: readonly string[]): Promise<readonly string[]>;
  /** Another number after every committed change of a person's entry or of any membership, on all servers. */
  peopleVersion(): Promise<number>;
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
  create(...batches: readonly Batch[]): Promise<void>;
  get(id: string): Promise<Batch | undefined>;
  files(id: string): Promise<readonly BatchFile[]>;
  file(id: string, index: string): Promise<BatchFile | undefined>;
  /** Both in one question. */
  withFile(
    id: string,
    index: string,
  ): Promise<{ readonly batch: Batch; readonly file: BatchFile | undefined } | undefined>;
  /** In a writing unit: keeps other units from changing this file until the unit ends. */
  fileForUpdate(id: string, index: string): Promise<BatchFile | undefined>;
  putFile(id: string, file: BatchFile, touchedAt: string): Promise<void>;
  /**
   * A whole file where there was none, so that nothing has to be removed for it; others may add theirs at the same time. The
   * unit fails, to be done again, when the batch is gone.
   */
  addFile(id: string, file: BatchFile): Promise<void>;
  touch(id: string, touchedAt: string): Promise<void>;
  removeFile(id: string, index: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Nothing is said of a batch that is not there, or another's. */
  consume(id: string, owner: string): Promise<void>;
  /** Removes at most so many that were not touched since, the oldest first; answers how many. */
  purge(before: string, limit: number): Promise<number>;
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

/** Jobs of one kind and one person that wait, or whose worker may be gone. */
export interface DueJobs {
  readonly kind: string;
  /** Empty for the server's own. */
  readonly person: string;
  readonly state: 'scheduled' | 'running';
  /** When the first of them may be taken. */
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
   * `a/b/`: runs after all that were queued before it for the same, for `a/` and for what begins with `a/b/`, on whichever
   * servers they run.
   */
  readonly series?: string;
}

/** A persistent, bounded queue: any number of servers may take from it (SKIP LOCKED). */
export interface JobStore {
  enqueue(...jobs: readonly NewJob[]): Promise<void>;
  get(id: string): Promise<Job | undefined>;
  /** What may be taken of these kinds, now or later. */
  due(kinds: readonly string[]): Promise<readonly DueJobs[]>;
  /** Marks the oldest of them that are due as running for this worker until the lease ends, and gives them. */
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
      /** How often it was tried. */
      attempts?: number;
    },
    /** Only while this worker runs it: whoever has lost the job to another changes nothing. */
    worker?: string,
  ): Promise<boolean>;
  /** Jobs by state and kind: how far the queue is. */
  counts(): Promise<
    readonly { readonly kind: string; readonly state: Job['state']; readonly count: number }[]
  >;
  /** Those that changed last first; of one state when it is given. */
  latest(state: Job['state'] | undefined, limit: number): Promise<readonly Job[]>;
  /** Has a failed job tried as if it were new; false when it has not failed. */
  restart(id: string, runAt: string): Promise<boolean>;
  /** Has a waiting job not run; false when it does not wait. */
  giveUp(id: string): Promise<boolean>;
  /** How many of a kind have not begun: of this owner, and of everybody. */
  waiting(kind: string, owner: string): Promise<{ readonly own: number; readonly all: number }>;
  /** Those of exactly these series that wait or run. */
  unfinishedIn(series: readonly string[]): Promise<readonly Job[]>;
  /** Removes at most so many; answers how many. */
  purge(finishedBefore: string, limit: number): Promise<number>;
  /** What jobs are to work on, and what they have made, as texts, a page at a time. */
  texts(): AsyncIterable<readonly string[]>;
}

/** Results of conversions, kept by source digest so that equal files are converted once. */
export interface RenditionStore {
  get(sourceKey: string, kind: string): Promise<StoredBlob | 'impossible' | undefined>;
  /** By key, of those that something of this kind was made of. */
  getMany(sourceKeys: readonly string[], kind: string): Promise<ReadonlyMap<string, StoredBlob>>;
  put(sourceKey: string, kind: string, result: StoredBlob | 'impossible'): Promise<void>;
  /** Those of the keys whose bytes are held here. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
  /** Keys of files that something was made of, in order, after this key. No document, upload or rendition holds an orphan. */
  sources(
    after: string,
    limit: number,
  ): Promise<readonly { readonly key: string; readonly isOrphan: boolean }[]>;
  /** Keys of files that were made, in order, after this key. */
  results(after: string, limit: number): Promise<readonly string[]>;
  /** They are made again when somebody asks for them. */
  forgetResults(keys: readonly string[]): Promise<void>;
  /** Removes what was made of those that still are orphans. */
  purgeOrphans(sourceKeys: readonly string[]): Promise<void>;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** First answers to requests with an Idempotency-Key. */
export interface IdempotencyStore {
  /** Undefined: the key is free. */
  find(key: string, owner: string): Promise<'in-progress' | StoredAnswer | undefined>;
  /** For a call that is one transaction: a key that has come meanwhile is a conflict, after which the call is done again. */
  keep(key: string, owner: string, now: string, answer: StoredAnswer): Promise<void>;
  /** Undefined: the key was free and is now ours. */
  claim(key: string, owner: string, now: string): Promise<'in-progress' | StoredAnswer | undefined>;
  complete(key: string, owner: string, answer: StoredAnswer): Promise<void>;
  release(key: string, owner: string): Promise<void>;
  /** Removes at most so many; answers how many. */
  purge(before: string, limit: number): Promise<number>;
}
