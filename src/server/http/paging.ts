/** Paging and sorting parameters. Invariant: an invalid number is a 400. */

import type { SortKey } from '#server/core/kernel/document-store.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { PageRequest } from '#server/core/search/page.ts';

export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text))
    throw errors.badRequest(`For input string: "${text}" (${name} must be a number)`);
  return Number(text);
}

export function pageRequest(query: URLSearchParams, defaultPageSize = 50): PageRequest {
  return {
    pageSize: integerParameter(query, 'pageSize') ?? defaultPageSize,
    currentPageIndex: integerParameter(query, 'currentPageIndex') ?? 0,
    offset: integerParameter(query, 'offset'),
  };
}

/** Only `asc` means ascending; a missing direction is descending. Undefined when no order is requested. */
export function sortKeys(query: URLSearchParams): readonly SortKey[] | undefined {
  const names = listParameter(query, 'sortBy');
  if (names.length === 0) return undefined;
  const orders = listParameter(query, 'sortOrder');
  return names.map((name, index) => ({ name, descending: orders[index]?.toLowerCase() !== 'asc' }));
}

export function listParameter(query: URLSearchParams, name: string): readonly string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
