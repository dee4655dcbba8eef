/**
 * The documents in a stored answer.
 * Invariant: a document that the caller may no longer read is refused, as reading it would be.
 */
import { getDocument } from '#server/core/documents/documents.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import { isJsonObject, type Json } from '#wire/json.ts';

/** The field with the document's id, by entity type. */
const names: ReadonlyMap<Json | undefined, string> = new Map([
  ['document', 'uid'],
  ['comment', 'parentId'],
]);

/** @throws 403 or 404 for the first document that the caller may not read */
export async function requireReadable(session: Session, answer: Json): Promise<void> {
  for (const id of new Set(documentsIn(answer))) {
    await pauseWhenLong();
    await getDocument(session, { id });
  }
}

function* documentsIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* documentsIn(item);
  if (!isJsonObject(value)) return;
  const id = value[names.get(value['entity-type']) ?? ''];
  if (typeof id === 'string') yield id;
  for (const part of Object.values(value)) yield* documentsIn(part ?? null);
}
