/**
 * Reads what a list shows first: a folder by its path, and its first rows. Invariant: it is part of the first view, so queries of
 * other pages are in `document-by-id.ts` and `children.ts`. Changing documents: `document-changes.ts`.
 */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import { pathAddress } from './addresses.ts';
import { isApiError } from './api-error.ts';
import type { RequestOptions } from './client.ts';
import { isDocument, isDocumentList } from './guards.ts';
import { documentKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

/** What to include with a document. */
export type DocumentView = Pick<RequestOptions, 'schemas' | 'enrichers' | 'fetch' | 'depth'>;

/** For rows and tiles: what a list shows, and nothing more costly. */
export const rowView: DocumentView = {
  schemas: ['dublincore', 'common', 'uid', 'file', 'note'],
  enrichers: { document: ['thumbnail', 'permissions', 'favorites', 'subscribedNotifications'] },
  fetch: { document: ['lock', 'versionLabel'] },
};

/** @param path repository path, decoded: `/default-domain/Été` */
export function documentByPath(path: string, view: DocumentView) {
  const queryKey = [...documentKeys.byPath(path), view];
  return queryOptions({
    queryKey,
    ...rememberedAnswer(queryKey, isDocument),
    queryFn: ({ signal }) => fetchDocument(pathAddress(path), view, signal),
  });
}

export function fetchDocument(
  address: string,
  view: DocumentView,
  signal: AbortSignal,
): Promise<DocumentEntity> {
  return api().entity(address, isDocument, { ...view, signal });
}

export interface Sort {
  /** A property or system field: `dc:title`, `ecm:currentLifeCycleState`. */
  readonly by: string;
  readonly order: 'asc' | 'desc';
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

/** If the answer would be too long (413), requests the documents without their properties. */
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
