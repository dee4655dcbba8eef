/**
 * Whether a file's bytes are filed already, asked before any of them leaves: by digest, for several files at once, and
 * for the next ones before the answers are used up.
 * Invariants: what this queue filed itself is not reported; a file that is large, empty or
 * unreadable is not looked at, and a question that fails holds nothing up.
 */
import type { SameFile } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

/** Reading more than this takes longer than a person would wait before the bytes begin to travel. */
const largest = 64_000_000;
/** What comes next is looked at together with the first, up to so much. */
const mostTogether = 50;
const bytesTogether = 8_000_000;
/** So many of the next small files are being looked at. */
const ahead = 20;

export interface Candidate {
  readonly id: string;
  /** As it was when it was given: a file on the disk is asked for its size at each look. */
  readonly size: number;
  readonly file: Blob;
}

export interface SameFiles {
  /** @param next files whose turn comes soon */
  readonly find: (
    first: Candidate,
    next: () => Iterable<Candidate>,
    signal: AbortSignal,
  ) => Promise<SameFile | null>;
  readonly forget: () => void;
}

export type DigestOf = (file: Blob) => Promise<string | null>;

type Answer = Promise<SameFile | null>;

export function createSameFiles(
  { findSame }: Pick<UploadServer, 'findSame'>,
  digestOf: DigestOf,
  isOwn: (documentId: string) => boolean,
): SameFiles {
  const known = new Map<string, Answer>();
  /** Their line has had its answer. */
  const used = new Set<string>();
  const { signal: noStop } = new AbortController();

  const ask = (candidates: readonly Candidate[]): void => {
    const found = (async () => {
      const digests = await Promise.all(candidates.map(({ file }) => digestOf(file)));
      const wanted = new Set(digests.filter((digest) => digest !== null));
      const filed = wanted.size === 0 ? new Map<string, SameFile>() : await findSame([...wanted], noStop);
      return digests.map((digest) => (digest === null ? null : (filed.get(digest) ?? null)));
    })().catch(() => []);
    for (const [index, { id }] of candidates.entries()) {
      known.set(
        id,
        found.then((same) => same[index] ?? null),
      );
    }
  };

  return {
    find: async (first, next, signal) => {
      if (!isLooked(first.size)) return null;
      const isNew = ({ id, size }: Candidate) => !known.has(id) && !used.has(id) && isLooked(size);
      if (!known.has(first.id)) ask([first, ...together(next(), isNew, first)]);
      const answer = known.get(first.id);
      known.delete(first.id);
      used.add(first.id);
      const soon = upTo(ahead, next()).filter(isNew);
      const isSmall = soon.some(({ size }) => size <= bytesTogether / mostTogether);
      if (isSmall) ask(together(next(), isNew));
      const same = await answer;
      signal.throwIfAborted();
      return same == null || isOwn(same.id) ? null : same;
    },
    forget: () => {
      known.clear();
      used.clear();
    },
  };
}

/** As many as are looked at together with the first. */
function together(
  next: Iterable<Candidate>,
  isNew: (candidate: Candidate) => boolean,
  first?: Candidate,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let room = bytesTogether - (first?.size ?? 0);
  for (const one of next) {
    if (candidates.length + 1 === mostTogether) break;
    if (one.id === first?.id || !isNew(one) || one.size > room) continue;
    room -= one.size;
    candidates.push(one);
  }
  return candidates;
}

function upTo<T>(count: number, all: Iterable<T>): readonly T[] {
  const some: T[] = [];
  for (const one of all) {
    if (some.length === count) break;
    some.push(one);
  }
  return some;
}

function isLooked(size: number): boolean {
  return size > 0 && size <= largest;
}
