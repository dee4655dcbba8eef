/**
 * What an operation gives back, before it becomes an entity, bytes or nothing on the wire.
 * Invariant: a closed union; the edge switches over it exhaustively.
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
  /** A JSON blob: the value goes out as it is, as `application/json`. */
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

/** What a call may be given, whichever way it came. */
export type OperationInput =
  | { readonly kind: 'void' }
  /** As it stood in the request body: references, lists, typed objects. */
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'document'; readonly document: DocumentRow }
  | { readonly kind: 'documents'; readonly documents: readonly DocumentRow[] }
  | { readonly kind: 'blob'; readonly blob: StoredBlob }
  | { readonly kind: 'blobs'; readonly blobs: readonly StoredBlob[] };

/** The request behind a call: what an operation may need to know of it. */
export interface RequestInfo {
  /** Absolute, without a trailing slash: `http://host:8080/nuxeo`. */
  readonly baseUrl: string;
  /** From `Accept-Language` or `language`; `en` when nothing was said. */
  readonly locale: string;
  /** Shared by all calls: whether errors tell of their insides. Absent where no answer is being written. */
  readonly errorDisplay?: ErrorDisplay;
}

export interface ErrorDisplay {
  showsStacks: boolean;
}
