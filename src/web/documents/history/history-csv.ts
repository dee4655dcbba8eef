// What happened, to one document or to all, as a table for a spreadsheet. Pure.
// Invariant: nothing that somebody wrote is a formula in a spreadsheet.
import Papa from 'papaparse';
import type { LogEntryEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';

export interface HistoryHeads {
  readonly date: string;
  readonly person: string;
  readonly event: string;
  /** Given = two columns say to what it happened: its path, and its identifier. */
  readonly document?: readonly [path: string, id: string];
  readonly comment: string;
}

/** @param nameOf what an event is called */
export function historyCsv(
  entries: readonly LogEntryEntity[],
  { date, person, event, document, comment }: HistoryHeads,
  nameOf: (entry: LogEntryEntity) => string,
): string {
  const rows = entries.map((entry) => [
    entry.eventDate,
    entry.principalName ?? '',
    nameOf(entry),
    ...(document === undefined ? [] : [entry.docPath ?? '', entry.docUUID ?? '']),
    entry.comment ?? '',
  ]);
  // The mark at the beginning tells spreadsheets how the letters are written.
  return `\uFEFF${Papa.unparse({ fields: [date, person, event, ...(document ?? []), comment], data: rows }, { escapeFormulae: true })}\r\n`;
}

/** So many at once is what a server gives in one answer. */
const pageSize = 500;

/** @param page asks for one page of it */
export async function wholeLog(
  page: (wanted: {
    readonly pageIndex: number;
    readonly pageSize: number;
  }) => Promise<ListEntity<LogEntryEntity>>,
): Promise<readonly LogEntryEntity[]> {
  const entries: LogEntryEntity[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { entries: some, resultsCount = 0 } = await page({ pageIndex, pageSize });
    entries.push(...some);
    if (some.length === 0 || entries.length >= resultsCount) return entries;
  }
}
