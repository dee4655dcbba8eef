/**
 * The document entity and the lists that carry it.
 * Field names are the interface's own; order here is the output order.
 */

import type { JsonObject } from './json.ts';
import type { AggregateEntity } from './search.ts';

export interface SchemaReference {
  readonly name: string;
  readonly prefix: string;
}

export interface DocumentEntity {
  readonly 'entity-type': 'document';
  readonly repository: string;
  /** Null for a document that is not saved yet. */
  readonly uid: string | null;
  readonly path: string | null;
  readonly type: string;
  readonly state: string | null;
  readonly parentRef: string | null;
  readonly isCheckedOut: boolean;
  readonly isRecord: boolean;
  readonly retainUntil: string | null;
  /** Only on records. */
  readonly isFlexibleRecord?: boolean;
  readonly retainedProperties?: readonly string[];
  readonly hasLegalHold: boolean;
  readonly isUnderRetentionOrLegalHold: boolean;
  readonly isVersion: boolean;
  readonly isProxy: boolean;
  readonly proxyTargetId?: string;
  readonly versionableId?: string;
  readonly changeToken: string | null;
  readonly isTrashed: boolean;
  readonly title: string;
  readonly versionLabel?: string;
  readonly isLatestVersion?: boolean;
  readonly isLatestMajorVersion?: boolean;
  readonly lockOwner?: string;
  readonly lockCreated?: string;
  readonly lastModified?: string;
  /** Present only if schemas were requested. */
  readonly properties?: JsonObject;
  readonly facets: readonly string[];
  readonly schemas: readonly SchemaReference[];
  /** Present only if a known enricher was requested. */
  readonly contextParameters?: JsonObject;
}

/** The paging block. -2 in `resultsCount` means "more than were counted". */
export interface Page {
  readonly isPaginable: true;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: string | null;
  /** Document lists only. */
  readonly totalSize?: number;
  readonly pageIndex: number;
  readonly pageCount: number;
}

export interface QuickFilterState {
  readonly name: string;
  readonly active: boolean;
}

/** `documents`, `users`, `logEntries` …: the paging keys are there only when the list is paged. */
export interface ListEntity<Entry, Kind extends string = string> extends Partial<Page> {
  readonly 'entity-type': Kind;
  readonly aggregations?: Readonly<Record<string, AggregateEntity>>;
  readonly quickFilters?: readonly QuickFilterState[];
  readonly entries: readonly Entry[];
}

export type DocumentListEntity = ListEntity<DocumentEntity, 'documents'>;

/** A blob property as the server writes it. `length` is a decimal string. */
export interface BlobEntity {
  readonly name: string | null;
  readonly 'mime-type': string | null;
  readonly encoding: string | null;
  readonly digestAlgorithm: string | null;
  readonly digest: string | null;
  readonly length: string;
  readonly data: string;
  readonly blobUrl: string;
}

/** Refers to file `upload-fileId` of an upload batch; both must be strings. */
export interface UploadReference {
  readonly 'upload-batch': string;
  readonly 'upload-fileId': string;
}
