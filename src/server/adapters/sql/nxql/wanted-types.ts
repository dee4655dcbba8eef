/**
 * The condition that a document `d` has one of the requested types.
 * Invariant: documents of types that the server does not know are never found.
 */
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Condition } from './sql-terms.ts';

/** The type of a repository's root, which no query finds. */
export const ROOT = 'Root';

/** Up to this many comparisons cost less than looking a text up in a list. */
const FEW = 8;

export function hasWantedType(engine: Engine, wanted: ReadonlySet<string>): Condition {
  return engine.isOneOf(sql.ref('d.type'), [...wanted]);
}

/**
 * The same for reading very many rows. Usually all types are requested, or all but a few. Where looking a text up in a list
 * takes longer than reading the row, it is checked once whether the database has any other types, and otherwise the few
 * excluded types are compared.
 */
export function hasWantedTypeOfMany(
  engine: Engine,
  wanted: ReadonlySet<string>,
  known: readonly string[],
): readonly Condition[] {
  const type = sql.ref('d.type');
  const all = [...new Set([...known, ...wanted, ROOT])];
  const unwanted = all.filter((one) => !wanted.has(one));
  const holdsNoOthers = engine.hasOnlyTypes(all);
  if (holdsNoOthers === undefined || unwanted.length > FEW || unwanted.length >= wanted.size)
    return [hasWantedType(engine, wanted)];
  return [
    sql`(${holdsNoOthers} or ${engine.isOneOf(type, all)})`,
    ...unwanted.map((one): Condition => sql`${type} <> ${one}`),
  ];
}
