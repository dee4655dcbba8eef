/**
 * The bytes of a large tree, when most documents of the counted container around it are in the tree: the container's stated
 * size minus the bytes beside the tree. At the top of a repository there is almost nothing beside.
 * Invariant: one statement reads the stated size and sums the rest, so that both are of the same moment.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ContentBytes } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { type ChainRange, isInRanges } from '../nxql/path-range.ts';
import { selectCountedAbove, statedBytes } from './content-counts.ts';
import { documentPlaces, type OwnPlace } from './document-places.ts';
import { readAclRanges } from './read-acl-ranges.ts';

/** A tree with at most this many places is summed directly. */
const FEW = 20;

/** The bytes of one kind in places that meet the condition. */
type SumOf = (kind: keyof ContentBytes, tree: RawBuilder<unknown>) => RawBuilder<number>;

/** Undefined when it is better to sum the tree. */
export async function contentBeside(
  context: StoreContext,
  id: string,
  place: OwnPlace,
  kinds: readonly (keyof ContentBytes)[],
  sumOf: SumOf,
): Promise<ContentBytes | undefined> {
  const places = documentPlaces(context);
  const run = async <T>(statement: RawBuilder<T>): Promise<T | undefined> =>
    (await statement.execute(context.database)).rows[0];
  const isMany = await run(sql`select 1 from places where ${places.tree(place)} limit 1 offset ${FEW}`);
  if (isMany === undefined) return undefined;
  const [container] = await selectCountedAbove.rows(context, { id });
  const around = container && (await places.find(container.id));
  if (container === undefined || around === undefined || around.path === null) return undefined;
  const ranges = rangesBeside(around, place);
  const beside = ranges.length === 0 ? undefined : isInRanges('places.chain', ranges);
  // Gives up when there are more places beside the tree than in it.
  const isMoreBeside =
    beside &&
    (await run(sql`select 1 from places where ${beside}
      limit 1 offset (select count(*) from places where ${places.tree(place)})`));
  if (isMoreBeside !== undefined) return undefined;
  const sums = kinds.map(
    (kind) => sql`${statedBytes(context.engine, kind)} - ${beside ? sumOf(kind, beside) : sql`0`}
      as ${sql.ref(kind)}`,
  );
  const bytes = await run(
    sql<Partial<ContentBytes>>`select ${sql.join(sums)} from documents where documents.id = ${container.id}`,
  );
  return { live: 0, trash: 0, versions: 0, ...bytes };
}

function rangesBeside(around: OwnPlace, place: OwnPlace): readonly ChainRange[] {
  return readAclRanges([
    { chain: around.chain, readAclId: 0 },
    { chain: place.chain, readAclId: null },
  ]);
}
