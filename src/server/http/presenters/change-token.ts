import type { DocumentRow } from '#server/core/kernel/model.ts';

/** `<system>-<user>`: how often anything, and how often a person, changed the document. */
export function changeToken(row: DocumentRow): string {
  return `${row.systemChange}-${row.userChange}`;
}
