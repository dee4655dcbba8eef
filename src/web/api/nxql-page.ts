/**
 * One page of the result of a query, from the part of the server that can answer it. Usually that is its search, which may be an
 * index beside the database: such an index cannot evaluate ILIKE or conditions on single entries of rights, and has no rows
 * beyond the first ten thousand. Such queries, and those too long for an address, go to the database.
 */
import type { DocumentListEntity } from '#wire/document.ts';
import type { RequestOptions } from './client.ts';
import { foundPage, type Sort, sortQuery } from './documents.ts';
import { api } from './start.ts';

export interface NxqlRequest {
  readonly query: string;
  /** A multiple of the page size. */
  readonly offset?: number;
  readonly pageSize: number;
  /** Stops counting results here; by default counts all. */
  readonly maxResults?: number | undefined;
  readonly sort?: readonly Sort[];
  /** Values for `?` in the query, in order. */
  readonly params?: readonly string[];
  /** Fields in which matches are to be marked; only an index does this. */
  readonly highlight?: readonly string[];
}

const rowsOfIndex = 10_000;
/** In characters. A server may accept at most 8 kB of address and headers together. */
const longestAddress = 4_000;

export async function nxqlPage(
  request: NxqlRequest,
  options: RequestOptions = {},
): Promise<DocumentListEntity> {
  const { params, highlight, offset = 0, sort = [], ...others } = request;
  const path = '/search/execute';
  const query = {
    ...others,
    queryParams: params,
    highlight: highlight?.join(','),
    offset,
    ...sortQuery(sort),
  };
  return / ilike |\becm:acl\//i.test(others.query) ||
    offset + others.pageSize > rowsOfIndex ||
    api().address(path, query).length > longestAddress
    ? (await import('./database-page.ts')).databasePage(request, options)
    : foundPage({ ...options, query });
}
