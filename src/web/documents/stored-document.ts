/** What is requested with the folder on screen for its page, and the type of documents in lists and pages. */
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

/** A document that is stored: lists and pages have no others. */
export type StoredDocument = DocumentEntity & { readonly uid: string; readonly path: string };

export function isStored(document: DocumentEntity): document is StoredDocument {
  return document.uid !== null && document.path !== null;
}

/** Path of the folder that contains this path; for the root, itself. */
export function parentPath(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

/** Whether `path` is `folder` or below it: a folder cannot be moved into itself. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
