/**
 * Conditions for queries on the children of one document. Nearly all children share a place and a type: these are looked up
 * once and then only compared in each row, since a late page of a large folder skips very many rows.
 * Invariant: the conditions are true for the same rows as those that look up each row's own place and type.
 */
import { sql } from 'kysely';
import type { Query, Reference } from '#nxql/index.ts';
import type { SearchScope } from '#server/core/kernel/document-store.ts';
import type { Engine } from '../engine.ts';
import { isPresent, isTrashed } from '../stores/document-columns.ts';
import type { Field } from './nxql-fields.ts';
import type { LeafPredicate } from './nxql-leaf.ts';
import { allOf, type Condition } from './sql-terms.ts';
import { hasWantedType } from './wanted-types.ts';

export interface Siblings {
  readonly parentId: string;
  /** The condition on the parent. */
  readonly parent: LeafPredicate;
  /** The query's conditions on the place, which `isPlaceVisible` includes. */
  readonly notTrashed: readonly LeafPredicate[];
}

/** Undefined unless the query asks for the children of one document. */
export function siblingsOf({ where }: Query, resolved: ReadonlyMap<Reference, Field>): Siblings | undefined {
  const parts = where?.kind === 'and' ? where.items : [where];
  const parents: Pick<Siblings, 'parentId' | 'parent'>[] = [];
  const notTrashed: LeafPredicate[] = [];
  for (const part of parts) {
    if (part?.kind !== 'comparison' || part.left.kind !== 'reference') continue;
    const { left, right, operator } = part;
    const name = resolved.get(left)?.name;
    if (name === 'ecm:parentId' && operator === '=' && right.kind === 'string')
      parents.push({ parentId: right.value, parent: part });
    if (name === 'ecm:isTrashed' && right.kind === 'integer' && operator === '=' && right.value === 0)
      notTrashed.push(part);
  }
  const [parent] = parents;
  return parent === undefined || parents.length > 1 ? undefined : { ...parent, notTrashed };
}

/** The indexes of folders' lists contain versions too. */
export function liesInFolder({ parentId }: Siblings, { versionsInFolders }: SearchScope): Condition {
  const isInside: Condition = sql`d.folder_id = ${parentId}`;
  return versionsInFolders === true ? isInside : allOf([isInside, sql`d.is_version = 0`]);
}

/** In the repository, readable, and not in the trash if the query asks for that. */
export function isPlaceVisible(
  { parentId, notTrashed }: Siblings,
  { repository, readAclIds }: SearchScope,
  engine: Engine,
): Condition {
  const isThere: Condition = sql`d.repository = ${repository}`;
  // Only one place is looked up, but estimating how many have one of a thousand ACLs takes PostgreSQL longer than the page.
  const isReadable = (place: string): readonly Condition[] =>
    readAclIds === undefined
      ? []
      : [engine.isSeldom(engine.isOneOf(sql.ref(`${place}.read_acl_id`), readAclIds))];
  if (readAclIds === undefined && notTrashed.length === 0) return allOf([isThere, isPresent('d')]);
  const shared = allOf([
    sql`home.repository = ${repository}`,
    ...isReadable('home'),
    ...notTrashed.map((): Condition => sql`home.is_trashed = 0`),
  ]);
  const own = allOf([...isReadable('own'), ...notTrashed.map(() => isTrashed('d', 'own', 0))]);
  // A scalar subquery, because with EXISTS PostgreSQL would read all places first.
  return sql`(d.place_id = (select home.id from places home where home.document_id = ${parentId} and ${shared})
    or (${isThere} and (select 1 from places own where own.id = d.place_id and ${own}) = 1))`;
}

export function haveWantedType(
  { parentId }: Siblings,
  engine: Engine,
  wanted: ReadonlySet<string>,
): Condition {
  const first = sql`(select one.type from (select type from documents where folder_id = ${parentId} limit 1) one
    where ${engine.isOneOf(sql.ref('one.type'), [...wanted])})`;
  return sql`(d.type = ${first} or ${hasWantedType(engine, wanted)})`;
}
