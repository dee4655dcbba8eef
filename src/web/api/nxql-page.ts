/**
 * One page of what a query finds, from wherever the server can answer it. Most come from its search, which may be an
 * index beside the database: such an index finds nothing by ILIKE nor by single entries of rights, and has no rows beyond
 * the first ten thousand. What it cannot answer, and what is too long for an address, is asked of the database.
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
  /** As far as it is counted; all of it where that is left out. */
  readonly maxResults?: number | undefined;
  readonly sort?: readonly Sort[];
  /** Values for `?` in the query, in order. */
  readonly params?: readonly string[];
  /** Fields whose hits come back marked; only an index does so. */
  readonly highlight?: readonly string[];
}

const rowsOfIndex = 10_000;
/** A server may take no more than 8 kB of address and headers together. */
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
