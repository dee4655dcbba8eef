/**
 * What the rows of a list come from: one query, or several that stand one after the other (folders before files), in
 * pages by offset. Pure. Invariant: `key` says everything that the rows depend on, so equal lists are one source.
 */
import type { nxqlSearch, PageRequest } from '#web/api/search.ts';

export type PageOptions = ReturnType<typeof nxqlSearch>;

export interface RowSource {
  readonly key: string;
  /** Rows of one place stay while its next order or filter is on its way; those of another place do not. */
  readonly place: string;
  /** Which documents are in the list, whatever their order. */
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

/** The pages that hold rows `first` to `last` when the sections have these lengths. */
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

/** Where row `index` stands: its section, and its place in it. */
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
