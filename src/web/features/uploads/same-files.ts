/**
 * Whether a file's bytes are filed already, asked before any of them leaves: by digest, for several files at once.
 * Invariants: what this queue filed itself is no surprise to anybody and is not told; a file that is large, empty or
 * unreadable is not looked at, and a question that fails holds nothing up.
 */
import type { SameFile } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

/** Reading more than this takes longer than a person would wait before the bytes begin to travel. */
const largest = 64_000_000;
/** What comes next is looked at together with the first, up to so much. */
const mostTogether = 50;
const bytesTogether = 8_000_000;

export interface Candidate {
  readonly id: string;
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
      if (!isLooked(first.file)) return null;
      if (!known.has(first.id)) ask(together(first, next(), known));
      const same = await known.get(first.id);
      known.delete(first.id);
      signal.throwIfAborted();
      return same == null || isOwn(same.id) ? null : same;
    },
    forget: () => known.clear(),
  };
}

function together(
  first: Candidate,
  next: Iterable<Candidate>,
  known: ReadonlyMap<string, unknown>,
): readonly Candidate[] {
  const candidates = [first];
  let room = bytesTogether - first.file.size;
  for (const one of next) {
    if (candidates.length === mostTogether) break;
    if (one.id === first.id || known.has(one.id) || !isLooked(one.file) || one.file.size > room) continue;
    room -= one.file.size;
    candidates.push(one);
  }
  return candidates;
}

function isLooked({ size }: Blob): boolean {
  return size > 0 && size <= largest;
}
