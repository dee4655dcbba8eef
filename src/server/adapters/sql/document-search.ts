/**
 * Answers to queries: pages of documents, of ids, of selected values, and their counts.
 * Invariant: ids are found first, where an index may hold all that is asked; rows are fetched for one page only.
 */
import { sql } from 'kysely';
import type { DocumentStore } from '#server/core/ports.ts';
import { aggregate } from './aggregates.ts';
import { compileNxql } from './compile-nxql.ts';
import type { StoreContext } from './context.ts';
import { Fields } from './nxql-fields.ts';
import { isRanked, orderBy, sortKeysOf } from './nxql-order.ts';
import { project } from './nxql-projection.ts';
import { findPage } from './search-page.ts';

type SearchMethods = Pick<DocumentStore, 'query' | 'queryIds' | 'project' | 'aggregate'>;

export function documentSearch(context: StoreContext, rows: Pick<DocumentStore, 'getMany'>): SearchMethods {
  const { engine } = context;

  const queryIds: DocumentStore['queryIds'] = async (request) => {
    const fields = new Fields(engine, request.scope);
    const { source, where, score } = compileNxql(request, engine, fields, {
      joined: [],
      needsScore: isRanked(request),
    });
    const order = orderBy(sortKeysOf(request), fields, engine, { score, joined: [] });
    const selection = sql<{ id: string }>`select d.id from ${source} where ${where}`;
    const page = await findPage(context, request, selection, order);
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
