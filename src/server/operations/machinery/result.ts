/**
 * The result of an operation, before the edge turns it into an entity, bytes or an empty answer.
 * Invariant: a closed union; the edge handles all its kinds.
 */

import type { LogEntry } from '#server/core/kernel/audit-store.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Page } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { BulkStatusEntity } from '#wire/search.ts';

export type OperationResult =
  | { readonly kind: 'void' }
  | { readonly kind: 'document'; readonly document: DocumentRow }
  | { readonly kind: 'documents'; readonly documents: readonly DocumentRow[]; readonly page?: Page }
  | { readonly kind: 'blob'; readonly blob: StoredBlob }
  | { readonly kind: 'blobs'; readonly blobs: readonly StoredBlob[] }
  /** The value is sent as it is, as `application/json`. */
  | { readonly kind: 'json'; readonly value: Json }
  | {
      readonly kind: 'value';
      readonly entityType: 'string' | 'boolean' | 'number' | 'date' | 'list' | 'map' | 'orderedMap';
      readonly value: Json;
    }
  | { readonly kind: 'records'; readonly records: readonly JsonObject[]; readonly page: Page }
  | { readonly kind: 'user'; readonly username: string }
  | { readonly kind: 'users'; readonly usernames: readonly string[] }
  | {
      readonly kind: 'logEntries';
      readonly entries: readonly LogEntry[];
      readonly page?: Page;
    }
  | { readonly kind: 'bulkStatus'; readonly status: BulkStatusEntity }
  /** `{"entity-type": entityType, "value": value}` for anything else. */
  | { readonly kind: 'object'; readonly entityType: string; readonly value: JsonObject };

/** The input of a call, however it was sent. */
export type OperationInput =
  | { readonly kind: 'void' }
  /** As it was in the request body: references, lists, typed objects. */
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'document'; readonly document: DocumentRow }
  | { readonly kind: 'documents'; readonly documents: readonly DocumentRow[] }
  | { readonly kind: 'blob'; readonly blob: StoredBlob }
  | { readonly kind: 'blobs'; readonly blobs: readonly StoredBlob[] };

/** Facts about the request that an operation may need. */
export interface RequestInfo {
  /** Absolute, without a trailing slash: `http://host:8080/nuxeo`. */
  readonly baseUrl: string;
  /** From `Accept-Language` or `language`; `en` by default. */
  readonly locale: string;
  /** Shared by all calls: whether errors show internal details. Absent when no answer is being written. */
  readonly errorDisplay?: ErrorDisplay;
}

export interface ErrorDisplay {
  showsStacks: boolean;
}
