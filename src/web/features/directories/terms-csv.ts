/**
 * Writes a vocabulary as a CSV file, and computes what such a file would change in it. Pure. Invariants: terms and columns
 * that a file lacks stay as they are; no cell can be read as a formula by a spreadsheet.
 */
import Papa from 'papaparse';
import type { DirectoryEntryEntity } from '#wire/directory.ts';
import { isString, type Json, type JsonObject } from '#wire/json.ts';

const idColumn = 'id';
/** Columns with numbers. */
const numeric: ReadonlySet<string> = new Set(['ordering', 'obsolete']);
/** Columns that a vocabulary without terms may get: there is no term whose columns could be taken. */
const usual = ['label', 'label_en', 'label_fr', 'parent', 'ordering', 'obsolete'];

export interface TermChange {
  readonly id: string;
  readonly properties: JsonObject;
}

export interface CsvProblem {
  /** Number of the row in a spreadsheet; row 1 has the names of the columns. */
  readonly line: number;
  readonly kind: 'noId' | 'twice' | 'column' | 'number' | 'quotes';
  readonly value: string;
}

export interface TermsPlan {
  readonly create: readonly TermChange[];
  readonly update: readonly TermChange[];
  readonly unchanged: number;
  readonly problems: readonly CsvProblem[];
}

export function csvOf(entries: readonly DirectoryEntryEntity[]): string {
  const fields = [idColumn, ...columnsOf(entries)];
  const data = entries.map(({ id, properties }) =>
    fields.map((name) => cellOf(name === idColumn ? id : properties[name])),
  );
  // The byte order mark tells spreadsheets that it is UTF-8.
  return `\ufeff${Papa.unparse({ fields, data })}\r\n`;
}

export function planOf(text: string, entries: readonly DirectoryEntryEntity[]): TermsPlan {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [head = [], ...rows] = data;
  const names = head.map((name) => name.trim());
  const known = new Set([idColumn, ...columnsOf(entries), ...(entries.length === 0 ? usual : [])]);
  const problems: CsvProblem[] = names
    .filter((name) => !known.has(name))
    .map((value) => ({ line: 1, kind: 'column', value }));
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  // Without the closing quote all that follows would be one cell.
  if (unclosed !== undefined) problems.push({ line: (unclosed.row ?? 0) + 1, kind: 'quotes', value: '' });
  if (!names.includes(idColumn)) problems.push({ line: 1, kind: 'noId', value: '' });
  if (problems.length > 0) return { create: [], update: [], unchanged: 0, problems };

  const before = new Map(entries.map((entry) => [entry.id, entry.properties]));
  const seen = new Set<string>();
  const create: TermChange[] = [];
  const update: TermChange[] = [];
  for (const [index, row] of rows.entries()) {
    const line = index + 2;
    const cells = names.map((name, column) => [name, valueIn(row[column] ?? '')] as const);
    const id = (cells.find(([name]) => name === idColumn)?.[1] ?? '').trim();
    const wrong = cells.find(([name, value]) => numeric.has(name) && !/^\s*-?\d*\s*$/.test(value));
    if (id === '') problems.push({ line, kind: 'noId', value: '' });
    else if (seen.has(id)) problems.push({ line, kind: 'twice', value: id });
    else if (wrong !== undefined) problems.push({ line, kind: 'number', value: wrong[1] });
    else {
      const properties = changesOf(cells, before.get(id));
      if (!before.has(id)) create.push({ id, properties });
      else if (Object.keys(properties).length > 0) update.push({ id, properties });
    }
    seen.add(id);
  }
  const unchanged = rows.length - create.length - update.length - problems.length;
  return { create, update, unchanged, problems };
}

/** An empty cell is null for a text, and leaves a number as it was. */
function changesOf(
  cells: readonly (readonly [name: string, value: string])[],
  before: JsonObject | undefined,
): JsonObject {
  const changed = cells.filter(([name, value]) => {
    if (name === idColumn) return false;
    if (numeric.has(name)) return value.trim() !== '' && value.trim() !== textOf(before?.[name]);
    return value !== textOf(before?.[name]);
  });
  return Object.fromEntries(
    changed.map(([name, value]) => [name, numeric.has(name) ? Number(value) : value === '' ? null : value]),
  );
}

function columnsOf(entries: readonly DirectoryEntryEntity[]): readonly string[] {
  const names = new Set(entries.flatMap(({ properties }) => Object.keys(properties)));
  names.delete(idColumn);
  return [...names];
}

function textOf(value: Json | undefined): string {
  if (isString(value)) return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/**
 * Puts a `'` before a text that a spreadsheet would read as a formula; one that begins with `'` and a formula gets another.
 */
function cellOf(value: Json | undefined): string {
  const text = textOf(value);
  return isString(value) && /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function valueIn(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
