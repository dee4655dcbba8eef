/**
 * Where a list comes from: one query, or several one after the other (folders before files, whatever the order). Pure. Invariant:
 * names and texts from outside enter a query only as its parameters.
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
  /** Two sources of the same place differ only in order or filter. */
  readonly place: string;
  readonly sections: readonly ListSection[];
  /** The rows of the first section are all folders. */
  readonly startsWithFolders?: boolean;
  /** All documents of the list in one query, before any filter. */
  readonly unfiltered: ListSection;
  /** All documents of the list in one query, filtered. */
  readonly whole: ListSection;
  readonly sort: readonly Sort[];
  readonly view: DocumentView;
  /** Used if no query can express the order of the rows. */
  readonly rows?: RowSource;
}

export const shownCondition = "ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const folders = "ecm:mixinType = 'Folderish'";
export const fileCondition = "ecm:mixinType != 'Folderish'";

export interface ListFilters {
  /** Text to find in names. */
  readonly filter: string;
  readonly filters: ColumnFilters;
}

export type ListShape = Pick<ListSource, 'sort' | 'view'> & ListFilters;

const nothing: ListFilters = { filter: '', filters: {} };

/** A list that is one query, because it has an order of its own or rows of one kind. */
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
  const here = `${condition} AND ${shownCondition}`;
  const section = (kind: string) => sectionOf(`${here} AND ${kind}`, params, shape);
  return {
    ...oneSection(place, here, params, shape),
    sections: [section(folders), section(fileCondition)],
    startsWithFolders: true,
  };
}

/** The documents that match the condition and the filters. */
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

/** By the positions that people gave the documents of an ordered folder. */
export const manualOrder: SortOrders = [{ columnId: 'ecm:pos', direction: 'asc' }];

export function defaultSortOf({ facets }: Pick<StoredDocument, 'facets'>): SortOrders {
  return facets.includes('Orderable') ? manualOrder : byName;
}

export function isManualOrder([first]: SortOrders): boolean {
  return first?.columnId === 'ecm:pos';
}

/** In a folder ordered by hand, folders and files are one list. */
export function folderSource(folderId: string, shape: ListShape): ListSource {
  const condition = 'ecm:parentId = ? AND ecm:isTrashed = 0';
  return shape.sort[0]?.by === 'ecm:pos'
    ? oneSection(folderId, `${condition} AND ${shownCondition}`, [folderId], shape)
    : foldersFirst(folderId, condition, [folderId], shape);
}

/** The shape of a list's requests, as its address says. */
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

/** Properties that sort by what a column shows: "1.2" comes before "1.10". */
function orderedBy(column: string): readonly string[] {
  if (column === 'uid:major_version') return [column, 'uid:minor_version'];
  // A column of an extension is sorted by the first of its properties.
  return [column.replace(/(\.|--).*/, '')];
}

/** A shown name may end with the file's extension, which the title does not have (kind-word.ts). */
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

/** The pattern that finds this text anywhere; wildcards in the text are escaped. */
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
