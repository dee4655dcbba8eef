/**
 * The `ecm:` names that are a column or a short expression of the document's row.
 * Invariant: the row's alias is `d`, its place's `p`; features that this server lacks (flexible records) are constants.
 */
import { type RawBuilder, sql } from 'kysely';
import { isTrashed, trashOf } from '../stores/document-columns.ts';
import type { ValueField, ValueType } from './nxql-fields.ts';

interface SystemColumn {
  readonly type: ValueType;
  readonly sql: RawBuilder<unknown>;
  readonly isStrict?: boolean;
  readonly hasValue?: ValueField['hasValue'];
  readonly isOfOthers?: boolean;
}

const text = (column: string): SystemColumn => ({ type: 'text', sql: sql.ref(`d.${column}`) });
const date = (column: string): SystemColumn => ({ type: 'date', sql: sql.ref(`d.${column}`) });
const flag = (expression: RawBuilder<unknown>): SystemColumn => ({
  type: 'flag',
  sql: expression,
  isStrict: true,
});
const nothing = (type: ValueType): SystemColumn => ({ type, sql: sql`cast(null as text)` });

/** With a cast, since a bare number in ORDER BY means a column. */
const NO = sql`cast(0 as integer)`;

/** Proxies of a version have its value. */
function ofVersion(column: string): RawBuilder<unknown> {
  return sql`(case when d.is_proxy = 1 then coalesce(
    (select ${sql.ref(`target.${column}`)} from documents target where target.id = d.proxy_target_id), 0)
    else ${sql.ref(`d.${column}`)} end)`;
}

const COLUMNS: ReadonlyMap<string, SystemColumn> = new Map([
  ['ecm:uuid', text('id')],
  ['ecm:name', text('name')],
  ['ecm:pos', { type: 'number', sql: sql.ref('d.position') }],
  ['ecm:primaryType', text('type')],
  ['ecm:currentLifeCycleState', text('state')],
  ['ecm:repository', text('repository')],
  ['ecm:isProxy', flag(sql.ref('d.is_proxy'))],
  ['ecm:isVersion', flag(sql.ref('d.is_version'))],
  ['ecm:isCheckedInVersion', flag(sql.ref('d.is_version'))],
  // Only for live documents: versions and proxies cannot be checked in.
  [
    'ecm:isCheckedIn',
    flag(sql`(case when d.is_version = 1 or d.is_proxy = 1 then 0 else 1 - d.is_checked_out end)`),
  ],
  ['ecm:isLatestVersion', { ...flag(ofVersion('is_latest_version')), isOfOthers: true }],
  ['ecm:isLatestMajorVersion', { ...flag(ofVersion('is_latest_major_version')), isOfOthers: true }],
  ['ecm:isTrashed', { ...flag(trashOf('d', 'p')), hasValue: (value) => isTrashed('d', 'p', value) }],
  ['ecm:isFlexibleRecord', flag(NO)],
  ['ecm:retainedProperties', nothing('text')],
  ['ecm:versionLabel', text('version_label')],
  ['ecm:versionDescription', text('version_description')],
  ['ecm:versionCreated', date('version_created')],
  [
    'ecm:versionVersionableId',
    {
      type: 'text',
      isOfOthers: true,
      sql: sql`case when d.is_version = 1 then d.series_id when d.is_proxy = 1 then
        (select target.series_id from documents target where target.id = d.proxy_target_id and target.is_version = 1) end`,
    },
  ],
  ['ecm:proxyTargetId', text('proxy_target_id')],
  [
    'ecm:proxyVersionableId',
    {
      type: 'text',
      isOfOthers: true,
      sql: sql`(select target.series_id from documents target where target.id = d.proxy_target_id)`,
    },
  ],
  ['ecm:lockOwner', text('lock_owner')],
  ['ecm:lockCreated', date('lock_created')],
  ['ecm:fulltextJobId', nothing('text')],
]);

/** Allowed in conditions, but not for selecting and sorting. */
export const CONDITION_ONLY: ReadonlySet<string> = new Set(['ecm:isProxy']);

export function plainField(name: string, column: string): ValueField {
  return { kind: 'value', name, isColumn: true, ...text(column) };
}

export function plainSystemField(name: string): ValueField | undefined {
  const column = COLUMNS.get(name);
  return column === undefined ? undefined : { kind: 'value', name, isColumn: true, ...column };
}
