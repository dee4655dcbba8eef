/**
 * Tells which conditions can be decided from places, from indexes beside them, and from columns beside the words, without
 * reading documents.
 * Invariant: every document that is not a version has a parent, except the roots of repositories.
 */
import { sql } from 'kysely';
import type { Predicate, Query, Reference } from '#nxql/index.ts';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import { thumbnailFacet } from '#server/core/kernel/thumbnail.ts';
import type { Field } from './nxql-fields.ts';
import { type LeafPredicate, referencesOf } from './nxql-leaf.ts';
import { ALWAYS, type Condition } from './sql-terms.ts';
import { ROOT } from './wanted-types.ts';

export function requiredLeaves(where: Predicate | undefined): readonly LeafPredicate[] {
  const parts = where?.kind === 'and' ? where.items : where === undefined ? [] : [where];
  return parts.flatMap((part) =>
    part.kind === 'and' || part.kind === 'or' || part.kind === 'not' ? [] : part,
  );
}

/**
 * Required conditions that every document meets (it has an id), or every document that is no version (it has a parent), each
 * with the simpler condition that replaces it.
 */
export function knownPresences(
  { from, where }: Query,
  resolved: ReadonlyMap<Reference, Field>,
): ReadonlyMap<LeafPredicate, Condition> {
  const required = requiredLeaves(where);
  const nameOf = (reference: Reference): string | undefined => resolved.get(reference)?.name;
  const isOfNoVersion = required.some(
    (one) =>
      one.kind === 'comparison' &&
      one.operator === '=' &&
      one.left.kind === 'reference' &&
      nameOf(one.left) === 'ecm:isVersion' &&
      one.right.kind === 'integer' &&
      one.right.value === 0,
  );
  const haveParent = isOfNoVersion && from.every(({ name }) => name === 'Document');
  const known = new Map<LeafPredicate, Condition>();
  for (const one of required) {
    if (one.kind !== 'isNull' || !one.negated) continue;
    const name = nameOf(one.reference);
    if (name === 'ecm:uuid') known.set(one, ALWAYS);
    if (name === 'ecm:parentId' && haveParent) known.set(one, sql`d.type <> ${sql.lit(ROOT)}`);
  }
  return known;
}

/** Whether it depends only on the document's columns and place (changes of those are counted by stores/list-changes.ts). */
export function isOfRow(predicate: LeafPredicate, resolved: ReadonlyMap<Reference, Field>): boolean {
  return referencesOf(predicate).every((reference) => {
    const field = resolved.get(reference);
    if (field?.kind === 'value') return field.isColumn === true && field.isOfOthers !== true;
    return field?.kind === 'facets' && !asksThumbnail(predicate);
  });
}

/** Whether it asks for the facet that documents have when a thumbnail of their file was made. */
export function asksThumbnail(predicate: LeafPredicate): boolean {
  const named =
    predicate.kind === 'in' ? predicate.values : predicate.kind === 'comparison' ? [predicate.right] : [];
  return named.some((one) => one.kind === 'string' && one.value === thumbnailFacet);
}

/** The columns in the index of documents by place. */
const BESIDE_PLACE = new Set(['ecm:isVersion', 'ecm:isCheckedInVersion', 'ecm:isProxy', 'ecm:primaryType']);

export function isSaidByPlace({ kind, name }: Field): boolean {
  return kind === 'path' || kind === 'ancestor' || name === 'ecm:isTrashed';
}

export function isOfPlace(predicate: LeafPredicate, resolved: ReadonlyMap<Reference, Field>): boolean {
  return referencesOf(predicate).some((reference) => {
    const field = resolved.get(reference);
    return field !== undefined && isSaidByPlace(field);
  });
}

/** Whether only places, and columns beside them, decide: then it is best to read each place once. */
export function isOfPlaces(
  { query }: QueryRequest,
  leaves: readonly LeafPredicate[],
  resolved: ReadonlyMap<Reference, Field>,
): boolean {
  if (!query.from.every(({ name }) => name === 'Document')) return false;
  return leaves.every((one) => isBesidePlaces(one, resolved));
}

export function isBesidePlaces(predicate: LeafPredicate, resolved: ReadonlyMap<Reference, Field>): boolean {
  return referencesOf(predicate).every((reference) => {
    const field = resolved.get(reference);
    if (field === undefined) return false;
    if (field.kind === 'path') return predicate.kind === 'startsWith';
    return isSaidByPlace(field) || field.kind === 'facets' || BESIDE_PLACE.has(field.name);
  });
}

export function isAboutWords(predicate: LeafPredicate, resolved: ReadonlyMap<Reference, Field>): boolean {
  return referencesOf(predicate).some((reference) => resolved.get(reference)?.kind === 'fulltext');
}
