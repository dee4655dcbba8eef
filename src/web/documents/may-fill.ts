/** Whether a document takes a file from the reader. */
import { isFolderish, mayTry } from '#web/api/document-context.ts';
import type { DocumentEntity } from '#wire/document.ts';

/** Whether it is of those that get another file as their content from whoever may write. */
export function takesFile(document: DocumentEntity): boolean {
  const hasFile = document.schemas.length === 0 || document.schemas.some(({ name }) => name === 'file');
  return hasFile && !isFolderish(document) && !document.isVersion && !document.isTrashed && !document.isProxy;
}

export function mayFill(document: DocumentEntity): boolean {
  return takesFile(document) && mayTry(document, 'Write');
}
