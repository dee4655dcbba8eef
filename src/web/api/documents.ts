/**
 * Reading documents: one by id or path, and the pages of a folder. Changing them is in `document-changes.ts`.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import { pathAddress, segment } from './addresses.ts';
import { isApiError } from './api-error.ts';
import type { RequestOptions } from './client.ts';
import { isDocument, isDocumentList } from './entities.ts';
import { documentKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

/** What comes with a document. */
export type DocumentView = Pick<RequestOptions, 'schemas' | 'enrichers' | 'fetch' | 'depth'>;

/** For rows and tiles: what a list shows, and nothing that costs more. */
export const rowView: DocumentView = {
  schemas: ['dublincore', 'common', 'uid', 'file', 'note'],
  enrichers: { document: ['thumbnail', 'permissions', 'favorites', 'subscribedNotifications'] },
  fetch: { document: ['lock', 'versionLabel'] },
};

/** For the page of one document: everything its panels show at once. */
export const pageView: DocumentView = {
  schemas: ['*'],
  enrichers: {
    document: [
      'thumbnail',
      'breadcrumb',
      'permissions',
      'hasContent',
      'tags',
      'favorites',
      'renditions',
      'subtypes',
      'quota',
      'collections',
      'subscribedNotifications',
      'firstAccessibleAncestor',
    ],
  },
  fetch: { document: ['lock', 'versionLabel'] },
};

/** For navigation trees. */
export const treeView: DocumentView = { enrichers: { document: ['hasFolderishChild'] } };

export function documentById(uid: string, view: DocumentView = pageView) {
  const queryKey = [...documentKeys.one(uid), 'entity', view];
  return queryOptions({
    queryKey,
    ...rememberedAnswer(queryKey, isDocument),
    queryFn: ({ signal }) => fetchDocument(`/id/${segment(uid)}`, view, signal),
  });
}

/** @param path repository path, decoded: `/default-domain/Été` */
export function documentByPath(path: string, view: DocumentView = pageView) {
  const queryKey = [...documentKeys.byPath(path), view];
  return queryOptions({
    queryKey,
    ...rememberedAnswer(queryKey, isDocument),
    queryFn: ({ signal }) => fetchDocument(pathAddress(path), view, signal),
  });
}

function fetchDocument(address: string, view: DocumentView, signal: AbortSignal): Promise<DocumentEntity> {
  return api().entity(address, isDocument, { ...view, signal });
}

export interface Sort {
  /** A property or system field: `dc:title`, `ecm:currentLifeCycleState`. */
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

export interface ChildrenRequest {
  readonly parentId: string;
  /** All children, only folders (navigation tree), or what was put in the trash. */
  readonly which?: 'all' | 'folders' | 'trashed';
  readonly sort?: readonly Sort[];
  /** Index of the first child wanted. */
  readonly offset?: number;
  readonly pageSize?: number;
  readonly view?: DocumentView;
}

const inFolder =
  "SELECT * FROM Document WHERE ecm:parentId = ? AND ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const childrenQueries = {
  all: `${inFolder} AND ecm:isTrashed = 0`,
  folders: `${inFolder} AND ecm:isTrashed = 0 AND ecm:isProxy = 0 AND ecm:mixinType = 'Folderish'`,
  trashed: `${inFolder} AND ecm:isTrashed = 1`,
} as const;

/**
 * One page of a folder by offset, with the exact count in `resultsCount`. By query and not by `@children`, whose
 * count stops at the page size.
 */
export function childrenPage(request: ChildrenRequest) {
  const {
    parentId,
    which = 'all',
    sort = [{ by: 'dc:title', order: 'asc' }],
    offset = 0,
    pageSize = 100,
    view = rowView,
  } = request;
  const queryKey = [...documentKeys.children(parentId), { which, sort, view }, { offset, pageSize }];
  return queryOptions({
    queryKey,
    ...(offset === 0 ? rememberedAnswer(queryKey, isDocumentPage) : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<DocumentListEntity> =>
      foundPage({
        query: {
          query: childrenQueries[which],
          queryParams: parentId,
          pageSize,
          offset,
          ...sortQuery(sort),
        },
        ...view,
        signal,
      }),
  });
}

/** The first children of a folder by its path. Their count stops at the page size. */
export function childrenByPath(
  path: string,
  pageSize: number,
  { sort, view }: { readonly sort: readonly Sort[]; readonly view: DocumentView },
): Promise<DocumentListEntity> {
  const address = `${pathAddress(path).replace(/\/$/, '')}/@children`;
  return api().entity(address, isDocumentPage, { ...view, query: { pageSize, ...sortQuery(sort) } });
}

/** Where what its documents hold is too long for one answer, they come without it. */
export async function foundPage(options: RequestOptions, client = api()): Promise<DocumentListEntity> {
  const path = '/search/execute';
  try {
    return await client.entity(path, isDocumentPage, options);
  } catch (error) {
    if (!isApiError(error) || error.status !== 413) throw error;
    return client.entity(path, isDocumentPage, { ...options, schemas: [] });
  }
}

export function sortQuery(sort: readonly Sort[]): { readonly sortBy?: string; readonly sortOrder?: string } {
  if (sort.length === 0) return {};
  return {
    sortBy: sort.map(({ by }) => by).join(','),
    sortOrder: sort.map(({ order }) => order).join(','),
  };
}

export function isDocumentPage(value: unknown): value is DocumentListEntity {
  return isDocumentList(value) && value['entity-type'] === 'documents';
}

/** Document lists that are not paged: results of operations, enrichers. */
export function documentsIn(value: unknown): readonly DocumentEntity[] {
  if (Array.isArray(value)) return value.filter(isDocument);
  return isDocumentList(value) ? value.entries : [];
}
