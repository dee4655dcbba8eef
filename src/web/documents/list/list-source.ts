/**
 * What a list is made of: one query, or several that stand one after the other (folders before files, whatever the
 * order). Pure. Invariant: names and words from outside enter a query only as its parameters.
 */
import type { DocumentView, Sort } from '#web/api/documents.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { extensionOf } from '#web/ui/cut-name.ts';
import type { SortOrders } from '#web/ui/data-columns.ts';
import type { RowSource } from '../rows/row-source.ts';
import type { StoredDocument } from '../stored-document.ts';
import { type ColumnFilters, type Condition, conditionsOf } from './column-filters.ts';
import { byName, type ListAddress } from './list-address.ts';

export interface ListSection {
  readonly query: string;
  readonly params: readonly string[];
}

export interface ListSource {
  /** Two sources of the same place differ by order or filter only. */
  readonly place: string;
  readonly sections: readonly ListSection[];
  /** The first of them are all folders. */
  readonly startsWithFolders?: boolean;
  /** All that may stand here, in one query, before anything is filtered. */
  readonly unfiltered: ListSection;
  /** All that stands here, in one query. */
  readonly whole: ListSection;
  readonly sort: readonly Sort[];
  readonly view: DocumentView;
  /** Where a query cannot say the order of the rows. */
  readonly rows?: RowSource;
}

export const shown = "ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const folders = "ecm:mixinType = 'Folderish'";
export const files = "ecm:mixinType != 'Folderish'";

export interface ListFilters {
  /** What names contain. */
  readonly filter: string;
  readonly filters: ColumnFilters;
}

export type ListShape = Pick<ListSource, 'sort' | 'view'> & ListFilters;

const nothing: ListFilters = { filter: '', filters: {} };

/** A list that is one query: what stands in it has an order of its own, or is of one kind. */
export function oneSection(
  place: string,
  condition: string,
  params: readonly string[],
  shape: ListShape,
): ListSource {
  const whole = sectionOf(condition, params, shape);
  const { sort, view } = shape;
  return { place, sections: [whole], whole, unfiltered: sectionOf(condition, params, nothing), sort, view };
}

export function foldersFirst(
  place: string,
  condition: string,
  params: readonly string[],
  shape: ListShape,
): ListSource {
  const here = `${condition} AND ${shown}`;
  const section = (kind: string) => sectionOf(`${here} AND ${kind}`, params, shape);
  return {
    ...oneSection(place, here, params, shape),
    sections: [section(folders), section(files)],
    startsWithFolders: true,
  };
}

/** The documents of which the condition holds, and that the filters let through. */
function sectionOf(
  condition: string,
  params: readonly string[],
  { filter, filters }: ListFilters,
): ListSection {
  const words = filter.trim();
  const conditions = [
    { text: condition, params },
    ...(words === '' ? [] : [named(words)]),
    ...conditionsOf(filters),
  ];
  return {
    query: `SELECT * FROM Document WHERE ${conditions.map(({ text }) => text).join(' AND ')}`,
    params: conditions.flatMap((one) => one.params),
  };
}

/** By the places that people gave the documents of an ordered folder. */
export const ownOrder: SortOrders = [{ columnId: 'ecm:pos', direction: 'asc' }];

export function orderAtFirst({ facets }: Pick<StoredDocument, 'facets'>): SortOrders {
  return facets.includes('Orderable') ? ownOrder : byName;
}

export function isOwnOrder([first]: SortOrders): boolean {
  return first?.columnId === 'ecm:pos';
}

/** Where folders stand among files, as people have placed them, they are one list with them. */
export function folderSource(folderId: string, shape: ListShape): ListSource {
  const condition = 'ecm:parentId = ? AND ecm:isTrashed = 0';
  return shape.sort[0]?.by === 'ecm:pos'
    ? oneSection(folderId, `${condition} AND ${shown}`, [folderId], shape)
    : foldersFirst(folderId, condition, [folderId], shape);
}

/** How a list is asked for, as its address wants it. */
export function shapeOf(
  { filter, filters, sort }: Pick<ListAddress, 'filter' | 'filters' | 'sort'>,
  view: DocumentView,
): ListShape {
  return {
    filter,
    filters,
    view,
    sort: sort.flatMap(({ columnId, direction: order }) => orderedBy(columnId).map((by) => ({ by, order }))),
  };
}

/** What a column shows, in the order of what it shows: "1.2" comes before "1.10". */
function orderedBy(column: string): readonly string[] {
  if (column === 'uid:major_version') return [column, 'uid:minor_version'];
  // A column of an extension is ordered by the first of its properties.
  return [column.replace(/(\.|--).*/, '')];
}

/** A name as lists show it may end in what its file ends in, which the title has not (kind-word.ts). */
function named(words: string): Condition {
  const ending = extensionOf(words);
  const inTitle = { text: 'dc:title ILIKE ?', params: [containing(words)] };
  if (ending === '') return inTitle;
  const stem = containing(words.slice(0, -ending.length)).slice(0, -1);
  return {
    text: `(${inTitle.text} OR (dc:title ILIKE ? AND file:content/name ILIKE ?))`,
    params: [...inTitle.params, stem, containing(ending).slice(0, -1)],
  };
}

/** The pattern that finds this text anywhere; wildcards in the text itself are taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const pageSize = 100;

/** The rows of this list, page by page. */
export function rowsOf(source: ListSource): RowSource {
  const { place, sections, sort, view, rows, startsWithFolders } = source;
  if (rows) return rows;
  const members = JSON.stringify([place, sections]);
  return {
    key: JSON.stringify([members, sort, view]),
    place,
    members,
    pageSize,
    startsWithFolders,
    sections: sections.map(
      ({ query, params }) =>
        (request) =>
          nxqlSearch(query, { ...request, place, params, sort, view }),
    ),
  };
}
