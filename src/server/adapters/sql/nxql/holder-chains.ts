/**
 * Looks up the chains of the folders that a query searches in (`ecm:path STARTSWITH`, `ecm:ancestorId`) before the search:
 * PostgreSQL plans badly for ranges that it does not know.
 * Invariant: a chain was right when it was looked up: when a move happens meanwhile, the search is repeated.
 */
import { sql } from 'kysely';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { prepared } from '../prepared.ts';
import { type LeafPredicate, leavesOf } from './nxql-leaf.ts';
import { idAtPath, namesOf } from './path-range.ts';

/** By the keys that `atPath` and `withId` make. Folders without a place are missing. */
export type HolderChains = ReadonlyMap<string, string>;

export const atPath = (path: string): string => `path ${trimPath(path)}`;
export const withId = (id: string): string => `id ${id}`;

/** Attempts of a search that conflicts with moves; a folder that moves more often is not worth waiting for. */
const MOST_ATTEMPTS = 5;

interface Found {
  readonly chain: string;
}

const chainOfId = prepared<{ readonly id: string }, Found>(
  (_context, parameter) => sql<Found>`select chain from places where document_id = ${parameter('id')}`,
  { isShort: true },
);

const chainAtPath = prepared<
  { readonly repository: string; readonly names: string; readonly depth: number },
  Found
>(
  ({ engine }, parameter) =>
    sql<Found>`select chain from places where document_id = ${idAtPath({
      repository: engine.textParameter(parameter('repository')),
      names: engine.jsonParameter(parameter('names')),
      depth: parameter('depth'),
    })}`,
  { isShort: true },
);

export async function withHolderChains<T>(
  context: StoreContext,
  request: QueryRequest,
  search: (chains: HolderChains) => Promise<T>,
): Promise<T> {
  const holders = new Set(leavesOf(request.query.where).flatMap((leaf) => holderIn(leaf) ?? []));
  if (holders.size === 0) return search(new Map());
  let before = await chainsOf(context, request, holders);
  for (let attempt = 1; ; attempt++) {
    const found = await search(before);
    const after = await chainsOf(context, request, holders);
    const isSame = [...holders].every((holder) => before.get(holder) === after.get(holder));
    if (isSame || attempt === MOST_ATTEMPTS) return found;
    before = after;
  }
}

async function chainsOf(
  context: StoreContext,
  { scope: { repository } }: QueryRequest,
  holders: ReadonlySet<string>,
): Promise<HolderChains> {
  const found = await Promise.all(
    [...holders].map(async (holder) => {
      const name = holder.slice(holder.indexOf(' ') + 1);
      const row = holder.startsWith('path ')
        ? await chainAtPath.first(context, { repository, ...namesOf(name) })
        : await chainOfId.first(context, { id: name });
      return row === undefined ? [] : [[holder, row.chain] as const];
    }),
  );
  return new Map(found.flat());
}

/** The chain of the place that this condition requires all results to be below. */
export function chainIn(leaf: LeafPredicate, chains: HolderChains): string | undefined {
  if (leaf.kind === 'comparison' && leaf.operator !== '=') return undefined;
  const holder = holderIn(leaf);
  return holder === undefined ? undefined : chains.get(holder);
}

function holderIn(leaf: LeafPredicate): string | undefined {
  if (leaf.kind === 'startsWith')
    return leaf.reference.name === 'ecm:path' ? atPath(leaf.value.value) : undefined;
  if (leaf.kind !== 'comparison' || leaf.left.kind !== 'reference') return undefined;
  return leaf.left.name === 'ecm:ancestorId' && leaf.right.kind === 'string'
    ? withId(leaf.right.value)
    : undefined;
}

export function trimPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
