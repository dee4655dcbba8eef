/** Search-side entities: aggregates, saved searches, bulk status. */
import type { Json, JsonObject } from './json.ts';

export interface AggregateBucket {
  readonly key: string;
  readonly docCount: number;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly fromAsDate?: number | null;
  readonly toAsDate?: number | null;
  readonly fetchedKey?: Json;
}

export type AggregateType =
  | 'terms'
  | 'significant_terms'
  | 'range'
  | 'date_range'
  | 'histogram'
  | 'date_histogram'
  | 'min'
  | 'max'
  | 'avg'
  | 'sum'
  | 'cardinality'
  | 'count'
  | 'missing';

export interface AggregateEntity {
  readonly 'entity-type': 'aggregate';
  readonly id: string;
  readonly field: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly ranges: readonly Json[];
  readonly selection: readonly string[];
  readonly type: AggregateType;
  readonly buckets?: readonly AggregateBucket[];
  readonly extendedBuckets?: readonly AggregateBucket[];
  readonly value?: number | null;
}

export interface SavedSearchEntity {
  readonly 'entity-type': 'savedSearch';
  readonly id: string;
  readonly title: string;
  readonly queryParams: string | null;
  readonly query: string | null;
  readonly queryLanguage: string | null;
  readonly pageProviderName: string | null;
  readonly pageSize: string | null;
  readonly currentPageIndex: string | null;
  readonly maxResults: string | null;
  readonly sortBy: string | null;
  readonly sortOrder: string | null;
  readonly contentViewData: string | null;
  /** Values of named parameters: texts, lists of texts, or null. */
  readonly params: JsonObject;
}

export type BulkState = 'UNKNOWN' | 'SCHEDULED' | 'SCROLLING_RUNNING' | 'RUNNING' | 'COMPLETED' | 'ABORTED';

/** A document that a bulk command could not work on. */
export type BulkFailure = { readonly uid: string; readonly message: string };

export interface BulkStatusEntity {
  readonly 'entity-type': 'bulkStatus';
  readonly commandId: string;
  readonly state: BulkState;
  readonly processed: number;
  readonly skipCount: number;
  readonly error: boolean;
  readonly errorCount: number;
  readonly errorMessage?: string;
  /** The first hundred failures by document; other servers do not send them. */
  readonly errors?: readonly BulkFailure[];
  readonly total: number;
  readonly action: string;
  readonly username: string;
  readonly submitted: string | null;
  readonly scrollStart: string | null;
  readonly scrollEnd: string | null;
  readonly processingStart: string | null;
  readonly processingEnd: string | null;
  readonly completed: string | null;
  readonly processingMillis: number;
  readonly result?: Json;
}
