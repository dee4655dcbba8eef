/** The number of children of several folders: from an enricher of this server, or counted by queries on other servers. */
import { queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { isJsonObject } from '#wire/json.ts';
import { listKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';
import { runForJson } from './operation-call.ts';

type Counts = ReadonlyMap<string, number>;

/** False once a server has answered without the enricher. */
let isSupported = true;

export function childrenCounts(uids: readonly string[]) {
  return queryOptions({
    // Sorted ids: the same folders in another order are the same query.
    queryKey: listKeys.childrenCounts(uids.toSorted()),
    enabled: uids.length > 0,
    queryFn: async ({ signal }): Promise<Counts> => {
      const counts = isSupported ? await enrichedCounts(uids, signal) : null;
      isSupported = counts !== null;
      return counts ?? new Map(await Promise.all(uids.map((uid) => countIn(uid, signal))));
    },
  });
}

async function enrichedCounts(uids: readonly string[], signal: AbortSignal): Promise<Counts | null> {
  const query = `SELECT * FROM Document WHERE ecm:uuid IN (${uids.map(() => '?').join(', ')})`;
  const { entries } = await nxqlPage(
    { query, params: uids, pageSize: uids.length },
    { enrichers: { document: ['childrenCount'] }, signal },
  );
  const counts = entries.flatMap(countOf);
  return counts.length === 0 && entries.length > 0 ? null : new Map(counts);
}

function countOf({ uid, contextParameters }: DocumentEntity): readonly (readonly [string, number])[] {
  const count = contextParameters?.childrenCount;
  return uid !== null && typeof count === 'number' ? [[uid, count]] : [];
}

const count = 'COUNT(ecm:uuid)';
const query = `SELECT ${count} FROM Document WHERE ecm:parentId = ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation'`;

async function countIn(uid: string, signal: AbortSignal): Promise<readonly [string, number]> {
  const params = { query, queryParams: [uid] };
  const found = await runForJson({ id: 'Repository.ResultSetQuery', params }, { signal, reads: true });
  const [record] = isJsonObject(found) && Array.isArray(found.entries) ? found.entries : [];
  return [uid, isJsonObject(record) ? Number(record[count] ?? 0) : 0];
}
