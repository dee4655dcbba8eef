/**
 * The source of a list's rows: one query, or several one after the other (folders before files), in pages by offset. Pure.
 * Invariant: `key` includes everything that the rows depend on, so equal lists are one source.
 */
import type { nxqlSearch, PageRequest } from '#web/api/search.ts';

export type PageOptions = ReturnType<typeof nxqlSearch>;

export interface RowSource {
  readonly key: string;
  /** The rows of a place stay on screen while its next order or filter loads; those of another place do not. */
  readonly place: string;
  /** Identifies the set of documents, whatever their order. */
  readonly members: string;
  readonly pageSize: number;
  /** The rows of the first section are all folders. */
  readonly startsWithFolders?: boolean | undefined;
  readonly sections: readonly ((request: Pick<PageRequest, 'offset' | 'pageSize'>) => PageOptions)[];
}

export interface SectionPage {
  readonly section: number;
  readonly page: number;
}

/** The pages with rows `first` to `last` if the sections have these lengths. */
export function pagesBetween(
  first: number,
  last: number,
  counts: readonly number[],
  pageSize: number,
): SectionPage[] {
  const pages: SectionPage[] = [];
  let start = 0;
  for (const [section, count] of counts.entries()) {
    const from = Math.max(first - start, 0);
    const to = Math.min(last - start, count - 1);
    for (let page = Math.floor(from / pageSize); from <= to && page <= Math.floor(to / pageSize); page += 1)
      pages.push({ section, page });
    start += count;
  }
  return pages;
}

/** The section of row `index`, and its position there. */
export function positionOfRow(
  index: number,
  counts: readonly number[],
): { readonly section: number; readonly row: number } | undefined {
  let row = index;
  for (const [section, count] of counts.entries()) {
    if (row < count) return { section, row };
    row -= count;
  }
  return undefined;
}
