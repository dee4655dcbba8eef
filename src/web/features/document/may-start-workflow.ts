// Says whether the page offers to start a workflow. The server's rule: everybody who may write the document, unless it is a
// version, in the trash or approved.
import { may } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export function mayStartWorkflow(document: StoredDocument): boolean {
  const { isVersion, isTrashed, state } = document;
  return may(document, 'Write') && !isVersion && !isTrashed && state !== 'approved';
}
