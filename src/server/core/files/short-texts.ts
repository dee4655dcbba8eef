/**
 * Remembers the texts of small files that were just uploaded to this server, so that documents made with them get their
 * words at once, and no job reads the files again.
 * Invariant: this only saves work: the content job reads every file that is not remembered here.
 */
import { BoundedMemory } from '../kernel/bounded-memory.ts';
import type { BlobValue } from '../kernel/model.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';

/** Larger files are read by the job, one at a time. */
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

/** @param bytes the whole file */
export function rememberText(
  repository: Repository,
  { key, mimeType }: { readonly key: string; readonly mimeType: string },
  bytes: Uint8Array,
): void {
  const text =
    bytes.byteLength > smallFileBytes ? undefined : repository.ports.conversion.shortText(mimeType, bytes);
  if (text !== undefined) memoryOf(repository).set(nameOf(key, mimeType), withoutRuns(text));
}

/** Undefined when the text is not remembered. Call it once: the text is then forgotten. */
export function rememberedText(session: Session, blob: BlobValue): string | undefined {
  const memory = memoryOf(session.repository);
  const name = nameOf(blob.data, blob['mime-type'] ?? '');
  const text = memory.get(name);
  if (text !== undefined) session.afterCommit(() => memory.forget(name));
  return text;
}

/** With the type, because the same bytes may be uploaded as different types. */
function nameOf(key: string, mimeType: string): string {
  return `${key} ${mimeType}`;
}

/** Replaces runs of white space and control characters by one space, as texts are stored. Most texts do not change. */
export function withoutRuns(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cs}]{2,}|[^\S ]|[\p{Cc}\p{Cs}]/gu, ' ');
}
