/**
 * Which names are taken. One question is asked for many files of a folder: each line finds its answer waiting.
 * Invariant: an answer is used once and soon, so that a name which came into being meanwhile is not overlooked.
 */
import type { Existing } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

/** The question stands in the address, where servers take about 8,000 characters; each name is asked for twice. */
const mostCharacters = 1_500;
const freshMs = 15_000;

export interface Names {
  /** @param next names that will be asked for next in this folder */
  readonly find: (folderId: string, name: string, next: Iterable<string>) => Promise<Existing | null>;
  /** Somebody has this name now. */
  readonly taken: (folderId: string, name: string) => void;
  readonly forget: () => void;
}

interface Answer {
  readonly at: number;
  readonly found: Promise<ReadonlyMap<string, Existing>>;
}

export function createNames({ findFiles }: Pick<UploadServer, 'findFiles'>, now: () => number): Names {
  const known = new Map<string, Answer>();
  // One person's pause must not fail the others that wait for the same answer.
  const { signal } = new AbortController();

  const ask = (folderId: string, names: readonly string[]): Answer => {
    const answer = { at: now(), found: findFiles(folderId, names, signal) };
    for (const name of names) known.set(keyOf(folderId, name), answer);
    answer.found.catch(() => known.clear());
    return answer;
  };

  return {
    find: async (folderId, name, next) => {
      const key = keyOf(folderId, name);
      const earlier = known.get(key);
      const isFresh = earlier !== undefined && now() - earlier.at < freshMs;
      const answer = isFresh ? earlier : ask(folderId, withRoom(name, next));
      known.delete(key);
      return (await answer.found).get(name) ?? null;
    },
    taken: (folderId, name) => known.delete(keyOf(folderId, name)),
    forget: () => known.clear(),
  };
}

function withRoom(first: string, next: Iterable<string>): readonly string[] {
  const names = new Set([first]);
  let room = mostCharacters - encodeURIComponent(first).length;
  for (const name of next) {
    room -= encodeURIComponent(name).length;
    if (room < 0) break;
    names.add(name);
  }
  return [...names];
}

function keyOf(folderId: string, name: string): string {
  return `${folderId}/${name}`;
}
