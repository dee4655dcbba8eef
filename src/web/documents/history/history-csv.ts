// The history of one document, or the audit trail of all, as CSV for a spreadsheet. Pure.
// Invariant: text from people is never interpreted as a formula.
import Papa from 'papaparse';
import type { LogEntryEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';

export interface HistoryHeads {
  readonly date: string;
  readonly person: string;
  readonly event: string;
  /** If given, two columns identify the document: its path and its id. */
  readonly document?: readonly [path: string, id: string];
  readonly comment: string;
}

/** @param nameOf the shown name of an event */
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
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${Papa.unparse({ fields: [date, person, event, ...(document ?? []), comment], data: rows }, { escapeFormulae: true })}\r\n`;
}

/** The most entries that a server returns in one answer. */
const pageSize = 500;

/** @param page fetches one page of the log */
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
