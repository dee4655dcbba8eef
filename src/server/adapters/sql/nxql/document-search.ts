/**
 * Answers to queries: pages of documents, of ids, of selected values, and their counts.
 * Invariant: ids are found first, where an index may hold all that is asked; rows are fetched for one page only.
 */
import { sql } from 'kysely';
import type { DocumentStore, SortKey } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { aggregate } from './aggregates.ts';
import { compileNxql } from './compile-nxql.ts';
import { Fields } from './nxql-fields.ts';
import { isRanked, orderBy, reversed, sortKeysOf } from './nxql-order.ts';
import { project } from './nxql-projection.ts';
import { findPage } from './search-page.ts';

type SearchMethods = Pick<DocumentStore, 'query' | 'queryIds' | 'project' | 'aggregate'>;

export function documentSearch(context: StoreContext, rows: Pick<DocumentStore, 'getMany'>): SearchMethods {
  const { engine } = context;

  const queryIds: DocumentStore['queryIds'] = async (request) => {
    const fields = new Fields(engine, request.scope);
    const { source, where, counted, score, bestFirst } = compileNxql(request, engine, fields, {
      selected: [],
      needsScore: isRanked(request),
    });
    const order = (keys: readonly SortKey[]) =>
      orderBy(keys, fields, engine, { score, bestFirst, joined: [] });
    const keys = sortKeysOf(request);
    const backwards = reversed(keys);
    const selection = sql<{ id: string }>`select d.id from ${source} where ${where}`;
    const page = await findPage(
      context,
      request,
      { page: selection, count: counted },
      { forwards: order(keys), backwards: backwards && order(backwards) },
    );
    return { items: page.items.map(({ id }) => id), total: page.total };
  };

  return {
    queryIds,
    query: async (request) => {
      const { items, total } = await queryIds(request);
      return { items: await rows.getMany(items), total };
    },
    project: (request) => project(context, request),
    aggregate: (request, aggregates) => aggregate(context, request, aggregates),
  };
}
