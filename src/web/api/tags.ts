/** Tags of documents. A document's tags are part of its answer (`tagsOf`). */
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { documentInput } from './addresses.ts';
import { mayTry } from './document-context.ts';
import { tagsOf } from './document-details.ts';
import { runForJson } from './operation-call.ts';
import { patchDocuments, type Rollback, refreshDocuments, shownDocument } from './optimistic.ts';
import { nxqlSearch } from './search.ts';
import { nowOrLater } from './waiting/now-or-later.ts';
import { aboutOf } from './waiting/waiting-change.ts';

export interface TagChange {
  readonly uids: readonly string[];
  readonly tags: readonly string[];
}

export function addTags() {
  return tagging('add', (shown, tags) => [...new Set([...shown, ...tags])]);
}

export function removeTags() {
  return tagging('remove', (shown, tags) => shown.filter((tag) => !tags.includes(tag)));
}

export function suggestTags(term: string) {
  return queryOptions({
    queryKey: ['tags', 'suggestions', term],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const found = await runForJson({ id: 'Tag.Suggestion', params: { searchTerm: term } }, { signal });
      if (!Array.isArray(found)) return [];
      return found.flatMap((item: unknown) => (isJsonObject(item) && isString(item.id) ? [item.id] : []));
    },
  });
}

const pageSize = 1_000;

/** The documents whose tags can be changed: also those in the trash, which may be restored, but no versions. */
export function documentsTagged(tag: string, offset = 0) {
  return nxqlSearch('SELECT * FROM Document WHERE ecm:tag = ? AND ecm:isVersion = 0 AND ecm:isProxy = 0', {
    params: [tag],
    offset,
    pageSize,
    sort: [{ by: 'ecm:uuid', order: 'asc' }],
    view: { enrichers: { document: ['permissions'] } },
  });
}

/** The ids of all documents with this tag, by whether the person may change them. */
export async function withTag(
  client: QueryClient,
  tag: string,
): Promise<{ readonly writable: readonly string[]; readonly refused: readonly string[] }> {
  const writable: string[] = [];
  const refused: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const page = await client.fetchQuery({ ...documentsTagged(tag, offset), staleTime: 0 });
    total = page.resultsCount ?? page.entries.length;
    for (const document of page.entries) {
      const mayWrite = mayTry(document, 'Write');
      if (document.uid !== null) (mayWrite ? writable : refused).push(document.uid);
    }
    if (page.entries.length === 0) break;
  }
  return { writable, refused: refused };
}

/** Adds the new tag before it removes the old one, so that no document is without a tag in between. */
export async function replaceTag(uids: readonly string[], from: string, to: string): Promise<void> {
  const input = documentInput(uids);
  await runForJson({ id: 'Services.TagDocument', input, params: { tags: [to] } });
  await runForJson({ id: 'Services.UntagDocument', input, params: { tags: [from] } });
}

/** Only sends the request. */
export async function tagDocuments(
  way: 'add' | 'remove',
  uids: readonly string[],
  tags: readonly string[],
): Promise<void> {
  const id = way === 'add' ? 'Services.TagDocument' : 'Services.UntagDocument';
  await runForJson({ id, input: documentInput(uids), params: { tags } });
}

function tagging(
  way: 'add' | 'remove',
  change: (shown: readonly string[], tags: readonly string[]) => readonly string[],
) {
  return mutationOptions({
    networkMode: 'always',
    /** @returns null if it will be done when the server answers */
    mutationFn: ({ uids, tags }: TagChange, { client }): Promise<true | null> =>
      nowOrLater(
        client,
        async () => {
          await tagDocuments(way, uids, tags);
          return true as const;
        },
        () =>
          uids.flatMap((uid) => {
            const document = shownDocument(client, uid);
            if (document === undefined) return [];
            const none = { add: [], remove: [] };
            return { about: aboutOf(document), work: { kind: 'tags' as const, ...none, [way]: tags } };
          }),
      ),
    onMutate: ({ uids, tags }, { client }) =>
      patchDocuments(client, uids, (document) => ({
        ...document,
        contextParameters: { ...document.contextParameters, tags: change(tagsOf(document), tags) },
      })),
    onError: (_error: Error, _change, rollback: Rollback | undefined) => rollback?.(),
    // The server normalises labels, so the stored one may differ from what was typed. Not awaited, as the refresh may be slow.
    onSettled: (_data, _error, _change, _rollback, { client }) => void refreshDocuments(client),
  });
}
