/**
 * Keeps a folder on screen up to date: changes by others are loaded, and rows change in place. It starts after the user has
 * stayed for a while, so that passing through a folder opens no stream. Own changes are refreshed already.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { documentKeys, listKeys } from '#web/api/keys.ts';
import type { Changed } from '#web/api/live-changes.ts';
import { isOwnChange, ownMs } from '#web/api/own-changes.ts';
import type { StoredDocument } from '../stored-document.ts';
import { spacedRuns } from './spaced-runs.ts';

const stayMs = 5_000;
/** A list is refreshed at most once in this time, however much others change. */
const pauseMs = 2_000;

/** An answer shows the state some time before it arrived. */
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
  /** The document itself, not its children. */
  readonly single?: boolean;
  /** The answers on screen, which may come from the cache: changes since the oldest of them are needed. */
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
    const { want, end: stop } = spacedRuns(() => onChanged(), pauseMs);
    const begin = async (): Promise<void> => {
      const { watchPlace } = await import('#web/api/live-changes.ts');
      if (ended) return;
      const onChange = (changed: Changed): void => {
        const documents = changed?.documents ?? [];
        const isNews = (id: string) => !isOwnChange(id) || changed?.derived.includes(id) === true;
        if (documents.length > 0 && !documents.some(isNews)) return;
        want(isOwnChange(uid) ? ownMs : 0);
      };
      end = watchPlace({ path, uid, since: shownSince(), single }, onChange, onPresent);
    };
    // Without a connection its code may not load; then no changes are received.
    const staying = setTimeout(() => void begin().catch(() => undefined), stayMs);
    return () => {
      ended = true;
      clearTimeout(staying);
      stop();
      end();
    };
  }, [uid, path, single]);
}
