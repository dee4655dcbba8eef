/**
 * What a list is made of: one query, or several that stand one after the other (folders before files, whatever the
 * order). Pure. Invariant: names and words from outside enter a query only as its parameters.
 */
import type { DocumentView, Sort } from '#web/api/documents.ts';

export interface ListSection {
  readonly query: string;
  readonly params: readonly string[];
}

export interface ListSource {
  /** Two sources of the same place differ by order or filter only. */
  readonly place: string;
  readonly sections: readonly ListSection[];
  readonly sort: readonly Sort[];
  readonly view: DocumentView;
}

export const shown = "ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const folders = "ecm:mixinType = 'Folderish'";
export const files = "ecm:mixinType != 'Folderish'";

export type ListShape = Pick<ListSource, 'sort' | 'view'> & { readonly filter: string };

export function foldersFirst(
  place: string,
  condition: string,
  params: readonly string[],
  shape: ListShape,
): ListSource {
  const { filter, sort, view } = shape;
  const section = (kind: string) => sectionOf(`${condition} AND ${shown} AND ${kind}`, params, filter);
  return { place, sections: [section(folders), section(files)], sort, view };
}

/** The documents of which the condition holds, and whose titles contain what was typed. */
export function sectionOf(condition: string, params: readonly string[], filter: string): ListSection {
  const query = `SELECT * FROM Document WHERE ${condition}`;
  const words = filter.trim();
  if (words === '') return { query, params };
  return { query: `${query} AND dc:title ILIKE ?`, params: [...params, containing(words)] };
}

export function folderSource(folderId: string, shape: ListShape): ListSource {
  return foldersFirst(folderId, 'ecm:parentId = ? AND ecm:isTrashed = 0', [folderId], shape);
}

/** The pattern that finds this text anywhere, its own signs taken as they are. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
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
export function placeOfRow(
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
