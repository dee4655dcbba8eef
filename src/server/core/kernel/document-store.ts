/** What the rules ask of whatever keeps documents: rows of the tree, their rights and words, and searches over them. */
import type { Query } from '#nxql/ast.ts';
import type { JsonObject } from '#wire/json.ts';
import type { AggregateEntity } from '#wire/search.ts';
import type { Ace, Acl, DocumentPatch, DocumentRow, NewDocumentRow, Properties } from './model.ts';

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
  /** `ecm:parentId` of a version is the folder of its document; otherwise it has none. */
  readonly versionsInFolders?: boolean | undefined;
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
  /** Conditions on it find documents by an index of its own. */
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
  /** Selected texts are cut after so many characters. */
  readonly longestText?: number;
}

/** By their prefixes. Of others nothing is shown. */
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

/** Facets that few documents have, and that are asked for before a whole tree changes. */
export type RareFacet = 'Record' | 'DocumentsSizeStatistics';

/** Lists in which documents name others. */
export type NamingProperty = 'collection:documentIds' | 'docri:participatingDocuments';

/** One of both lies in a subtree, the other elsewhere. */
export interface NamedAcross {
  readonly holder: string;
  readonly named: string;
  readonly isHolderInside: boolean;
}

export interface ShownAcross {
  readonly proxy: string;
  readonly target: string;
  readonly isVersion: boolean;
  readonly isProxyInside: boolean;
}

/** A document as it was when these lists decided about it. */
export interface DocumentWithRights {
  readonly document: DocumentRow;
  /** Its own first, then those of what it lies in; of a version its live document's. None where nothing is said. */
  readonly acls: readonly (readonly Acl[])[];
}

/** Where a subtree begins. */
export type Place = Pick<DocumentRow, 'id' | 'repository' | 'path'>;

export type PlaceWithAcls = Place & Pick<DocumentRow, 'acls'>;

/** A hold on the tree until the unit of work ends. */
export interface TreeLock {
  readonly id: string;
  /**
   * `place`: the document, and all that it lies in, stay where they are, with the rights, the trash state and the
   * existence that they have. `subtree`: moreover nobody else holds a place or a subtree at or below it.
   */
  readonly extent: 'place' | 'subtree';
}

/** What a document is put into. */
export interface Home {
  readonly document: DocumentRow;
  /** The lists of rights of all that it lies in, nearest first. */
  readonly aclsAbove: readonly (readonly Acl[])[];
  /** The ids of the document and of all that it lies in, nearest first. */
  readonly chain: readonly string[];
  /** One of its children has the name. */
  readonly hasName: boolean;
}

/** A container that states how much space it takes. */
export interface CountedContainer {
  readonly id: string;
  readonly path: string;
  /** -1: any number. */
  readonly mostBytes: number;
}

/** Bytes of files, by what they belong to. */
export interface ContentBytes {
  readonly live: number;
  readonly trash: number;
  readonly versions: number;
}

/** What a container states of the space that it takes: in all, and of that in the trash and in versions. */
export interface TakenBytes {
  readonly total: number;
  readonly trash: number;
  readonly versions: number;
}

/** How much there is of one kind. */
export interface CountedContent {
  readonly name: string;
  readonly documents: number;
  readonly bytes: number;
}

/** Counts of documents that navigation shows; versions count in `states` only. */
export interface ContentStatistics {
  /** `live`, `trash`, `versions`. */
  readonly states: readonly CountedContent[];
  /** The largest numbers of documents first. */
  readonly types: readonly CountedContent[];
  readonly people: readonly CountedContent[];
  /** `2026-01`, the latest last. */
  readonly months: readonly CountedContent[];
}

/** Stored documents: live ones, versions and proxies. No rule is enforced here but identity and unique paths. */
export interface DocumentStore {
  get(id: string): Promise<DocumentRow | undefined>;
  /** In a writing unit: also keeps others from changing the row until the unit ends. */
  getForUpdate(id: string): Promise<DocumentRow | undefined>;
  /**
   * In a writing unit that holds the place: what documents are put into. Others may put theirs into it at the same time,
   * and a name that two give at once is refused to one of them.
   * @param name of one that is to be put there
   */
  getToAddTo(id: string, name?: string): Promise<Home | undefined>;
  /**
   * In a writing unit, before the first read that the change depends on. Whoever brings a document or bytes into the
   * tree holds the place; whoever changes what a subtree inherits, or takes it away, holds the subtree: then none misses
   * the other. Those who wait get their turns in the order in which they came.
   * @param read asks the store only, and is asked behind the locks; again where those had to be taken anew
   * @param chainOf the place and all above it, where what is read says so: then nothing is asked for that a second time
   */
  lockTree<Read>(
    locks: readonly TreeLock[],
    read: () => Promise<Read>,
    chainOf?: (found: Read) => readonly string[],
  ): Promise<Read>;
  /**
   * In the order asked; missing ones left out.
   * @param most characters of properties; 413 where several have more together
   * @param shown before that, long texts of all other properties are left out
   */
  getMany(ids: readonly string[], most?: number, shown?: ShownProperties): Promise<readonly DocumentRow[]>;
  getByPath(repository: string, path: string): Promise<DocumentRow | undefined>;
  getWithRights(id: string): Promise<DocumentWithRights | undefined>;
  getByPathWithRights(repository: string, path: string): Promise<DocumentWithRights | undefined>;
  /** The lists of all ancestors that have any, nearest first. */
  aclsAbove(id: string): Promise<readonly (readonly Acl[])[]>;
  child(parentId: string, name: string): Promise<DocumentRow | undefined>;
  /** Those of the names that children have. */
  takenNames(parentId: string, names: readonly string[]): Promise<ReadonlySet<string>>;
  root(repository: string): Promise<DocumentRow | undefined>;
  /** All ancestors, nearest first, root last. */
  ancestors(id: string): Promise<readonly DocumentRow[]>;
  /**
   * Brings the long texts of what is to be stored into the form in which they are, while others are served between their
   * pieces. What is stored without has its texts brought into it in one go.
   */
  prepareTexts(properties: readonly Properties[]): Promise<void>;
  /** None of them holds another one of them; what holds them is stored. */
  insert(...rows: readonly NewDocumentRow[]): Promise<void>;
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
  /**
   * The files of the row, of everything below it and of their versions; proxies have none of their own.
   * @param kinds all when absent; each reads its files. Of others the answer is 0.
   */
  contentOfSubtree(id: string, kinds?: readonly (keyof ContentBytes)[]): Promise<ContentBytes>;
  /**
   * The same, for what is to be added to what containers state. Where that is less work it is worked out from what the
   * nearest one states: every change of this unit has to be stated before.
   */
  contentToCount(id: string, kinds?: readonly (keyof ContentBytes)[]): Promise<ContentBytes>;
  /** Live documents and proxies with a facet of their own, among the row and everything below it; in no order. */
  subtreeWithFacet(id: string, facet: RareFacet): Promise<readonly DocumentRow[]>;
  /** Ids of documents and versions of these types, among the row and everything below it. Few documents may have them. */
  idsOfTypes(id: string, types: readonly string[]): Promise<readonly string[]>;
  /** Reads everything, which takes its time. */
  statistics(repository: string): Promise<ContentStatistics>;
  /** What the row's own files add to that. */
  contentBytes(id: string): Promise<number>;
  /** What lies below the row, was trashed by itself, and has a name that ends so. */
  trashedBelow(id: string, nameEnd: string): Promise<readonly DocumentRow[]>;
  /** What lies directly in the row and is in the trash. */
  trashedIn(id: string): Promise<readonly DocumentRow[]>;
  /** The document and what it lies in, nearest first, as far as the space that they take is counted. */
  countedAbove(id: string): Promise<readonly CountedContainer[]>;
  /** Adds to the space that a counted container takes, with what others add meanwhile. */
  addContentBytes(id: string, change: ContentBytes): Promise<void>;
  /** The space that a counted container takes, also what its document does not state yet. */
  takenBytes(id: string): Promise<TakenBytes>;
  /**
   * States in the document what was added to the space that it takes; in all of them without an id. To be called before the
   * document is locked.
   */
  settleContentBytes(id?: string): Promise<void>;
  countSubtree(id: string): Promise<number>;
  /** Marks the row and everything below it as trashed, or as not; `alone`: what lies in it stays as it is. */
  setTrashed(id: string, isTrashed: boolean, options?: { readonly alone?: boolean }): Promise<void>;
  /** Removes the rows (and their text, access and search entries). */
  remove(ids: readonly string[]): Promise<void>;
  /** Whether the row, everything below it, and their versions, are more than so many; a row without a place of its own is one. */
  isTreeOver(id: string, most: number): Promise<boolean>;
  /** Who names whom across the border of the row's subtree; versions and proxies name nobody. */
  namedAcross(id: string, property: NamingProperty): Promise<readonly NamedAcross[]>;
  /**
   * Proxies elsewhere that show something of the row's subtree or its versions; and proxies in it that show a version
   * elsewhere whose document is gone.
   */
  shownAcross(id: string): Promise<readonly ShownAcross[]>;
  /** They outlive their documents: they lie nowhere, and only their proxies lead to them. */
  detachVersions(ids: readonly string[]): Promise<void>;
  /**
   * Removes the row, everything below it, and their versions: nothing finds them any more. What is stored of them is
   * left to `removeSlice`.
   */
  removeTree(id: string): Promise<void>;
  /** Removes for good what `removeTree` has left, as many rows at most; answers how many there were. */
  removeSlice(most: number): Promise<number>;
  /** Whether `removeTree` has left anything. */
  hasSlices(): Promise<boolean>;
  versions(seriesId: string): Promise<readonly DocumentRow[]>;
  /** The versions of all these documents, in no order. */
  versionIds(seriesIds: readonly string[]): Promise<readonly string[]>;
  proxiesOf(targetIds: readonly string[]): Promise<readonly DocumentRow[]>;
  /** Highest position among the children; undefined when there is none. */
  lastPosition(parentId: string): Promise<number | undefined>;
  /** In a writing unit: makes an index for each of these and ends all others. Each new one reads all documents. */
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
   * Sets the searchable text of a document: `title` and `body` already folded (see core/fulltext.ts), `blobText` as the
   * files have it, for it is also shown.
   */
  setText(
    id: string,
    text: { readonly title: string; readonly body: string; readonly blobText?: string },
  ): Promise<void>;
  /** The same, of documents that are stored. */
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
  /** The effective read ACLs with exactly these entries, each made when new. */
  readAclIds(lists: readonly (readonly Ace[])[]): Promise<readonly number[]>;
  readAcls(): Promise<readonly { readonly id: number; readonly entries: readonly Ace[] }[]>;
  /** Another text after every committed change that made new ones, on all servers. */
  readAclsVersion(): Promise<string>;
  /** Nobody takes it from now on, for it holds other entries than it was made with. */
  retireReadAcl(id: number): Promise<void>;
  /** Those that hold for nothing any more. Reads all places. */
  unusedReadAcls(): Promise<readonly number[]>;
  /** Those of them that still hold for nothing go; none ever gets the id of another. */
  removeUnusedReadAcls(ids: readonly number[]): Promise<void>;
  /**
   * Gives subtrees (and their versions) one read ACL each, all but what lies in others of them. What lies in a subtree and in
   * no other has the ACL of its top already.
   */
  setReadAcls(lists: readonly { readonly top: Place; readonly readAclId: number }[]): Promise<void>;
  /** What lies below (and without) the given one and has ACLs of its own, parents first. */
  withOwnAcl(top: Place): Promise<readonly PlaceWithAcls[]>;
  /** Those of the keys whose bytes a stored document still has. */
  referencedBlobs(keys: readonly string[]): Promise<readonly string[]>;
  /** All bytes that are kept for this one document. */
  blobsKeptFor(id: string): Promise<readonly string[]>;
}
