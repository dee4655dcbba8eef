/**
 * The columns of a document's row, for reading it whole.
 * Invariant: properties come as text, in whatever form an engine keeps them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** All that are read as they are stored. */
export const plainColumns = [
  'seq',
  'id',
  'repository',
  'parent_id',
  'name',
  'path',
  'type',
  'state',
  'position',
  'is_trashed',
  'is_checked_out',
  'is_version',
  'is_latest_version',
  'is_latest_major_version',
  'is_proxy',
  'hidden',
  'series_id',
  'version_label',
  'version_description',
  'version_created',
  'base_version_id',
  'proxy_target_id',
  'lock_owner',
  'lock_created',
  'system_change',
  'user_change',
  'read_acl_id',
  'title',
  'title_key',
  'created',
  'modified',
  'creator',
  'last_contributor',
  'nature',
  'facets',
  'acls',
] as const;

export function documentColumns(engine: Engine) {
  return [...plainColumns, properties(engine).as('properties')] as const;
}

/** The same where other tables stand beside. */
export function joinedDocumentColumns(engine: Engine): RawBuilder<unknown> {
  const plain = plainColumns.map((name) => sql.ref(`documents.${name}`));
  return sql.join([...plain, sql`${properties(engine)} as properties`]);
}

function properties(engine: Engine): RawBuilder<string> {
  return engine.compactJsonText(sql.ref('documents.properties'));
}
