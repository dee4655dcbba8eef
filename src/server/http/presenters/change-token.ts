import type { DocumentRow } from '#server/core/kernel/model.ts';

/** `<system>-<user>`: the number of all changes, and of those by people. */
export function changeToken(row: DocumentRow): string {
  return `${row.systemChange}-${row.userChange}`;
}
