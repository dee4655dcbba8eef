/**
 * The condition that a found document `d` has one of the wanted types.
 * Invariant: nothing is found whose type the server does not know.
 */
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Condition } from './sql-terms.ts';

/** The type of each repository's root, which no query finds. */
export const ROOT = 'Root';

/** As many comparisons cost less than looking a text up in a list. */
const FEW = 8;

export function hasWantedType(engine: Engine, wanted: ReadonlySet<string>): Condition {
  return engine.isOneOf(sql.ref('d.type'), [...wanted]);
}

/**
 * The same for reading very many rows. Mostly all types are wanted, or all but a few. Where an engine takes longer to look
 * a text up in a list than to read the row, it then looks once whether the database holds any other types, and passes
 * over those few.
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
