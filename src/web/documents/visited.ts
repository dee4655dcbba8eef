/**
 * The documents recently opened in this browser, newest first, for the start page and the palette. Separate for each person who
 * signs in here.
 */
import { useEffect } from 'react';
import { runningApi } from '#web/api/start.ts';
import { persisted } from '#web/frame/persisted.ts';
import type { FileKind } from '#web/ui/file-kind.ts';

export interface Visit {
  /** Address within the app. */
  readonly to: string;
  readonly title: string;
  readonly folder: boolean;
  /** Its icon; older entries have none. */
  readonly kind?: FileKind;
  /** The label of a version, whose title is that of the document. */
  readonly version?: string;
}

interface Visits {
  readonly byPerson: Readonly<Record<string, readonly Visit[]>>;
}

const most = 12;
const none: readonly Visit[] = [];

export const useVisits = persisted<Visits>({ byPerson: {} }, { name: 'muniment.visited' });

export function currentUsername(): string {
  const state = runningApi().session.getState();
  return state.status === 'signed-out' ? '' : state.username;
}

export function useVisited(): readonly Visit[] {
  return useVisits(({ byPerson }) => byPerson[currentUsername()] ?? none);
}

/** Called by the page of a folder or a document. */
export function useRecordVisit({ to, title, folder, kind, version }: Visit): void {
  useEffect(() => {
    const who = currentUsername();
    if (who === '') return;
    useVisits.setState(({ byPerson }) => {
      const others = (byPerson[who] ?? none).filter((visit) => visit.to !== to);
      return {
        byPerson: { ...byPerson, [who]: [{ to, title, folder, kind, version }, ...others].slice(0, most) },
      };
    });
  }, [to, title, folder, kind, version]);
}
