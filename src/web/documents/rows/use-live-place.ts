/**
 * Keeps a folder on screen as it is: what others change there is asked for again, and rows change in place. It begins
 * when one stays: whoever only passes through costs the server no stream. Changes of one's own were asked for already.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentKeys, listKeys } from '#web/api/keys.ts';
import { isOwnChange, ownMs } from '#web/api/own-changes.ts';
import type { StoredDocument } from '../stored-document.ts';

const stayMs = 5_000;
/** However much others do, a list is asked for no more often. */
const pauseMs = 2_000;

export function useLivePlace({ uid, path }: StoredDocument): void {
  const queries = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    let end = () => {};
    let ended = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      waiting = undefined;
      void queries.invalidateQueries({ queryKey: listKeys.of(uid) });
      void queries.invalidateQueries({ queryKey: documentKeys.byPath(path) });
    };
    const begin = async (): Promise<void> => {
      const { watchPlace } = await import('#web/api/live-changes.ts');
      if (ended) return;
      end = watchPlace({ path, uid, since }, (changed) => {
        const documents = changed?.documents ?? [];
        if (documents.length > 0 && documents.every(isOwnChange)) return;
        waiting ??= setTimeout(refresh, isOwnChange(uid) ? ownMs : pauseMs);
      });
    };
    // Without its code, which may not come without a connection, nothing is heard.
    const staying = setTimeout(() => void begin().catch(() => undefined), stayMs);
    return () => {
      ended = true;
      clearTimeout(staying);
      clearTimeout(waiting);
      end();
    };
  }, [queries, uid, path]);
}
