/**
 * The kinds of results that methods declare, and how each becomes a result of the operation.
 * Invariant: a method cannot declare one kind and return another.
 */

import type { LogEntry } from '#server/core/kernel/audit-store.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Paged } from '#server/core/search/page.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { SignatureKind } from '#wire/operation.ts';
import type { BulkStatusEntity } from '#wire/search.ts';
import type { OperationResult } from './result.ts';

export interface Outputs {
  readonly void: undefined;
  /** Undefined for an empty answer. */
  readonly document: DocumentRow | undefined;
  readonly documents: readonly DocumentRow[] | Paged<DocumentRow>;
  readonly blob: StoredBlob | undefined;
  readonly bloblist: readonly StoredBlob[];
  /** Sent as a JSON file. */
  readonly jsonBlob: Json;
  readonly string: string;
  readonly boolean: boolean;
  readonly long: number;
  readonly map: JsonObject;
  readonly recordset: Paged<JsonObject>;
  readonly logEntries: Paged<LogEntry>;
  readonly bulkStatus: BulkStatusEntity;
  readonly json: { readonly entityType: string; readonly value: JsonObject };
  /** The result of another operation, or the unchanged input; the catalogue calls that void. */
  readonly result: OperationResult;
}

export type OutputKind = keyof Outputs;

export const results: { readonly [Kind in OutputKind]: (given: Outputs[Kind]) => OperationResult } = {
  void: () => ({ kind: 'void' }),
  document: (document) => (document ? { kind: 'document', document } : { kind: 'void' }),
  documents: (given) =>
    'page' in given
      ? { kind: 'documents', documents: given.entries, page: given.page }
      : { kind: 'documents', documents: given },
  blob: (blob) => (blob ? { kind: 'blob', blob } : { kind: 'void' }),
  bloblist: (blobs) => ({ kind: 'blobs', blobs }),
  jsonBlob: (value) => ({ kind: 'json', value }),
  string: (value) => ({ kind: 'value', entityType: 'string', value }),
  boolean: (value) => ({ kind: 'value', entityType: 'boolean', value }),
  long: (value) => ({ kind: 'value', entityType: 'number', value }),
  map: (value) => ({ kind: 'value', entityType: 'map', value }),
  recordset: ({ entries, page }) => ({ kind: 'records', records: entries, page }),
  logEntries: ({ entries, page }) => ({ kind: 'logEntries', entries, page }),
  bulkStatus: (status) => ({ kind: 'bulkStatus', status }),
  json: ({ entityType, value }) => ({ kind: 'object', entityType, value }),
  result: (result) => result,
};

/** The name of the kind in the catalogue. */
export function signatureKind(kind: OutputKind): SignatureKind {
  if (kind === 'jsonBlob') return 'blob';
  return kind === 'result' ? 'void' : kind;
}

/** The kind of the list when a method runs on each item of a list. */
export function listKind(kind: OutputKind): SignatureKind {
  switch (kind) {
    case 'document':
    case 'documents':
      return 'documents';
    case 'blob':
    case 'bloblist':
      return 'bloblist';
    case 'void':
    case 'result':
      return 'void';
    default:
      return 'list';
  }
}

/** Joins the results of one method on several items. */
export function gathered(kind: OutputKind, all: readonly OperationResult[]): OperationResult {
  switch (listKind(kind)) {
    case 'documents':
      return {
        kind: 'documents',
        documents: all.flatMap((one) =>
          one.kind === 'document' ? [one.document] : one.kind === 'documents' ? one.documents : [],
        ),
      };
    case 'bloblist':
      return {
        kind: 'blobs',
        blobs: all.flatMap((one) =>
          one.kind === 'blob' ? [one.blob] : one.kind === 'blobs' ? one.blobs : [],
        ),
      };
    case 'list':
      return {
        kind: 'value',
        entityType: 'list',
        value: all.flatMap((one) => (one.kind === 'value' || one.kind === 'json' ? [one.value] : [])),
      };
    default:
      return { kind: 'void' };
  }
}
