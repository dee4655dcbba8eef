/** Documents to begin a new one from: those in the folders of templates that each domain has. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { documentInput } from './addresses.ts';
import { putDocument } from './document-changes.ts';
import { isDocument } from './guards.ts';
import { listKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';
import { runForJson } from './operation-call.ts';
import { refreshChanged } from './optimistic.ts';

const shown = 'ecm:isTrashed = 0 AND ecm:isVersion = 0';
const mostFolders = 50;
const mostTemplates = 200;

/** By title; of many domains those that the person may read. */
export function templates() {
  return queryOptions({
    queryKey: listKeys.of('templates'),
    queryFn: async ({ signal }): Promise<readonly DocumentEntity[]> => {
      const folders = await nxqlPage(
        {
          query: `SELECT * FROM Document WHERE ecm:primaryType = 'TemplateRoot' AND ${shown}`,
          pageSize: mostFolders,
        },
        { signal },
      );
      const ids = folders.entries.flatMap(({ uid }) => (uid === null ? [] : [`'${uid}'`]));
      if (ids.length === 0) return [];
      const query = `SELECT * FROM Document WHERE ecm:parentId IN (${ids.join(', ')}) AND ${shown} ORDER BY dc:title`;
      return (await nxqlPage({ query, pageSize: mostTemplates }, { signal })).entries;
    },
  });
}

export interface FromTemplate {
  readonly templateId: string;
  readonly folderId: string;
  readonly title: string;
}

/** Copies the template. If its title cannot be changed, the copy keeps that of the template. */
export function createFromTemplate() {
  return mutationOptions({
    mutationFn: async ({ templateId, folderId, title }: FromTemplate): Promise<DocumentEntity> => {
      const params = { target: folderId, name: title };
      const copy = await runForJson({ id: 'Document.Copy', input: documentInput(templateId), params });
      if (!isDocument(copy)) throw new TypeError('The server answered without the copy');
      if (copy.title === title) return copy;
      const properties = { 'dc:title': title };
      return putDocument({ document: copy, properties, force: true }).catch(() => copy);
    },
    onSettled: (_made, _error, { folderId }, _rollback, { client }) =>
      refreshChanged(client, { uids: [], folders: [folderId] }),
  });
}
