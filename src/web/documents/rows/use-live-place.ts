/**
 * Keeps a folder on screen as it is: what others change there is asked for again, and rows change in place. It begins
 * when one stays: whoever only passes through costs the server no stream. Changes of one's own were asked for already.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { documentKeys, listKeys } from '#web/api/keys.ts';
import type { Changed } from '#web/api/live-changes.ts';
import { isOwnChange, ownMs } from '#web/api/own-changes.ts';
import type { StoredDocument } from '../stored-document.ts';

const stayMs = 5_000;
/** However much others do, a list is asked for no more often. */
const pauseMs = 2_000;

/** @param since when it was shown first */
export function useLivePlace({ uid, path }: StoredDocument, since: number): void {
  const queries = useQueryClient();
  useLive({ uid, path, since }, () => {
    void queries.invalidateQueries({ queryKey: listKeys.of(uid) });
    void queries.invalidateQueries({ queryKey: documentKeys.byPath(path) });
  });
}

export interface LivePlace {
  readonly uid: string;
  readonly path: string;
  /** One document by itself, not what lies in it. */
  readonly single?: boolean;
  /** Changes from this moment on are wanted; from now on where it is left out. */
  readonly since?: number;
}

export function useLive(
  { uid, path, single, since }: LivePlace,
  refresh: () => void,
  present?: (people: readonly string[]) => void,
): void {
  const onChanged = useEffectEvent(refresh);
  const onPresent = useEffectEvent((people: readonly string[]) => present?.(people));
  useEffect(() => {
    const from = since ?? Date.now();
    let end = () => {};
    let ended = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const begin = async (): Promise<void> => {
      const { watchPlace } = await import('#web/api/live-changes.ts');
      if (ended) return;
      const onChange = (changed: Changed): void => {
        const documents = changed?.documents ?? [];
        if (documents.length > 0 && documents.every(isOwnChange)) return;
        waiting ??= setTimeout(
          () => {
            waiting = undefined;
            onChanged();
          },
          isOwnChange(uid) ? ownMs : pauseMs,
        );
      };
      end = watchPlace({ path, uid, since: from, single }, onChange, onPresent);
    };
    // Without its code, which may not come without a connection, nothing is received.
    const staying = setTimeout(() => void begin().catch(() => undefined), stayMs);
    return () => {
      ended = true;
      clearTimeout(staying);
      clearTimeout(waiting);
      end();
    };
  }, [uid, path, single, since]);
}
