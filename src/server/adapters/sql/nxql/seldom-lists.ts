/**
 * Lists that usually only few documents have: tags, and collections of a member. Indexes contain the documents that have them,
 * so that a search for a value need not read all documents.
 */
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Reference } from '#nxql/index.ts';
import type { Engine } from '../engine.ts';
import type { Field } from './nxql-fields.ts';
import type { LeafPredicate } from './nxql-leaf.ts';
import type { Condition } from './sql-terms.ts';

const TAGS = 'nxtag:tags';
const COLLECTIONS = 'collectionMember:collectionIds';

/** The indexes by name. */
export const seldomLists: readonly (readonly [index: string, property: string])[] = [
  ['documents_with_tags', TAGS],
  ['documents_in_collections', COLLECTIONS],
];

/** Exactly as in the index. @param alias of the documents, with its dot */
export function hasList(engine: Engine, alias: string, property: string): RawBuilder<SqlBool> {
  const source = { expression: sql.ref(`${alias}properties`), isElement: false, isIndexed: true };
  return engine.isSeldom(sql`${engine.jsonText(source, [property])} is not null`);
}

/** Required conditions that ask for a value in such a list, each with the condition that the list exists. */
export function seldomListsIn(
  required: readonly LeafPredicate[],
  resolved: ReadonlyMap<Reference, Field>,
  engine: Engine,
): ReadonlyMap<LeafPredicate, { readonly isThere: Condition; readonly isListed: Condition }> {
  return new Map(
    required.flatMap((one) => {
      const subject = asksForValue(one);
      const property = subject && listNamed(resolved.get(subject)?.name ?? '');
      if (property === undefined) return [];
      // SQLite would prefer reading all documents of a type to reading this whole index.
      const isListed: Condition = sql`d.seq in (select listed.seq from documents listed
        where ${hasList(engine, 'listed.', property)} /* reads all: some thousands at most, by their index */)`;
      return [[one, { isThere: hasList(engine, 'd.', property), isListed }] as const];
    }),
  );
}

function listNamed(name: string): string | undefined {
  if (name === 'ecm:tag' || name.startsWith('ecm:tag/')) return TAGS;
  return [TAGS, COLLECTIONS].find((list) => name === list || name.startsWith(`${list}/`));
}

/** The list that the condition asks a value of; undefined where it may hold without any value. */
function asksForValue(predicate: LeafPredicate): Reference | undefined {
  if (predicate.kind === 'startsWith') return predicate.reference;
  if (predicate.kind !== 'comparison') {
    if (predicate.kind === 'isNull') return predicate.negated ? predicate.reference : undefined;
    return predicate.negated ? undefined : predicate.reference;
  }
  return predicate.operator !== '!=' && predicate.left.kind === 'reference' ? predicate.left : undefined;
}
