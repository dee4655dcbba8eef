/** Reads one document with everything that its page shows. */
import { queryOptions } from '@tanstack/react-query';
import { encodeSegment } from './addresses.ts';
import { type DocumentView, fetchDocument } from './documents.ts';
import { isDocument } from './guards.ts';
import { documentKeys } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';

/** For a document's page: everything its panels show at once. */
export const pageView: DocumentView = {
  schemas: ['*'],
  enrichers: {
    document: [
      'thumbnail',
      'breadcrumb',
      'permissions',
      'hasContent',
      'tags',
      'favorites',
      'renditions',
      'subtypes',
      'quota',
      'collections',
      'subscribedNotifications',
      'firstAccessibleAncestor',
    ],
  },
  fetch: { document: ['lock', 'versionLabel'] },
};

export function documentById(uid: string, view: DocumentView = pageView) {
  const queryKey = [...documentKeys.one(uid), 'entity', view];
  return queryOptions({
    queryKey,
    ...rememberedAnswer(queryKey, isDocument),
    queryFn: ({ signal }) => fetchDocument(`/id/${encodeSegment(uid)}`, view, signal),
  });
}
