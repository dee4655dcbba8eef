// Whether the page offers to start a workflow: as the server holds it, whoever may change the document may, while it is no
// version, in no trash and not approved yet.
import { may } from '#web/api/document-context.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

export function mayStartWorkflow(document: StoredDocument): boolean {
  const { isVersion, isTrashed, state } = document;
  return may(document, 'Write') && !isVersion && !isTrashed && state !== 'approved';
}
