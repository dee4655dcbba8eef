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

const shown = "ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const folders = "ecm:mixinType = 'Folderish'";
const files = "ecm:mixinType != 'Folderish'";

type Shape = Pick<ListSource, 'sort' | 'view'> & { readonly filter: string };

function foldersFirst(place: string, condition: string, params: readonly string[], shape: Shape): ListSource {
  const { filter, sort, view } = shape;
  const named = filter.trim() === '' ? '' : ' AND dc:title ILIKE ?';
  const values = named === '' ? params : [...params, containing(filter.trim())];
  const section = (kind: string): ListSection => ({
    query: `SELECT * FROM Document WHERE ${condition} AND ${shown} AND ${kind}${named}`,
    params: values,
  });
  return { place, sections: [section(folders), section(files)], sort, view };
}

export function folderSource(folderId: string, shape: Shape): ListSource {
  return foldersFirst(folderId, 'ecm:parentId = ? AND ecm:isTrashed = 0', [folderId], shape);
}

export function trashSource(shape: Shape): ListSource {
  return foldersFirst('trash', 'ecm:isTrashed = 1', [], shape);
}

export function favouritesSource(collectionId: string, shape: Shape): ListSource {
  const condition = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';
  return foldersFirst('favourites', condition, [collectionId], shape);
}

/** What is in a collection, wherever it lies. */
export function collectionSource(collectionId: string, shape: Shape): ListSource {
  const condition = 'collectionMember:collectionIds/* = ? AND ecm:isTrashed = 0';
  return foldersFirst(collectionId, condition, [collectionId], shape);
}

/** The collections that the person may see; favourites have a place of their own. */
export function collectionsSource({ filter, sort, view }: Shape): ListSource {
  const named = filter.trim() === '' ? '' : ' AND dc:title ILIKE ?';
  const query = `SELECT * FROM Document WHERE ecm:mixinType = 'Collection' AND ecm:primaryType != 'Favorites' AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:isVersion = 0${named}`;
  const params = named === '' ? [] : [containing(filter.trim())];
  return { place: 'collections', sections: [{ query, params }], sort, view };
}

export function recentSource(login: string, shape: Shape): ListSource {
  const named = shape.filter.trim() === '' ? '' : ' AND dc:title ILIKE ?';
  return {
    place: 'recent',
    sections: [
      {
        query: `SELECT * FROM Document WHERE dc:contributors/* = ? AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ${shown} AND ${files}${named}`,
        params: named === '' ? [login] : [login, containing(shape.filter.trim())],
      },
    ],
    sort: shape.sort,
    view: shape.view,
  };
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
