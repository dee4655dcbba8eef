/**
 * The stored shapes that rules and stores share: documents, access control, principals.
 * Invariant: property values here are plain JSON by prefixed name; null values and empty lists are not stored.
 */
import type { Json } from '#wire/json.ts';

/** A stored property value; blobs are `BlobValue` objects. */
export type PropertyValue = Json;
/** By prefixed name: `{'dc:title': 'Report', 'file:content': {…}}`. */
export type Properties = Readonly<Record<string, PropertyValue>>;

/** A blob inside properties, as stored (and as NXQL sees it: `file:content/length`, `/name`, `/mime-type` …). */
export interface BlobValue {
  readonly name: string | null;
  readonly 'mime-type': string | null;
  readonly encoding: string | null;
  readonly digestAlgorithm: 'MD5';
  readonly digest: string;
  /** Bytes. */
  readonly length: number;
  /** Content address in the blob store; `data` in NXQL. Never leaves the server. */
  readonly data: string;
  readonly [key: string]: Json;
}

/** One entry of an access control list. Times are ISO 8601 UTC; null means unbounded. */
export interface Ace {
  readonly username: string;
  readonly permission: string;
  readonly granted: boolean;
  readonly creator: string | null;
  readonly begin: string | null;
  readonly end: string | null;
  /** Whether the person was notified, and the comment in the mail (`fetch.acls=extended`). */
  readonly notify?: boolean;
  readonly comment?: string | null;
}

export interface Acl {
  /** `local`, or a custom name; `inherited` is computed and never stored. */
  readonly name: string;
  readonly aces: readonly Ace[];
}

/** The caller: the login and every group it belongs to, inherited ones included, plus `Everyone`. */
export interface Principals {
  readonly username: string;
  readonly groups: readonly string[];
  readonly isAdministrator: boolean;
  readonly isAnonymous: boolean;
  /** The stored token that this call was made with; it survives a change of the password. */
  readonly signedInWith?: string;
  /**
   * In milliseconds since 1970. Until then the same credentials sign in the same person without writing anything, unless
   * something is committed meanwhile. Undefined where that is not known.
   */
  readonly signedInUntil?: number;
  /** In milliseconds since 1970: when the person last proved who they are for this sign-in (signin/recent-sign-in.ts). */
  readonly signedInAt?: number;
  /** The stored hash when this call signed in: no sign-in is possible once the stored one differs. */
  readonly passwordHash?: string;
}

export interface DocumentRow {
  readonly id: string;
  readonly repository: string;
  /** Null for the root, versions and placeless documents. */
  readonly parentId: string | null;
  readonly name: string;
  /** Absolute, `/` for the root. Null for versions (they answer with the path of their live document) and placeless ones. */
  readonly path: string | null;
  readonly type: string;
  /** Facets added to this document, beyond its type's. */
  readonly facets: readonly string[];
  readonly state: string | null;
  readonly properties: Properties;
  /** Place in an ordered folder. */
  readonly position: number | null;
  readonly isTrashed: boolean;
  readonly isCheckedOut: boolean;
  readonly isVersion: boolean;
  readonly isLatestVersion: boolean;
  readonly isLatestMajorVersion: boolean;
  /** Id of the live document; for a live document its own id. */
  readonly seriesId: string;
  /** Versions only. */
  readonly versionLabel: string | null;
  readonly versionDescription: string | null;
  readonly versionCreated: string | null;
  /** The version that a live document was last checked in as or restored from. */
  readonly baseVersionId: string | null;
  /** Proxies only: the version or live document shown here. Its properties are copied into this row and kept equal. */
  readonly proxyTargetId: string | null;
  readonly lockOwner: string | null;
  readonly lockCreated: string | null;
  /** Change token parts: every stored change, and changes made by a person's request. */
  readonly systemChange: number;
  readonly userChange: number;
  /** Own ACLs (custom first, then local); empty when all is inherited. */
  readonly acls: readonly Acl[];
  readonly readAclId: number;
}

/** Path, trash and rights are taken from the parent; the row's own values count only when it has no parent. */
export type NewDocumentRow = DocumentRow;
export type DocumentPatch = Partial<
  Omit<DocumentRow, 'id' | 'repository' | 'path' | 'parentId' | 'name' | 'isTrashed' | 'readAclId'>
>;
