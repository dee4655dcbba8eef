/** The first step of the schema (migrations.ts). Invariant: it never changes; later changes are steps of their own. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { maker } from './table-maker.ts';

export async function createEverything(database: Database, engine: Engine): Promise<void> {
  const { key, json, integer, bigInteger } = engine.ddl;
  const optional = engine.ddl.text;
  const text = sql`${optional} not null`;
  const number = sql`${integer} not null`;
  const size = sql`${bigInteger} not null`;
  const object = sql`${json} not null`;
  const { table, index } = maker(database, engine);

  // Columns that every query filters by come before the wide JSON columns, where they are cheap to read.
  await table('documents', {
    seq: key,
    id: sql`${text} unique`,
    repository: text,
    parent_id: optional,
    name: text,
    path: optional,
    type: text,
    state: optional,
    position: integer,
    is_trashed: number,
    is_checked_out: number,
    is_version: number,
    is_latest_version: number,
    is_latest_major_version: number,
    is_proxy: number,
    hidden: number,
    series_id: text,
    version_label: optional,
    version_description: optional,
    version_created: optional,
    base_version_id: optional,
    proxy_target_id: optional,
    lock_owner: optional,
    lock_created: optional,
    system_change: size,
    user_change: size,
    read_acl_id: number,
    title: optional,
    title_key: text,
    created: optional,
    modified: optional,
    creator: optional,
    last_contributor: optional,
    nature: optional,
    facets: object,
    acls: object,
    properties: object,
  });
  const filtered = [
    'repository',
    'read_acl_id',
    'is_trashed',
    'is_version',
    'is_proxy',
    'hidden',
    'type',
    'facets',
  ];
  await index('documents_by_path', 'documents', ['repository', 'path'], { unique: true });
  await index('documents_by_parent_title', 'documents', ['parent_id', 'title_key', 'id'], {
    included: filtered,
  });
  await index('documents_by_parent_modified', 'documents', ['parent_id', 'modified', 'id'], {
    included: filtered,
  });
  await index('documents_by_parent_position', 'documents', ['parent_id', 'position', 'id'], {
    included: filtered,
  });
  await index('documents_by_parent_name', 'documents', ['parent_id', 'name']);
  await index('documents_by_modified', 'documents', ['repository', 'modified', 'id'], {
    included: filtered.slice(1),
  });
  await index('documents_by_type', 'documents', ['type', 'repository']);
  await index('documents_by_series', 'documents', ['series_id', 'is_version']);
  await index('documents_by_target', 'documents', ['proxy_target_id'], {
    where: sql`proxy_target_id is not null`,
  });

  await table('blob_references', {
    blob_key: text,
    document_seq: sql`${size} references documents (seq) on delete cascade`,
  });
  await index('blob_references_by_key', 'blob_references', ['blob_key', 'document_seq'], { unique: true });
  await index('blob_references_by_document', 'blob_references', ['document_seq']);

  await table('read_acls', { id: key, digest: sql`${text} unique`, entries: object });

  await table('document_text', {
    document_seq: sql`${bigInteger} primary key references documents (seq) on delete cascade`,
    title: text,
    body: text,
    blob_text: text,
  });
  for (const statement of engine.ddl.fulltext) await statement.execute(database);

  await table('entries', { seq: key, directory: text, id: text, fields: object });
  await index('entries_by_id', 'entries', ['directory', 'id'], { unique: true });
  await table('entry_counters', { directory: sql`${text} primary key`, value: size });
  await table('memberships', { group_name: text, kind: text, member: text, place: number });
  await index('memberships_by_group', 'memberships', ['group_name', 'kind', 'member'], { unique: true });
  await index('memberships_by_member', 'memberships', ['kind', 'member']);

  await table('audit', {
    id: key,
    event_id: text,
    category: text,
    principal_name: optional,
    event_date: text,
    log_date: text,
    repository_id: optional,
    doc_uuid: optional,
    doc_path: optional,
    doc_type: optional,
    doc_life_cycle: optional,
    comment: optional,
    extended: object,
  });
  await index('audit_by_document', 'audit', ['doc_uuid', 'event_date', 'id']);
  await index('audit_by_date', 'audit', ['event_date', 'id']);

  await table('batches', {
    id: sql`${text} primary key`,
    owner: text,
    handler: text,
    created_at: text,
    touched_at: text,
  });
  await index('batches_by_touch', 'batches', ['touched_at']);
  await table('batch_files', {
    batch_id: sql`${text} references batches (id) on delete cascade`,
    file_index: text,
    name: text,
    mime_type: optional,
    size,
    upload_type: text,
    chunk_count: integer,
    blob: json,
    blob_key: optional,
  });
  await index('batch_files_by_index', 'batch_files', ['batch_id', 'file_index'], { unique: true });
  await index('batch_files_by_blob', 'batch_files', ['blob_key']);
  await table('batch_chunks', {
    batch_id: sql`${text} references batches (id) on delete cascade`,
    file_index: text,
    chunk_index: text,
    blob_key: text,
    size,
  });
  await index('batch_chunks_by_index', 'batch_chunks', ['batch_id', 'file_index', 'chunk_index'], {
    unique: true,
  });
  await index('batch_chunks_by_blob', 'batch_chunks', ['blob_key']);

  await table('jobs', {
    seq: key,
    id: sql`${text} unique`,
    kind: text,
    payload: object,
    state: text,
    owner: optional,
    progress: object,
    result: json,
    attempts: number,
    unique_key: optional,
    worker: optional,
    run_at: text,
    lease_until: optional,
    created_at: text,
    updated_at: text,
  });
  await index('jobs_by_state', 'jobs', ['state', 'run_at', 'seq']);
  await index('jobs_by_unique_key', 'jobs', ['unique_key'], { unique: true });

  await table('renditions', { source_key: text, kind: text, blob: json, blob_key: optional });
  await index('renditions_by_source', 'renditions', ['source_key', 'kind'], { unique: true });
  await index('renditions_by_blob', 'renditions', ['blob_key']);

  await table('idempotency', {
    owner: text,
    key: text,
    claimed_at: text,
    status: integer,
    headers: json,
    body: optional,
  });
  await index('idempotency_by_key', 'idempotency', ['owner', 'key'], { unique: true });
  await index('idempotency_by_claim', 'idempotency', ['claimed_at']);
}
