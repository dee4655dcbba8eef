import type { Acl, DocumentRow } from './model.ts';

/** What those that lie in a document take from it. */
export interface Holder {
  readonly path: string | null;
  readonly isTrashed: boolean;
  /** Its own list of rights first, then those of all that it lies in. None where nothing is said. */
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
  /** Null where they are too long to be read together with others. */
  readonly body: string | null;
}

/** What is stored beside a document because of its content. */
export interface StoredContent {
  readonly bytes: number;
  /** Title, dates, creator … by which queries find it are those of the row. */
  readonly isFoundAs: (row: DocumentRow) => boolean;
  readonly blobKeys: ReadonlySet<string>;
  /** What it is found by; undefined where the index or the texts do not have it. */
  readonly words: StoredWords | undefined;
}

/**
 * For the check of a repository, which looks at very many documents: each question is asked for some of them at once. Those
 * that are not there are left out of the answers.
 */
export interface ConsistencyStore {
  holders(ids: readonly string[]): Promise<ReadonlyMap<string, Holder>>;
  contents(ids: readonly string[]): Promise<ReadonlyMap<string, StoredContent>>;
  /** By the documents that they are versions of; oldest first. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, readonly VersionStanding[]>>;
  /** Ids of documents of which the index of words says something else beside the words than they do. */
  differingBesideWords(repository: string): AsyncIterable<string>;
  differsBesideWords(id: string): Promise<boolean>;
  /** Brings what stands beside the words of a document in line with it. */
  restateBesideWords(id: string): Promise<void>;
}
