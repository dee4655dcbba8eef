/** One page of the result of a query on the database itself, for queries that the server's search cannot answer. */
import type { DocumentListEntity } from '#wire/document.ts';
import type { RequestOptions } from './client.ts';
import { isDocumentPage, sortQuery } from './documents.ts';
import type { NxqlRequest } from './nxql-page.ts';
import { api } from './start.ts';

export function databasePage(
  { query, params, offset = 0, pageSize, maxResults, sort = [] }: NxqlRequest,
  options: RequestOptions,
): Promise<DocumentListEntity> {
  return api().entity('/automation/Repository.Query', isDocumentPage, {
    ...options,
    method: 'POST',
    reads: true,
    body: {
      params: {
        query,
        ...(params === undefined ? {} : { queryParams: [...params] }),
        pageSize,
        ...(maxResults === undefined ? {} : { maxResults }),
        currentPageIndex: offset / pageSize,
        ...sortQuery(sort),
      },
      context: {},
    },
  });
}
