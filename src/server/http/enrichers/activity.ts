/** Enrichers for people's actions on a document: tags, favourites, subscriptions, history. */
import { documentHistory } from '#server/core/audit/audit.ts';
import { isFavorite } from '#server/core/collections/collections.ts';
import { subscribedNotifications } from '#server/core/collections/subscriptions.ts';
import { tagsOf } from '#server/core/collections/tags.ts';
import { presentLogEntry } from '../presenters/audit.ts';
import { auditQuestion } from '../search-parameters.ts';
import type { DocumentEnricher } from './enricher.ts';

const historyLength = 10;

export const activityEnrichers: readonly DocumentEnricher[] = [
  { name: 'tags', value: async (_call, document) => tagsOf(document).map((tag) => tag.label) },
  {
    name: 'favorites',
    value: async ({ session }, document) => ({ isFavorite: await isFavorite(session, document) }),
  },
  {
    name: 'subscribedNotifications',
    value: async ({ session }, document) => [...subscribedNotifications(session, document)],
  },
  {
    name: 'audit',
    value: async ({ session, url }, document) => {
      const page = { pageSize: historyLength, currentPageIndex: 0 };
      const found = await documentHistory(session, document, auditQuestion(url.searchParams), page);
      return found.entries.map((entry) => ({ ...presentLogEntry(entry) }));
    },
  },
  {
    name: 'highlight',
    value: async ({ highlights }, document) =>
      (highlights?.get(document.id) ?? []).map(({ field, segments }) => ({ field, segments: [...segments] })),
  },
];
