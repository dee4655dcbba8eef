/**
 * Finds which names are taken. One request asks about many files of a folder, and the next is sent before its answers are
 * used up, so that lines need not wait.
 * Invariant: an answer is used once and soon, so that a name that was taken meanwhile is not missed.
 */
import type { Existing } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

/** The request is an address, for which servers allow about 8,000 characters; each name is in it twice. */
const mostCharacters = 1_500;
const freshMs = 15_000;
/** The number of following names to ask about in advance. */
const ahead = 20;

export interface Names {
  /** @param next names that will be asked for next in this folder */
  readonly find: (folderId: string, name: string, next: readonly string[]) => Promise<Existing | null>;
  /** Notes that the name is taken now. */
  readonly taken: (folderId: string, name: string) => void;
  readonly forget: () => void;
}

interface Answer {
  readonly at: number;
  /** Names whose answer was given to their line. */
  readonly used: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Existing>>;
}

export function createNames({ findFiles }: Pick<UploadServer, 'findFiles'>, now: () => number): Names {
  const known = new Map<string, Answer>();
  // Not a line's own signal: if one line is paused, the others waiting for the same answer must not fail.
  const { signal } = new AbortController();

  const ask = (folderId: string, names: readonly string[]): Answer => {
    const answer = { at: now(), used: new Set<string>(), found: findFiles(folderId, names, signal) };
    for (const name of names) known.set(keyOf(folderId, name), answer);
    answer.found.catch(() => known.clear());
    return answer;
  };

  const fresh = (folderId: string, name: string): Answer | undefined => {
    const answer = known.get(keyOf(folderId, name));
    return answer !== undefined && now() - answer.at < freshMs ? answer : undefined;
  };

  return {
    find: async (folderId, name, next) => {
      const earlier = fresh(folderId, name);
      const isReady = earlier !== undefined && !earlier.used.has(name);
      const unknown = (among: readonly string[]) =>
        among.filter((other) => other !== name && fresh(folderId, other) === undefined);
      const answer = isReady ? earlier : ask(folderId, withRoom([name, ...unknown(next)]));
      answer.used.add(name);
      if (unknown(next.slice(0, ahead)).length > 0) ask(folderId, withRoom(unknown(next)));
      return (await answer.found).get(name) ?? null;
    },
    taken: (folderId, name) => known.delete(keyOf(folderId, name)),
    forget: () => known.clear(),
  };
}

/** The first name, and as many others as fit into one request. */
function withRoom(wanted: readonly string[]): readonly string[] {
  const names = new Set<string>();
  let room = mostCharacters;
  for (const name of wanted) {
    room -= encodeURIComponent(name).length;
    if (room < 0 && names.size > 0) break;
    names.add(name);
  }
  return [...names];
}

function keyOf(folderId: string, name: string): string {
  return `${folderId}/${name}`;
}
