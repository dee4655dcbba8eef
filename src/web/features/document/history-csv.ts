// A document's history as CSV. Pure.
// Invariant: no text from a user can be read as a formula by a spreadsheet.
import Papa from 'papaparse';
import type { LogEntryEntity } from '#wire/activity.ts';

export interface HistoryHeads {
  readonly date: string;
  readonly person: string;
  readonly event: string;
  readonly comment: string;
}

/** @param nameOf label of an event */
export function historyCsv(
  entries: readonly LogEntryEntity[],
  { date, person, event, comment }: HistoryHeads,
  nameOf: (entry: LogEntryEntity) => string,
): string {
  const rows = entries.map((entry) => [
    entry.eventDate,
    entry.principalName ?? '',
    nameOf(entry),
    entry.comment ?? '',
  ]);
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${Papa.unparse({ fields: [date, person, event, comment], data: rows }, { escapeFormulae: true })}\r\n`;
}
