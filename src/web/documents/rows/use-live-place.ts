/**
 * Keeps a folder on screen as it is: what others change there is asked for again, and rows change in place. It begins
 * when one stays: whoever only passes through costs the server no stream. Changes of one's own were asked for already.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { documentKeys, listKeys } from '#web/api/keys.ts';
import type { Changed } from '#web/api/live-changes.ts';
import { isOwnChange, ownMs } from '#web/api/own-changes.ts';
import type { StoredDocument } from '../stored-document.ts';

const stayMs = 5_000;
/** However much others do, a list is asked for no more often. */
const pauseMs = 2_000;

/** An answer shows how things were some time before it came. */
const longestAnswerMs = 10_000;

export function useLivePlace({ uid, path }: StoredDocument): void {
  const queries = useQueryClient();
  useLive({ uid, path, shown: listKeys.of(uid) }, () => {
    void queries.invalidateQueries({ queryKey: listKeys.of(uid) });
    void queries.invalidateQueries({ queryKey: documentKeys.byPath(path) });
  });
}

export interface LivePlace {
  readonly uid: string;
  readonly path: string;
  /** One document by itself, not what lies in it. */
  readonly single?: boolean;
  /** The answers that are on screen: changes since the oldest of them are wanted, which may have come from the cache. */
  readonly shown: QueryKey;
}

export function useLive(
  { uid, path, single, shown }: LivePlace,
  refresh: () => void,
  present?: (people: readonly string[]) => void,
): void {
  const queries = useQueryClient();
  const onChanged = useEffectEvent(refresh);
  const onPresent = useEffectEvent((people: readonly string[]) => present?.(people));
  const shownSince = useEffectEvent(() => {
    const found = queries.getQueryCache().findAll({ queryKey: shown, type: 'active' });
    const times = found.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
    return Math.min(Date.now(), ...times.map((time) => time - longestAnswerMs));
  });
  useEffect(() => {
    let end = () => {};
    let ended = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const begin = async (): Promise<void> => {
      const { watchPlace } = await import('#web/api/live-changes.ts');
      if (ended) return;
      const onChange = (changed: Changed): void => {
        const documents = changed?.documents ?? [];
        const isNews = (id: string) => !isOwnChange(id) || changed?.derived.includes(id) === true;
        if (documents.length > 0 && !documents.some(isNews)) return;
        waiting ??= setTimeout(
          () => {
            waiting = undefined;
            onChanged();
          },
          isOwnChange(uid) ? ownMs : pauseMs,
        );
      };
      end = watchPlace({ path, uid, since: shownSince(), single }, onChange, onPresent);
    };
    // Without its code, which may not come without a connection, nothing is received.
    const staying = setTimeout(() => void begin().catch(() => undefined), stayMs);
    return () => {
      ended = true;
      clearTimeout(staying);
      clearTimeout(waiting);
      end();
    };
  }, [uid, path, single]);
}
