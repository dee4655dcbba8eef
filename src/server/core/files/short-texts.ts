/**
 * Texts of small files that came in just now, for whoever makes documents of them at this server: their words are stored
 * with the document, and no job reads the file again.
 * Invariant: this only saves work: what is not remembered here is read by the content job.
 */
import { BoundedMemory } from '../kernel/bounded-memory.ts';
import type { BlobValue } from '../kernel/model.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';

/** What is longer is read by the job, one file at a time. */
export const smallFileBytes = 128 * 1024;
const mostTexts = 10_000;
const mostCharacters = 8 * 1024 * 1024;

const memories = new WeakMap<Repository, BoundedMemory<string>>();

function memoryOf(repository: Repository): BoundedMemory<string> {
  const known = memories.get(repository);
  if (known) return known;
  const fresh = new BoundedMemory<string>(mostTexts, { of: ({ length }) => length, most: mostCharacters });
  memories.set(repository, fresh);
  return fresh;
}

/** @param bytes all of the file */
export function rememberText(
  repository: Repository,
  { key, mimeType }: { readonly key: string; readonly mimeType: string },
  bytes: Uint8Array,
): void {
  const text =
    bytes.byteLength > smallFileBytes ? undefined : repository.ports.conversion.shortText(mimeType, bytes);
  if (text !== undefined) memoryOf(repository).set(nameOf(key, mimeType), withoutRuns(text));
}

/** Undefined: its words are not known here. Forgotten when they are stored. */
export function rememberedText(session: Session, blob: BlobValue): string | undefined {
  const memory = memoryOf(session.repository);
  const name = nameOf(blob.data, blob['mime-type'] ?? '');
  const text = memory.get(name);
  if (text !== undefined) session.afterCommit(() => memory.forget(name));
  return text;
}

/** The same bytes may be a text to one, and something else to another. */
function nameOf(key: string, mimeType: string): string {
  return `${key} ${mimeType}`;
}

/** As words are stored: what parts them is one space. Most already are, and stay. */
export function withoutRuns(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cs}]{2,}|[^\S ]|[\p{Cc}\p{Cs}]/gu, ' ');
}
