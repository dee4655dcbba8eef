/**
 * The paging block of all paged lists.
 * Invariant: quirks that clients rely on are only here: `isLastPageAvailable` equals `isNextPageAvailable`, and the page
 * count is 0 when the total is unknown.
 */
import type { Page } from '#wire/document.ts';
import { errors } from '../kernel/errors.ts';

export interface PageRequest {
  /** Without a limit when 0; some clients send negative values for that. */
  readonly pageSize: number;
  readonly currentPageIndex: number;
  /** In entries; it overrides the page index. */
  readonly offset?: number | undefined;
}

export interface PageSpan {
  readonly limit: number;
  readonly offset: number;
}

export interface Paged<T> {
  readonly page: Page;
  readonly entries: readonly T[];
}

/** The range to ask the store for: at most `maxPageSize` entries. */
export function spanOf(request: PageRequest, maxPageSize: number): PageSpan {
  const { pageSize, currentPageIndex, offset } = request;
  if (currentPageIndex < 0 || (offset ?? 0) < 0) {
    throw errors.badRequest('Paging parameters must not be negative');
  }
  const limit = pageSize <= 0 ? maxPageSize : Math.min(pageSize, maxPageSize);
  return { limit, offset: offset ?? currentPageIndex * Math.max(0, pageSize) };
}

export function pageBlock(
  request: PageRequest,
  outcome: {
    /** -1 or -2 when unknown. */
    readonly total: number;
    /** Entries in this page. */
    readonly count: number;
    readonly maxPageSize: number;
    readonly resultsCountLimit?: number;
    readonly isSortable?: boolean;
    readonly isDocumentList?: boolean;
    readonly errorMessage?: string;
  },
): Page {
  const { pageSize } = request;
  const { total, count, maxPageSize } = outcome;
  const { offset } = spanOf(request, maxPageSize);
  const index = pageSize > 0 ? Math.floor(offset / pageSize) : 0;
  const numberOfPages = pageSize <= 0 ? 1 : total < 0 ? 0 : 1 + Math.trunc((total - 1) / pageSize);
  const isNextPageAvailable =
    pageSize > 0 &&
    (total < 0 ? count > 0 && count >= Math.min(pageSize, maxPageSize) : total > pageSize + offset);
  return {
    isPaginable: true,
    resultsCount: total,
    pageSize,
    maxPageSize,
    resultsCountLimit: outcome.resultsCountLimit ?? 0,
    currentPageSize: count,
    currentPageIndex: index,
    currentPageOffset: offset,
    numberOfPages,
    isPreviousPageAvailable: offset > 0,
    isNextPageAvailable,
    isLastPageAvailable: total < 0 ? false : isNextPageAvailable,
    isSortable: outcome.isSortable ?? true,
    hasError: outcome.errorMessage !== undefined,
    errorMessage: outcome.errorMessage ?? null,
    ...(outcome.isDocumentList ? { totalSize: total } : {}),
    pageIndex: index,
    pageCount: numberOfPages,
  };
}

/** A page of a list that is completely in memory. */
export function pageOfList<T>(list: readonly T[], request: PageRequest, maxPageSize: number): Paged<T> {
  const { limit, offset } = spanOf(request, maxPageSize);
  const entries = list.slice(offset, offset + limit);
  return { entries, page: pageBlock(request, { total: list.length, count: entries.length, maxPageSize }) };
}
