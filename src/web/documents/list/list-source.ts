/**
 * What a list is made of: one query, or several that stand one after the other (folders before files, whatever the
 * order). Pure. Invariant: names and words from outside enter a query only as its parameters.
 */
import type { DocumentView, Sort } from '#web/api/documents.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { RowSource } from '../rows/row-source.ts';
import type { ListAddress } from './list-address.ts';

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

/** A folder as its address wants it. */
export function folderRows(
  folderId: string,
  { filter, sort }: Pick<ListAddress, 'filter' | 'sort'>,
  view: DocumentView,
): ListSource {
  return folderSource(folderId, { filter, sort: [{ by: sort.columnId, order: sort.direction }], view });
}

/** The pattern that finds this text anywhere, its own signs taken as they are. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const pageSize = 100;

/** The rows of this list, page by page. */
export function rowsOf({ place, sections, sort, view }: ListSource): RowSource {
  const members = JSON.stringify([place, sections]);
  return {
    key: JSON.stringify([members, sort, view]),
    place,
    members,
    pageSize,
    sections: sections.map(
      ({ query, params }) =>
        (request) =>
          nxqlSearch(query, { ...request, place, params, sort, view }),
    ),
  };
}
