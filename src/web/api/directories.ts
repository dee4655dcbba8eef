/** Directories (vocabularies): pages of entries, changes by people who may make them, suggestions for fields. */
import {
  hashKey,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import type { ListEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { isDirectory, isDirectoryEntry } from './entities.ts';
import { isListOf } from './guards.ts';
import { runForJson } from './operation-call.ts';
import { api } from './start.ts';

export const directoryKeys = {
  all: ['directories'] as const,
  one: (name: string) => ['directories', name] as const,
};

export function directories() {
  return queryOptions({
    queryKey: [...directoryKeys.all, 'list'],
    queryFn: async ({ signal }): Promise<readonly DirectoryEntity[]> =>
      (await api().entity('/directory', isListOf(isDirectory), { signal })).entries,
    staleTime: 300_000,
  });
}

export interface EntriesRequest {
  readonly directory: string;
  readonly offset?: number;
  /** 0 for all, up to the server's own limit. */
  readonly pageSize?: number;
}

export function directoryEntries({ directory, offset = 0, pageSize = 0 }: EntriesRequest) {
  return queryOptions({
    queryKey: [...directoryKeys.one(directory), 'entries', { offset, pageSize }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListEntity<DirectoryEntryEntity>> =>
      api().entity(`/directory/${encodeSegment(directory)}`, isListOf(isDirectoryEntry), {
        query: { offset, pageSize },
        translate: { directoryEntry: ['label'] },
        signal,
      }),
  });
}

/** All entries as they are stored: labels are not translated. */
export function storedEntries(directory: string): Promise<ListEntity<DirectoryEntryEntity>> {
  return api().entity(`/directory/${encodeSegment(directory)}`, isListOf(isDirectoryEntry), {
    query: { pageSize: 0 },
  });
}

export function directoryEntry(directory: string, id: string) {
  return queryOptions({
    queryKey: [...directoryKeys.one(directory), 'entry', id],
    queryFn: ({ signal }) =>
      api().entity(entryAddress(directory, id), isDirectoryEntry, {
        translate: { directoryEntry: ['label'] },
        signal,
      }),
    staleTime: 300_000,
  });
}

export interface EntryChange {
  readonly directory: string;
  /** Empty if the directory assigns ids itself. */
  readonly id: string;
  readonly properties: JsonObject;
}

export function createDirectoryEntry() {
  return mutationOptions({
    mutationFn: ({ directory, id, properties }: EntryChange) =>
      api().entity(`/directory/${encodeSegment(directory)}`, isDirectoryEntry, {
        method: 'POST',
        body: entryBody(directory, properties, id),
      }),
    onSettled: (_data, _error, { directory }, _result, { client }) => refresh(client, directory),
  });
}

/** Changes only the listed properties. */
export function updateDirectoryEntry() {
  return mutationOptions({
    mutationFn: ({ directory, id, properties }: EntryChange) =>
      api().entity(entryAddress(directory, id), isDirectoryEntry, {
        method: 'PUT',
        body: entryBody(directory, properties, id),
      }),
    onSettled: (_data, _error, { directory }, _result, { client }) => refresh(client, directory),
  });
}

/** Refused with 409 while another vocabulary refers to the entry. */
export function deleteDirectoryEntry() {
  return mutationOptions({
    mutationFn: ({ directory, id }: Pick<EntryChange, 'directory' | 'id'>) =>
      api().done(entryAddress(directory, id), { method: 'DELETE' }),
    onMutate: ({ directory, id }, { client }) =>
      client.cancelQueries({ queryKey: directoryEntry(directory, id).queryKey }),
    onSettled: (_data, error, { directory, id }, _result, { client }) =>
      refresh(client, directory, error === null ? id : undefined),
  });
}

/** One term offered by a field; `children` if the vocabulary is a tree. */
export interface DirectorySuggestion {
  /** Value to store: `art/architecture`. Empty for a branch that cannot itself be chosen. */
  readonly computedId: string;
  readonly displayLabel: string;
  /** With its ancestors: `Art/Architecture`. */
  readonly absoluteLabel: string;
  readonly obsolete: boolean;
  readonly children: readonly DirectorySuggestion[];
}

export interface SuggestRequest {
  readonly directory: string;
  readonly term?: string;
  readonly language: string;
  readonly canSelectParent?: boolean;
  /** True if labels are in columns `label_en`, `label_fr` … */
  readonly localizedColumns?: boolean;
  readonly limit?: number;
}

export function suggestEntries(request: SuggestRequest) {
  const { directory, term = '', language, canSelectParent = true, localizedColumns = false, limit } = request;
  return queryOptions({
    queryKey: [...directoryKeys.one(directory), 'suggestions', request],
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<readonly DirectorySuggestion[]> =>
      suggestionsIn(
        await runForJson(
          {
            id: 'Directory.SuggestEntries',
            params: {
              directoryName: directory,
              searchTerm: term,
              lang: language,
              localize: true,
              dbl10n: localizedColumns,
              ...(localizedColumns ? { labelFieldName: 'label_{lang}' } : {}),
              canSelectParent,
              contains: true,
              limit,
            },
          },
          { signal },
        ),
      ),
  });
}

export function suggestionsIn(value: unknown): readonly DirectorySuggestion[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((item) => {
    const text = (key: string): string => {
      const found = item[key];
      return isString(found) ? found : '';
    };
    return {
      computedId: text('computedId') || text('id'),
      displayLabel: text('displayLabel') || text('id'),
      absoluteLabel: text('absoluteLabel') || text('displayLabel'),
      obsolete: item.obsolete === 1 || item.obsolete === true,
      children: suggestionsIn(item.children),
    };
  });
}

function entryAddress(directory: string, id: string): string {
  return `/directory/${encodeSegment(directory)}/${encodeSegment(id)}`;
}

function entryBody(directory: string, properties: JsonObject, id: string): JsonObject {
  return {
    'entity-type': 'directoryEntry',
    directoryName: directory,
    ...(id === '' ? {} : { id }),
    properties: id === '' ? properties : { id, ...properties },
  };
}

/** @param gone an entry that was deleted: a component that still shows it must not request it again */
async function refresh(queries: QueryClient, directory: string, gone?: string): Promise<void> {
  const all = { queryKey: directoryKeys.one(directory) };
  if (gone === undefined) return queries.invalidateQueries(all);
  const hash = hashKey(directoryEntry(directory, gone).queryKey);
  await queries.invalidateQueries({ ...all, refetchType: 'none' });
  await queries.refetchQueries({ ...all, type: 'active', predicate: ({ queryHash }) => queryHash !== hash });
}
