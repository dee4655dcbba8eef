// What happened to a document as a table for a spreadsheet. Pure.
// Invariant: nothing that somebody wrote is a formula in a spreadsheet.
import Papa from 'papaparse';
import type { LogEntryEntity } from '#wire/activity.ts';

export interface HistoryHeads {
  readonly date: string;
  readonly person: string;
  readonly event: string;
  readonly comment: string;
}

/** @param nameOf what an event is called */
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
  // The mark at the beginning tells spreadsheets how the letters are written.
  return `\uFEFF${Papa.unparse({ fields: [date, person, event, comment], data: rows }, { escapeFormulae: true })}\r\n`;
}
