/** Whether a document can get another file as its content. */
import { isFolderish, mayTry } from '#web/api/document-context.ts';
import type { DocumentEntity } from '#wire/document.ts';

/** Whether people with the right to write may replace its file: not in folders, versions, proxies or the trash. */
export function takesFile(document: DocumentEntity): boolean {
  const hasFile = document.schemas.length === 0 || document.schemas.some(({ name }) => name === 'file');
  return hasFile && !isFolderish(document) && !document.isVersion && !document.isTrashed && !document.isProxy;
}

/** Whether this person may replace its file. */
export function mayFill(document: DocumentEntity): boolean {
  return takesFile(document) && mayTry(document, 'Write');
}
