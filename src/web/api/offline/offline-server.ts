/** The requests to the server that copy a folder to this device. */
import type { DocumentEntity } from '#wire/document.ts';
import { encodeSegment } from '../addresses.ts';
import { pageView } from '../document-by-id.ts';
import { conversionMs } from '../file-content.ts';
import { isDocument } from '../guards.ts';
import { nxqlPage } from '../nxql-page.ts';
import { api, runningApi } from '../start.ts';
import type { OfflineServer } from './copy-folder.ts';

const listPage = 1_000;

const below =
  'SELECT * FROM Document WHERE (ecm:ancestorId = ? OR ecm:uuid = ?) AND ecm:isTrashed = 0 AND ecm:isVersion = 0 ORDER BY ecm:uuid';

/**
 * All documents below that the person may read, and the folder itself. Listed again if the result changes meanwhile, so that no
 * existing document is taken for deleted.
 */
export async function documentsBelow(
  uid: string,
  signal: AbortSignal,
  onFound: (documents: readonly DocumentEntity[]) => void = () => {},
): Promise<readonly DocumentEntity[]> {
  // Rejects if the folder was deleted, or the person may not read it.
  await api().entity(`/id/${encodeSegment(uid)}`, isDocument, { signal });
  for (let attempt = 0; ; attempt += 1) {
    const found = new Map<string | null, DocumentEntity>();
    let count = 0;
    for (let offset = 0; ; offset += listPage) {
      const page = await nxqlPage(
        { query: below, params: [uid, uid], offset, pageSize: listPage },
        { schemas: ['file'], fetch: { document: ['lock'] }, signal, timeout: 60_000 },
      );
      for (const document of page.entries) found.set(document.uid, document);
      onFound([...found.values()]);
      count = page.resultsCount ?? found.size;
      if (page.entries.length < listPage) break;
    }
    if (found.size >= count || attempt === 2) return [...found.values()];
  }
}

export const offlineServer: OfflineServer = {
  get server() {
    return runningApi().config.server;
  },
  below: documentsBelow,
  documents: async (uids, signal) => {
    const query = `SELECT * FROM Document WHERE ecm:uuid IN (${uids.map(() => '?').join(', ')})`;
    const { entries } = await nxqlPage(
      { query, params: uids, pageSize: uids.length },
      {
        ...pageView,
        fetch: { document: [...(pageView.fetch?.document ?? []), 'dc:creator', 'dc:lastContributor'] },
        signal,
        timeout: 60_000,
      },
    );
    return entries;
  },
  bytes: (address, signal) =>
    api().fetchBlob(address, { signal, timeout: conversionMs, headers: { Accept: '*/*' } }),
};
