/** Where one is: the folder with what its page shows around the list. */
import type { DocumentView } from '#web/api/documents.ts';
import type { DocumentEntity } from '#wire/document.ts';

export const placeView: DocumentView = {
  schemas: ['dublincore', 'common'],
  enrichers: {
    document: [
      'breadcrumb',
      'permissions',
      'subtypes',
      'favorites',
      'thumbnail',
      'tags',
      'subscribedNotifications',
    ],
  },
  fetch: { document: ['lock', 'dc:lastContributor', 'dc:creator'] },
};

/** A document that is stored: lists and pages never hold any other. */
export type StoredDocument = DocumentEntity & { readonly uid: string; readonly path: string };

export function isStored(document: DocumentEntity): document is StoredDocument {
  return document.uid !== null && document.path !== null;
}

/** Path of the folder that holds this path; the root holds itself. */
export function parentPath(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** Whether `path` is `folder` or lies below it: a folder cannot be put into itself. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
