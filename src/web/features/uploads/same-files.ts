/**
 * Asks, before a file is sent, whether a document with the same bytes exists: by digest, for several files at once, and for
 * the next ones before the answers are used up.
 * Invariants: documents created by this queue are not reported; large, empty or unreadable files are not checked; a request
 * that fails delays nothing.
 */
import type { SameFile } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

/** Reading a larger file takes longer than a person would wait for it to start. */
const largest = 64_000_000;
/** Following files are checked together with the first, up to these limits. */
const mostTogether = 50;
const bytesTogether = 8_000_000;
/** The number of following small files to check in advance. */
const ahead = 20;

export interface Candidate {
  readonly id: string;
  /** The size when it was given: each access to a file on disk reads its size again. */
  readonly size: number;
  readonly file: Blob;
}

export interface SameFiles {
  /** @param next files that will be sent soon */
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
  /** Ids whose line has its answer. */
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

/** The files that are checked together with the first. */
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
