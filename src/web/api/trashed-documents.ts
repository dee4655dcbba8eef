/** Everything in the trash, from all folders: `Document.EmptyTrash` works on one folder only. */
import type { DocumentEntity } from '#wire/document.ts';
import { may } from './document-context.ts';
import { documentsIn } from './documents.ts';
import { runForJson } from './operation-call.ts';

const query =
  "SELECT * FROM Document WHERE ecm:isTrashed = 1 AND ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'";
const pageSize = 500;

/** All trashed documents that this person may delete. */
export async function trashedDocuments(): Promise<readonly DocumentEntity[]> {
  const found: DocumentEntity[] = [];
  for (let currentPageIndex = 0; ; currentPageIndex++) {
    const params = { query, pageSize, currentPageIndex, sortBy: 'ecm:path', sortOrder: 'ASC' };
    const page = documentsIn(
      await runForJson({ id: 'Repository.Query', params }, { enrichers: { document: ['permissions'] } }),
    );
    found.push(...page.filter((document) => may(document, 'Remove')));
    if (page.length < pageSize) return found;
  }
}
