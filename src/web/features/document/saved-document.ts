// A document that the server has: it has an id and a path. Everything on a document's page is one.
import type { DocumentEntity } from '#wire/document.ts';

export type SavedDocument = DocumentEntity & { readonly uid: string; readonly path: string };

export function isSaved(document: DocumentEntity): document is SavedDocument {
  return document.uid !== null && document.path !== null;
}
