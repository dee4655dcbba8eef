/**
 * Lists of a folder from the documents on this device. Pure. It knows the few conditions that lists of folders use; a query with
 * any other is not answered, since a wrong list is worse than none.
 */
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { byNames } from '../name-order.ts';

export interface FolderQuery {
  readonly parent: string;
  readonly matches: (document: DocumentEntity) => boolean;
}

const isFolderish: Test = ({ facets }) => facets.includes('Folderish');

type Test = (document: DocumentEntity) => boolean;

const conditions: Readonly<Record<string, Test>> = {
  'ecm:isTrashed = 0': ({ isTrashed }) => !isTrashed,
  'ecm:isTrashed = 1': ({ isTrashed }) => isTrashed,
  'ecm:isVersion = 0': ({ isVersion }) => !isVersion,
  'ecm:isProxy = 0': ({ isProxy }) => !isProxy,
  "ecm:mixinType != 'HiddenInNavigation'": ({ facets }) => !facets.includes('HiddenInNavigation'),
  "ecm:mixinType = 'Folderish'": isFolderish,
  "ecm:mixinType != 'Folderish'": (document) => !isFolderish(document),
};

/** Undefined if it is not a list of one folder, or has an unknown condition. */
export function folderQuery(query: string, params: readonly string[]): FolderQuery | undefined {
  const [, where] = query.split('SELECT * FROM Document WHERE ');
  if (where === undefined) return undefined;
  const values = params.values();
  const tests: Test[] = [];
  let parent: string | undefined;
  for (const condition of where.split(' AND ')) {
    const test = conditions[condition];
    if (test !== undefined) tests.push(test);
    else if (condition === 'ecm:parentId = ?' && parent === undefined) parent = values.next().value;
    else return undefined;
  }
  if (parent === undefined) return undefined;
  return { parent, matches: (document) => tests.every((test) => test(document)) };
}

export interface ListRequest {
  readonly sortBy: readonly string[];
  readonly sortOrder: readonly string[];
  readonly offset: number;
  readonly pageSize: number;
}

export function listOf(documents: readonly DocumentEntity[], request: ListRequest): DocumentListEntity {
  const { sortBy, sortOrder, offset, pageSize } = request;
  const compare = (one: DocumentEntity, other: DocumentEntity): number => {
    for (const [index, name] of sortBy.entries()) {
      const order = compared(sortValue(one, name), sortValue(other, name));
      if (order !== 0) return sortOrder[index] === 'desc' ? -order : order;
    }
    return 0;
  };
  const entries = documents.toSorted(compare).slice(offset, offset + pageSize);
  const pages = Math.ceil(documents.length / pageSize);
  const page = Math.floor(offset / pageSize);
  return {
    'entity-type': 'documents',
    isPaginable: true,
    resultsCount: documents.length,
    totalSize: documents.length,
    pageSize,
    maxPageSize: pageSize,
    resultsCountLimit: documents.length,
    currentPageSize: entries.length,
    currentPageIndex: page,
    currentPageOffset: offset,
    numberOfPages: pages,
    pageIndex: page,
    pageCount: pages,
    isPreviousPageAvailable: offset > 0,
    isNextPageAvailable: offset + entries.length < documents.length,
    isLastPageAvailable: true,
    isSortable: true,
    hasError: false,
    errorMessage: null,
    entries,
  };
}

function sortValue(document: DocumentEntity, name: string): Json | undefined {
  if (name === 'ecm:primaryType') return document.type;
  if (name === 'ecm:currentLifeCycleState') return document.state;
  if (name === 'ecm:name') return document.path?.split('/').at(-1);
  const [first, ...steps] = name.split('/');
  const value = steps.reduce<Json | undefined>(
    (found, step) => (isJsonObject(found) ? found[step] : undefined),
    document.properties?.[first ?? ''],
  );
  // A list is sorted by its first value, people by their login.
  const single = Array.isArray(value) ? value[0] : value;
  return name.endsWith('/length') ? Number(single ?? 0) : single;
}

/** Missing values come first, as in the database. */
function compared(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return byNames(textOf(one), textOf(other));
}

function textOf(value: Json | undefined): string {
  if (isString(value)) return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
