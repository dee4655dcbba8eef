import type { Acl, DocumentRow } from './model.ts';

/** The values that the documents in a folder inherit from it. */
export interface Holder {
  readonly path: string | null;
  readonly isTrashed: boolean;
  /** Its own ACLs first, then those of each ancestor; levels without ACLs are left out. */
  readonly acls: readonly (readonly Acl[])[];
}

export interface VersionStanding {
  readonly id: string;
  readonly label: string | null;
  readonly isLatest: boolean;
  readonly isLatestMajor: boolean;
  readonly readAclId: number;
}

export interface StoredWords {
  readonly title: string;
  /** Null where the text is too long to be read together with others. */
  readonly body: string | null;
}

/** Rows stored beside a document that must agree with its content. */
export interface StoredContent {
  readonly bytes: number;
  /** Whether the columns that queries use (title, dates, creator …) agree with the row. */
  readonly isFoundAs: (row: DocumentRow) => boolean;
  readonly blobKeys: ReadonlySet<string>;
  /** Its searchable words; undefined where the index or the table of texts lacks them. */
  readonly words: StoredWords | undefined;
}

/**
 * Reads for the check of a repository, which looks at very many documents: each method takes several ids at once, and
 * leaves out of its answer those that do not exist.
 */
export interface ConsistencyStore {
  holders(ids: readonly string[]): Promise<ReadonlyMap<string, Holder>>;
  contents(ids: readonly string[]): Promise<ReadonlyMap<string, StoredContent>>;
  /** By the id of the live document; oldest version first. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, readonly VersionStanding[]>>;
  /** Ids of documents whose columns in the full-text index, besides the words, differ from the tables. */
  differingBesideWords(repository: string): AsyncIterable<string>;
  differsBesideWords(id: string): Promise<boolean>;
  /** Writes those columns anew from the tables. */
  restateBesideWords(id: string): Promise<void>;
}
