/** Collections, favourites and subscriptions: the ways in which a person keeps track of documents. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { documentInput } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { rowView } from './documents.ts';
import { isDocument } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { runForJson } from './operation-call.ts';
import { patchDocuments, type Rollback } from './optimistic.ts';
import { providerSearch } from './provider-search.ts';
import { api } from './start.ts';
import { waitForAnswer } from './wait-for-answer.ts';

const collectionKeys = { all: ['collections'] as const };

export function suggestCollections(term: string) {
  return queryOptions({
    ...providerSearch({ provider: 'default_collection', params: [term], pageSize: 20 }),
    placeholderData: keepPreviousData,
  });
}

export interface NewCollection {
  readonly name: string;
  readonly description?: string;
  /** By default among the person's own collections. */
  readonly parentId?: string;
}

export function createCollection() {
  return mutationOptions({
    mutationFn: ({ name, description, parentId }: NewCollection) =>
      api().entity('/automation/Collection.Create', isDocument, {
        method: 'POST',
        body: {
          params: { name, description },
          ...(parentId === undefined ? {} : { input: documentInput(parentId) }),
        },
      }),
    onSettled: askAgain(...documentFamilies, collectionKeys.all),
  });
}

export interface CollectionChange {
  readonly collectionId: string;
  readonly uids: readonly string[];
}

export function addToCollection() {
  return mutationOptions({
    mutationFn: async ({ collectionId, uids }: CollectionChange): Promise<void> => {
      await runForJson({
        id: 'Document.AddToCollection',
        input: documentInput(uids),
        params: { collection: collectionId },
      });
    },
    onSettled: askAgain(...documentFamilies, collectionKeys.all),
  });
}

export function removeFromCollection() {
  return mutationOptions({
    mutationFn: async ({ collectionId, uids }: CollectionChange): Promise<void> => {
      await runForJson({
        id: 'Collection.RemoveFromCollection',
        input: documentInput(uids),
        params: { collection: collectionId },
      });
    },
    onSettled: askAgain(...documentFamilies, collectionKeys.all),
  });
}

/** The document that holds the person's favourites; the server makes it at the first request. */
export function favouritesCollection() {
  return queryOptions({
    queryKey: [...collectionKeys.all, 'favourites'],
    queryFn: async ({ signal }): Promise<DocumentEntity> =>
      api().entity('/automation/Favorite.Fetch', isDocument, {
        method: 'POST',
        body: {},
        signal,
        ...rowView,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface FavouriteChange {
  readonly uids: readonly string[];
  readonly favourite: boolean;
}

export function setFavourite() {
  return mutationOptions({
    ...waitForAnswer,
    mutationFn: async ({ uids, favourite }: FavouriteChange): Promise<void> => {
      await runForJson({
        id: favourite ? 'Document.AddToFavorites' : 'Document.RemoveFromFavorites',
        input: documentInput(uids),
      });
    },
    onMutate: ({ uids, favourite }, { client }) =>
      patchDocuments(client, uids, (document) => ({
        ...document,
        contextParameters: { ...document.contextParameters, favorites: { isFavorite: favourite } },
      })),
    onError: (_error: Error, _change, rollback: Rollback | undefined) => rollback?.(),
    onSettled: askAgain(...documentFamilies, collectionKeys.all),
  });
}

export interface SubscriptionChange {
  readonly uids: readonly string[];
  readonly subscribed: boolean;
  /** All kinds by default. */
  readonly notifications?: readonly string[];
}

export function setSubscription() {
  return mutationOptions({
    ...waitForAnswer,
    mutationFn: async ({ uids, subscribed, notifications }: SubscriptionChange): Promise<void> => {
      await runForJson({
        id: subscribed ? 'Document.Subscribe' : 'Document.Unsubscribe',
        input: documentInput(uids),
        params: { notifications },
      });
    },
    onSettled: askAgain(...documentFamilies, collectionKeys.all),
  });
}
