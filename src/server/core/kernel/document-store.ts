/** The store of documents as the rules use it: rows of the tree, their rights and words, and searches over them. */
import type { Query } from '#nxql/ast.ts';
import type { JsonObject } from '#wire/json.ts';
import type { AggregateEntity } from '#wire/search.ts';
import type { Ace, Acl, DocumentPatch, DocumentRow, NewDocumentRow, Properties } from './model.ts';

export interface SortKey {
  /** An xpath or an `ecm:` name. */
  readonly name: string;
  readonly descending: boolean;
}

/** Which documents a query may see, decided by core: compiled into the statement, never concatenated to its text (R2). */
export interface SearchScope {
  readonly repository: string;
  /** Undefined: unrestricted (administrators). Else the effective read ACLs that grant Browse now. */
  readonly readAclIds: readonly number[] | undefined;
  /** Resolves type names with their subtypes and facets. */
  readonly types: QueryTypes;
  /** The value of NOW(). */
  readonly now: Date;
  /** `ecm:parentId` of a version is the folder of its document; otherwise it has none. */
  readonly versionsInFolders?: boolean | undefined;
}

/** The part of the type registry that the compiler needs; implemented by core/types. */
export interface QueryTypes {
  /** The type and its subtypes; undefined when unknown. `Document` gives every non-relation type. */
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
  /** It has a database index of its own. */
  readonly isIndexed?: boolean;
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
  /** See `getMany`. */
  readonly shown?: ShownProperties | undefined;
  /** Selected texts are cut after this many characters. */
  readonly longestText?: number;
}

/** Schema prefixes; properties of other schemas are not shown. */
export type ShownProperties = ReadonlySet<string>;

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

/** Facets that few documents have, and that are looked for before a whole tree changes. */
export type RareFacet = 'Record' | 'DocumentsSizeStatistics';

/** List properties that hold ids of other documents. */
export type NamingProperty = 'collection:documentIds' | 'docri:participatingDocuments';

/** A reference between documents of which exactly one lies in a subtree. */
export interface NamedAcross {
  readonly holder: string;
  readonly named: string;
  readonly isHolderInside: boolean;
}

/** A proxy and its target, of which exactly one lies in a subtree. */
export interface ShownAcross {
  readonly proxy: string;
  readonly target: string;
  readonly isVersion: boolean;
  readonly isProxyInside: boolean;
}

/** A document, read together with the ACLs that decide about it. */
export interface DocumentWithRights {
  readonly document: DocumentRow;
  /** Its own ACLs first, then each ancestor's; a version has those of its live document. Levels without ACLs are left out. */
  readonly acls: readonly (readonly Acl[])[];
}

/** The top of a subtree. */
export type Place = Pick<DocumentRow, 'id' | 'repository' | 'path'>;

export type PlaceWithAcls = Place & Pick<DocumentRow, 'acls'>;

/** A hold on the tree until the unit of work ends. */
export interface TreeLock {
  readonly id: string;
  /**
   * `place`: keeps the document and all its ancestors where they are, with their rights, trash state and existence.
   * `subtree`: moreover no other unit holds a place or a subtree at or below it.
   */
  readonly extent: 'place' | 'subtree';
}

/** A folder that documents are about to be put into. */
export interface Home {
  readonly document: DocumentRow;
  /** The ACLs of all its ancestors, nearest first. */
  readonly aclsAbove: readonly (readonly Acl[])[];
  /** The ids of the folder and all its ancestors, nearest first. */
  readonly chain: readonly string[];
  /** Whether a child already has the name that was asked about. */
  readonly hasName: boolean;
}

/** A container that keeps count of the space that it takes. */
export interface CountedContainer {
  readonly id: string;
  readonly path: string;
  /** -1: no limit. */
  readonly mostBytes: number;
}

/** Bytes of files, by the state of their documents. */
export interface ContentBytes {
  readonly live: number;
  readonly trash: number;
  readonly versions: number;
}

/** The space that a container states: in all, and the parts in the trash and in versions. */
export interface TakenBytes {
  readonly total: number;
  readonly trash: number;
  readonly versions: number;
}

/** Number and size of the documents of one state, type, person or month. */
export interface CountedContent {
  readonly name: string;
  readonly documents: number;
  readonly bytes: number;
}

/** Counts of the documents that navigation shows; versions count in `states` only. */
export interface ContentStatistics {
  /** `live`, `trash`, `versions`. */
  readonly states: readonly CountedContent[];
  /** The most documents first. */
  readonly types: readonly CountedContent[];
  readonly people: readonly CountedContent[];
  /** Names such as `2026-01`, the latest last. */
  readonly months: readonly CountedContent[];
}

/** Stored documents: live ones, versions and proxies. It enforces no rules except unique ids and paths. */
export interface DocumentStore {
  get(id: string): Promise<DocumentRow | undefined>;
  /** In a writing unit: also keeps others from changing the row until the unit ends. */
  getForUpdate(id: string): Promise<DocumentRow | undefined>;
  /**
   * In a writing unit that holds the place: the folder that documents are put into. Other units may add to it at the same
   * time; when two use the same name, one of them is refused.
   * @param name of the document that is to be put there
   */
  getToAddTo(id: string, name?: string): Promise<Home | undefined>;
  /**
   * In a writing unit, before the first read that the change depends on. Hold the place to bring a document or bytes into
   * the tree; hold the subtree to change what it inherits or to take it away. So neither change misses the other. Waiting
   * units get the lock in the order in which they asked.
   * @param read reads from the store only, under the locks; called again when they had to be taken anew
   * @param chainOf the ids of the place and all its ancestors, when `read` has found them: saves asking for them again
   */
  lockTree<Read>(
    locks: readonly TreeLock[],
    read: () => Promise<Read>,
    chainOf?: (found: Read) => readonly string[],
  ): Promise<Read>;
  /**
   * In the order asked; missing ones are left out.
   * @param most characters of properties; 413 when several documents have more together
   * @param shown before that limit applies, long texts of all other schemas are left out
   */
  getMany(ids: readonly string[], most?: number, shown?: ShownProperties): Promise<readonly DocumentRow[]>;
  getByPath(repository: string, path: string): Promise<DocumentRow | undefined>;
  getWithRights(id: string): Promise<DocumentWithRights | undefined>;
  getByPathWithRights(repository: string, path: string): Promise<DocumentWithRights | undefined>;
  /** The ACLs of all ancestors that have any, nearest first. */
  aclsAbove(id: string): Promise<readonly (readonly Acl[])[]>;
  child(parentId: string, name: string): Promise<DocumentRow | undefined>;
  /** Which of the names children of this parent have. */
  takenNames(parentId: string, names: readonly string[]): Promise<ReadonlySet<string>>;
  root(repository: string): Promise<DocumentRow | undefined>;
  /** All ancestors, nearest first, root last. */
  ancestors(id: string): Promise<readonly DocumentRow[]>;
  /**
   * Prepares long texts for storing, in pieces, so that other calls are served in between. Without this they are prepared
   * in one go when they are stored.
   */
  prepareTexts(properties: readonly Properties[]): Promise<void>;
  /** The parents must be stored already: none of the rows may be the parent of another. */
  insert(...rows: readonly NewDocumentRow[]): Promise<void>;
  /** Only the given columns change. */
  update(id: string, patch: DocumentPatch): Promise<void>;
  /**
   * Gives the row another parent and/or name, which changes the paths below it. In a trashed folder it counts as trashed,
   * else it keeps its own state; `isTrashed` sets the state of the row and everything below it.
   */
  relocate(
    id: string,
    target: { parentId: string; parentPath: string; name: string; isTrashed?: boolean },
  ): Promise<void>;
  /** The row itself and everything below it by path, parents first; no versions. */
  subtree(id: string): AsyncIterable<DocumentRow>;
  /**
   * The bytes of files of the row, everything below it and their versions; proxies have no files of their own.
   * @param kinds which to count, all when absent: each kind reads its documents. The others are 0.
   */
  contentOfSubtree(id: string, kinds?: readonly (keyof ContentBytes)[]): Promise<ContentBytes>;
  /**
   * The same, to be added to what containers state. Where that is faster it is computed from what the nearest container
   * states: all changes of this unit must have been stated before.
   */
  contentToCount(id: string, kinds?: readonly (keyof ContentBytes)[]): Promise<ContentBytes>;
  /** Live documents and proxies to which the facet was added, among the row and everything below it; in no order. */
  subtreeWithFacet(id: string, facet: RareFacet): Promise<readonly DocumentRow[]>;
  /** Ids of documents and versions of these types, among the row and everything below it. For rare types only. */
  idsOfTypes(id: string, types: readonly string[]): Promise<readonly string[]>;
  /** Reads all documents, so it is slow. */
  statistics(repository: string): Promise<ContentStatistics>;
  /** The bytes of the row's own files. */
  contentBytes(id: string): Promise<number>;
  /** Documents below the row that were trashed by themselves and have a name that ends with `nameEnd`. */
  trashedBelow(id: string, nameEnd: string): Promise<readonly DocumentRow[]>;
  /** The trashed children of the row. */
  trashedIn(id: string): Promise<readonly DocumentRow[]>;
  /** The document and its ancestors, nearest first, as far as their space is counted. */
  countedAbove(id: string): Promise<readonly CountedContainer[]>;
  /** Adds to the space that a counted container takes; concurrent additions do not get lost. */
  addContentBytes(id: string, change: ContentBytes): Promise<void>;
  /** The space that a counted container takes, with additions that its document does not state yet. */
  takenBytes(id: string): Promise<TakenBytes>;
  /**
   * Writes the additions so far into the document; into all documents without an id. Call it before the document is locked.
   */
  settleContentBytes(id?: string): Promise<void>;
  countSubtree(id: string): Promise<number>;
  /** Marks the row and everything below it as trashed, or not; `alone`: only the row. */
  setTrashed(id: string, isTrashed: boolean, options?: { readonly alone?: boolean }): Promise<void>;
  /** Removes the rows (and their text, access and search entries). */
  remove(ids: readonly string[]): Promise<void>;
  /** Whether the row, everything below it and their versions are more than `most`; a row without a place of its own is one. */
  isTreeOver(id: string, most: number): Promise<boolean>;
  /** References across the border of the row's subtree; versions and proxies do not count as holders. */
  namedAcross(id: string, property: NamingProperty): Promise<readonly NamedAcross[]>;
  /**
   * Proxies elsewhere that show a document of the row's subtree or a version of one; and proxies in it that show a version
   * elsewhere whose document is gone.
   */
  shownAcross(id: string): Promise<readonly ShownAcross[]>;
  /** Versions that outlive their documents: they have no place, and only proxies lead to them. */
  detachVersions(ids: readonly string[]): Promise<void>;
  /**
   * Removes the row, everything below it and their versions: nothing finds them any more. Their rows are left to
   * `removeSlice`.
   */
  removeTree(id: string): Promise<void>;
  /** Deletes rows that `removeTree` has left, at most `most`; returns how many. */
  removeSlice(most: number): Promise<number>;
  /** Whether `removeTree` has left any rows. */
  hasSlices(): Promise<boolean>;
  versions(seriesId: string): Promise<readonly DocumentRow[]>;
  /** Ids of the versions of all these documents, in no order. */
  versionIds(seriesIds: readonly string[]): Promise<readonly string[]>;
  proxiesOf(targetIds: readonly string[]): Promise<readonly DocumentRow[]>;
  /** Highest position among the children; undefined when there is none. */
  lastPosition(parentId: string): Promise<number | undefined>;
  /** In a writing unit: makes an index for each of these and drops all others. Each new one reads all documents. */
  indexProperties(properties: readonly QueryProperty[]): Promise<void>;
  query(request: QueryRequest): Promise<QueryResult<DocumentRow>>;
  queryIds(request: QueryRequest): Promise<QueryResult<string>>;
  /** Rows of a SELECT list: key = alias or expression text. */
  project(request: QueryRequest): Promise<QueryResult<JsonObject>>;
  aggregate(
    request: QueryRequest,
    aggregates: readonly AggregateRequest[],
  ): Promise<readonly AggregateResult[]>;
  /**
   * Sets the searchable text of a document: `title` and `body` already folded (see core/fulltext.ts), `blobText` as
   * extracted from the files, because it is also shown.
   */
  setText(
    id: string,
    text: { readonly title: string; readonly body: string; readonly blobText?: string },
  ): Promise<void>;
  /** The same for several documents, which must be stored. */
  setTexts(
    texts: readonly {
      readonly id: string;
      readonly title: string;
      readonly body: string;
      readonly blobText: string;
    }[],
  ): Promise<void>;
  getText(
    id: string,
  ): Promise<{ readonly title: string; readonly body: string; readonly blobText: string } | undefined>;
  /** Ids of the read ACLs with exactly these entries; missing ones are made. */
  readAclIds(lists: readonly (readonly Ace[])[]): Promise<readonly number[]>;
  readAcls(): Promise<readonly { readonly id: number; readonly entries: readonly Ace[] }[]>;
  /** Changes after every committed change that made new read ACLs, on all servers. */
  readAclsVersion(): Promise<string>;
  /** No place gets this read ACL from now on, because its entries are no longer those that it was made with. */
  retireReadAcl(id: number): Promise<void>;
  /** Ids of read ACLs that no place has any more. Reads all places. */
  unusedReadAcls(): Promise<readonly number[]>;
  /** Removes those of them that still are unused. Ids are never used again. */
  removeUnusedReadAcls(ids: readonly number[]): Promise<void>;
  /**
   * Gives each of these subtrees (with its versions) its read ACL; where they overlap, the inner one wins. Documents in
   * only one of them have the ACL of its top already.
   */
  setReadAcls(lists: readonly { readonly top: Place; readonly readAclId: number }[]): Promise<void>;
  /** Descendants of the given document (without itself) that have ACLs of their own, parents first. */
  withOwnAcl(top: Place): Promise<readonly PlaceWithAcls[]>;
  /** Which of the keys stored documents still use. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
  /** Keys of all bytes that only this document keeps. */
  blobsKeptFor(id: string): Promise<readonly string[]>;
}
