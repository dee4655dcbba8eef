/**
 * Runs queries: pages of documents, of ids, of selected values, and counts.
 * Invariant: ids are found first, from indexes if possible; whole rows are read only for one page.
 */
import { sql } from 'kysely';
import { pageCharacters } from '#server/core/kernel/budget.ts';
import type { DocumentStore, QueryRequest, SortKey } from '#server/core/kernel/document-store.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { JsonObject } from '#wire/json.ts';
import type { StoreContext } from '../context.ts';
import { aggregate } from './aggregates.ts';
import { type CompiledNxql, compileNxql } from './compile-nxql.ts';
import { FEW, FEW_TO_COUNT, fewFound } from './few-found.ts';
import {
  type FirstRows,
  lookAtHits,
  withFirstFound,
  withFirstInOrder,
  withFirstKeys,
  withLargest,
} from './first-rows.ts';
import { type HolderChains, withHolderChains } from './holder-chains.ts';
import { countOfEverything, type ListRow, pageOfList } from './list-memory.ts';
import { Fields } from './nxql-fields.ts';
import type { LeafPredicate } from './nxql-leaf.ts';
import { isRanked, orderBy, reversed, sortedColumn, sortKeysOf } from './nxql-order.ts';
import { project } from './nxql-projection.ts';
import { rareRanges } from './rare-ranges.ts';
import { type FoundPage, findPage } from './search-page.ts';
import { fewBelow } from './small-places.ts';

type SearchMethods = Pick<DocumentStore, 'query' | 'queryIds' | 'project' | 'aggregate'>;

export function documentSearch(context: StoreContext, rows: Pick<DocumentStore, 'getMany'>): SearchMethods {
  const { engine } = context;

  const idsIn = async (request: QueryRequest, chains: HolderChains): Promise<FoundPage<string>> => {
    const fields = new Fields(engine, request.scope);
    const options = { selected: [], needsScore: isRanked(request), chains };
    const plain = compileNxql(request, engine, fields, options);
    const found = await fewFound(context, plain.candidates);
    const rare = found === undefined ? await rareRanges(context, plain) : new Set<LeafPredicate>();
    const compiled =
      found === undefined && rare.size === 0
        ? plain
        : compileNxql(request, engine, fields, { ...options, rare, found });
    const keys = sortKeysOf(request);
    const column = sortedColumn(keys, fields);
    const inOrder = withFirstInOrder(request, keys, column, compiled);
    const hits = await lookAtHits(
      context,
      compiled,
      keys.length === 0 ? 'best' : inOrder === undefined ? 'few' : 'many',
    );
    const few = hits.few ?? (await fewBelow(context, compiled));
    const areMany = hits.many !== undefined || compiled.hits === undefined;
    const first =
      few === undefined
        ? [
            hits.ranking?.best,
            ...(hits.ranking === undefined && areMany && inOrder !== undefined
              ? inOrder
              : [
                  hits.ranking ??
                    withLargest(keys, fields, compiled) ??
                    withFirstKeys(request, compiled) ??
                    withFirstFound(context, request, compiled),
                ]),
          ].filter((some) => some !== undefined)
        : [];
    const { score, bestFirst } = compiled;
    const order = (by: readonly SortKey[]) =>
      orderBy(by, fields, engine, { score, bestFirst, isAhead: hits.ranking?.isAhead, joined: [] });
    const select = ({ source, where }: FirstRows) =>
      sql<{ id: string }>`select d.id from ${source} where ${where}`;
    const [forwards, turned] = [order(keys), reversed(keys)];
    const backwards = turned && order(turned);
    const counts =
      few === undefined
        ? {
            count: compiled.counted,
            countFew: (hits.many && compiled.countedFewOfHits) ?? compiled.countedFew,
            remembered: compiled.hasOnlyStructuralConditions
              ? (count: () => Promise<number>) => countOfEverything(context, compiled.counted, count)
              : undefined,
            countFound:
              found === undefined && !compiled.hasOnlyStructuralConditions && countsFar(request)
                ? async () => {
                    const keys = await fewFound(context, plain.candidates, FEW_TO_COUNT);
                    return keys && compileNxql(request, engine, fields, { ...options, found: keys }).counted;
                  }
                : undefined,
          }
        : { count: sql`select 1 from ${few.source} where ${few.where}` };
    if (compiled.folder !== undefined && column !== undefined && backwards !== undefined) {
      const { source, where } = compiled;
      const value = sql.ref(`d.${column}`);
      const list = { folder: compiled.folder, column, isDescending: keys[0]?.descending === true };
      const page = sql<ListRow>`select d.id, ${value} as value from ${source} where ${where}`;
      const { items, total } = await pageOfList(
        context,
        request,
        { page, ...counts },
        { forwards, backwards },
        list,
      );
      return { items: items.map(({ id }) => id), total };
    }
    const page = await findPage(
      context,
      request,
      {
        page: select(few ?? hits.many ?? (keys.length === 0 ? oneByOne(compiled) : compiled)),
        ...counts,
        first: first.map((some) => sql<{ id: string }>`${select(some)} ${some.order ?? forwards}`),
      },
      { forwards, backwards },
    );
    return { items: page.items.map(({ id }) => id), total: page.total };
  };

  return {
    queryIds: (request) =>
      withHolderChains(context, request, async (chains) => {
        const { items, total } = await idsIn(request, chains);
        return { items, total: await total };
      }),
    query: (request) =>
      withHolderChains(context, request, async (chains) => {
        const { items, total } = await idsIn(request, chains);
        const [found, counted] = await Promise.all([
          rows.getMany(items, pageCharacters, request.shown),
          total,
        ]);
        return { items: found, total: counted };
      }),
    project: async (request) => {
      const found = await withHolderChains(context, request, (chains) => project(context, request, chains));
      requireFewCharacters(found.items, pageCharacters);
      return found;
    },
    aggregate: (request, aggregates) =>
      withHolderChains(context, request, (chains) => aggregate(context, request, aggregates, chains)),
  };
}

/** Counts further than the most candidates of a page. */
function countsFar({ countUpTo }: QueryRequest): boolean {
  return countUpTo < 0 || countUpTo > FEW;
}

/** Without an order, when few of very many documents must be skipped. */
function oneByOne({ oneByOne, source, where }: CompiledNxql): FirstRows {
  return { source: oneByOne ?? source, where };
}

/** @throws 413 when the texts of all values together are longer */
export function requireFewCharacters(rows: readonly JsonObject[], most: number): void {
  let characters = 0;
  for (const row of rows)
    for (const name in row) {
      const value = row[name];
      if (typeof value === 'string') characters += value.length;
    }
  if (characters > most)
    throw new RepositoryError(
      'payloadTooLarge',
      `The values hold more than ${most} characters: ask for fewer at a time`,
    );
}
