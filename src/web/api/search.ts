/** NXQL searches, page by page. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import type { RequestOptions } from './client.ts';
import { type DocumentView, isDocumentPage, rowView, type Sort } from './documents.ts';
import { listKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';
import { nxqlPage } from './nxql-page.ts';

export interface PageRequest {
  /** The place whose documents they are: a change there refreshes the page. */
  readonly place?: string;
  /** Values for `?` in the query, in order. */
  readonly params?: readonly string[];
  readonly offset?: number;
  readonly pageSize?: number;
  /** Stops counting results here, for lists that show no total. */
  readonly maxResults?: number;
  readonly sort?: readonly Sort[];
  readonly view?: DocumentView;
  /** Fields in which matches are to be marked. */
  readonly highlight?: readonly string[];
}

/** @param query a whole NXQL statement; if it has an ORDER BY, leave `sort` out */
export function nxqlSearch(query: string, request: PageRequest = {}) {
  const { params, highlight, maxResults } = request;
  return searchPage(['nxql', query, { params, highlight, maxResults }], request, (page, options) =>
    nxqlPage({ query, params, highlight, maxResults, ...page }, options),
  );
}

export type Page = Required<Pick<PageRequest, 'offset' | 'pageSize' | 'sort'>>;

/** A page of a list, cached under its place. */
export function searchPage(
  key: readonly unknown[],
  { place, offset = 0, pageSize = 50, sort = [], view = rowView }: PageRequest,
  ask: (page: Page, options: RequestOptions) => Promise<DocumentListEntity>,
) {
  const queryKey = [...listKeys.of(place ?? null), ...key, { sort, view }, { offset, pageSize }];
  return queryOptions({
    queryKey,
    ...(place !== undefined && offset === 0 ? rememberedAnswer(queryKey, isDocumentPage) : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask({ offset, pageSize, sort }, { ...view, signal, timeout: 60_000 }),
  });
}
