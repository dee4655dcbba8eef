/**
 * Keeps a document's page as it is for everybody: what others change of it is asked for again while one reads. Answers
 * who else has it open.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { commentKeys } from '#web/api/comments.ts';
import { documentKeys } from '#web/api/keys.ts';
import { useLive } from '#web/documents/rows/use-live-place.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';

const nobody: { readonly uid: string; readonly people: readonly string[] } = { uid: '', people: [] };

export function useLiveDocument({ uid, path }: StoredDocument): readonly string[] {
  const queries = useQueryClient();
  const [present, setPresent] = useState(nobody);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: documentKeys.one(uid) });
    void queries.invalidateQueries({ queryKey: commentKeys.of(uid) });
  };
  const shown = documentKeys.one(uid);
  useLive({ uid, path, single: true, shown }, refresh, (people) => setPresent({ uid, people }));
  // Another document on the same page begins with nobody.
  return present.uid === uid ? present.people : nobody.people;
}
