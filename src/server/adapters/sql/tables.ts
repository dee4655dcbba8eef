/**
 * Every table with content, in the order in which rows can be inserted: referred tables come first.
 * Invariant: a test fails for a table or JSON column that the migrations make and this list lacks. Not content are derived
 * data (the full-text index), schema_version of the migrations, and list_changes, which servers keep for their caches.
 */
import type { Tables } from './database.ts';

export interface TableFacts {
  /** The columns that identify a row, in the order of an index. */
  readonly key: readonly string[];
  /** The database counts the key up. */
  readonly isCounted?: boolean;
  readonly json?: readonly string[];
  /** JSON that queries look into, stored in the engine's fastest form. */
  readonly compactJson?: string;
  /** `blob_key` names bytes in the blob store. */
  readonly holdsBlobs?: boolean;
  /** Rows contain whole texts of files, so only a few are read at a time. */
  readonly isWide?: boolean;
  /** Values are hashes, tokens and the like, which must not be shown. */
  readonly isSecret?: boolean;
}

export type TableName = Exclude<keyof Tables, 'schema_version'>;

export const tables: Readonly<Record<TableName, TableFacts>> = {
  read_acls: { key: ['id'], isCounted: true, json: ['entries'] },
  places: { key: ['id'], isCounted: true },
  removed_places: { key: ['place_id'] },
  documents: {
    key: ['seq'],
    isCounted: true,
    json: ['facets', 'acls', 'properties'],
    compactJson: 'properties',
  },
  content_changes: { key: ['seq'], isCounted: true },
  blob_references: { key: ['blob_key', 'document_seq'], holdsBlobs: true },
  document_text: { key: ['document_seq'], isWide: true },
  entries: { key: ['seq'], isCounted: true, json: ['fields'], isSecret: true },
  entry_counters: { key: ['directory'] },
  memberships: { key: ['group_name', 'kind', 'member'] },
  audit: { key: ['id'], isCounted: true, json: ['extended'] },
  batches: { key: ['id'], isSecret: true },
  batch_files: { key: ['batch_id', 'file_index'], json: ['blob'], holdsBlobs: true, isSecret: true },
  batch_chunks: { key: ['batch_id', 'file_index', 'chunk_index'], holdsBlobs: true, isSecret: true },
  jobs: { key: ['seq'], isCounted: true, json: ['payload', 'progress', 'result'], isSecret: true },
  renditions: { key: ['source_key', 'kind'], json: ['blob'], holdsBlobs: true },
  idempotency: { key: ['owner', 'key'], json: ['headers'], isWide: true, isSecret: true },
};

export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTableName);

function isTableName(name: string): name is TableName {
  return name in tables;
}
