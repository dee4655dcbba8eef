/** Tags of documents. The tags themselves come with a document (`tagsOf`). */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { documentInput } from './addresses.ts';
import { tagsOf } from './document-context.ts';
import { runForJson } from './operation-call.ts';
import { patchDocuments, type Rollback, refreshDocuments } from './optimistic.ts';

export interface TagChange {
  readonly uids: readonly string[];
  readonly tags: readonly string[];
}

export function addTags() {
  return tagging('Services.TagDocument', (shown, tags) => [...new Set([...shown, ...tags])]);
}

export function removeTags() {
  return tagging('Services.UntagDocument', (shown, tags) => shown.filter((tag) => !tags.includes(tag)));
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

function tagging(
  id: string,
  change: (shown: readonly string[], tags: readonly string[]) => readonly string[],
) {
  return mutationOptions({
    mutationFn: async ({ uids, tags }: TagChange): Promise<void> => {
      await runForJson({ id, input: documentInput(uids), params: { tags } });
    },
    onMutate: ({ uids, tags }, { client }) =>
      patchDocuments(client, uids, (document) => ({
        ...document,
        contextParameters: { ...document.contextParameters, tags: change(tagsOf(document), tags) },
      })),
    onError: (_error: Error, _change, rollback: Rollback | undefined) => rollback?.(),
    // The server cleans labels, so what it kept may differ from what was typed.
    onSettled: (_data, _error, _change, _rollback, { client }) => refreshDocuments(client),
  });
}
