/** Keeps an open document's page up to date: refetches what others change. Returns the other people who have it open. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { commentKeys } from '#web/api/comments.ts';
import { documentKeys } from '#web/api/keys.ts';
import { useLive } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

const noPresence: { readonly uid: string; readonly people: readonly string[] } = { uid: '', people: [] };

export function useLiveDocument({ uid, path }: StoredDocument): readonly string[] {
  const queries = useQueryClient();
  const [present, setPresent] = useState(noPresence);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: documentKeys.one(uid) });
    void queries.invalidateQueries({ queryKey: commentKeys.of(uid) });
  };
  const shown = documentKeys.one(uid);
  useLive({ uid, path, single: true, shown }, refresh, (people) => setPresent({ uid, people }));
  // Do not show the people of the previous document when the page changes to another.
  return present.uid === uid ? present.people : noPresence.people;
}
