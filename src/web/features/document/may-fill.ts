/** Says whether a document takes a file from the reader, for the places that offer an upload. */
import { mayTry } from '#web/api/document-context.ts';
import type { DocumentEntity } from '#wire/document.ts';

/** True if the document may get another file as its content. */
export function mayFill(document: DocumentEntity): boolean {
  const mayWrite = mayTry(document, 'Write');
  const hasFile = document.schemas.length === 0 || document.schemas.some(({ name }) => name === 'file');
  return mayWrite && hasFile && !document.isVersion && !document.isTrashed && !document.isProxy;
}
