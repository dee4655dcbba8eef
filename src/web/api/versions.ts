/** The versions of a document. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentListEntity } from '#wire/document.ts';
import { type DocumentView, rowView } from './documents.ts';
import { documentKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';

const query =
  'SELECT * FROM Document WHERE ecm:isVersion = 1 AND ecm:versionVersionableId = ? ORDER BY ecm:versionCreated DESC';

/** The newest first. */
export function documentVersions(uid: string, view: DocumentView = rowView) {
  return queryOptions({
    queryKey: [...documentKeys.versions(uid), view],
    queryFn: ({ signal }): Promise<DocumentListEntity> =>
      nxqlPage({ query, params: [uid], pageSize: 200 }, { ...view, signal }),
  });
}
