/** The children of a folder page by page: for trees, pickers and counts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { type DocumentView, foundPage, isDocumentPage, rowView, type Sort, sortQuery } from './documents.ts';
import { documentKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';

/** For navigation trees. */
export const treeView: DocumentView = { enrichers: { document: ['hasFolderishChild'] } };

export interface ChildrenRequest {
  readonly parentId: string;
  /** All children, only folders (navigation tree), or only those in the trash. */
  readonly which?: 'all' | 'folders' | 'trashed';
  readonly sort?: readonly Sort[];
  /** Index of the first child. */
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
 * One page of a folder by offset, with the exact count in `resultsCount`. It uses a query because the count of `@children` stops
 * at the page size.
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
