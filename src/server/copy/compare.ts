/**
 * Compares two places: every row of every table, full-text search, and every file.
 * Invariant: both sides are read in the order of their keys, so only two pages are in memory.
 */
import type { Row, TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { type TableName, tableNames, tables } from '#server/adapters/sql/tables.ts';
import { compareKeys, type Differences, rowDifference, rowName } from './differences.ts';
import { checkFiles } from './files.ts';
import type { Place } from './places.ts';
import type { Progress } from './progress.ts';

export async function compare(
  from: Place,
  to: Place,
  differences: Differences,
  /** Reads the files too, not only their names. */
  { whole }: { readonly whole: boolean },
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tableNames) {
    const [count, other] = [await from.rows.count(table), await to.rows.count(table)];
    if (count !== other)
      differences.add(`${table}: ${count} rows in ${from.words}, ${other} in ${to.words}`, 0);
    progress.begin(`comparing ${table}`, Math.max(count, other));
    await compareTable(from, to, table, differences, progress, signal);
    progress.end();
    if (tables[table].isCounted && (await to.rows.counter(table)) < (await from.rows.counter(table)))
      differences.add(`${table}: ${to.words} would give keys away again`);
  }
  for (const place of [from, to]) {
    const missing = await place.rows.countUnindexed();
    if (missing > 0)
      differences.add(`${place.words}: ${missing} texts are not found by their words`, missing);
  }
  await checkFiles(to, { whole }, differences, progress, signal);
  if (whole && from.filesAt !== to.filesAt) await checkFiles(from, { whole }, differences, progress, signal);
}

async function compareTable(
  from: Place,
  to: Place,
  table: TableName,
  differences: Differences,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const columns = await from.rows.columns(table);
  const ones = rowsOf(from.rows, table);
  const others = rowsOf(to.rows, table);
  let [one, other] = [await ones.next(), await others.next()];
  while (!one.done || !other.done) {
    signal.throwIfAborted();
    const order = one.done ? 1 : other.done ? -1 : compareKeys(table, one.value, other.value);
    if (order < 0 && !one.done) differences.add(`${rowName(table, one.value)} is missing in ${to.words}`);
    else if (order > 0 && !other.done)
      differences.add(`${rowName(table, other.value)} is only in ${to.words}`);
    else if (!one.done && !other.done) {
      const found = rowDifference(table, columns, one.value, other.value);
      if (found !== undefined)
        differences.add(`${rowName(table, one.value)}: ${found} (${from.words} and ${to.words})`);
    }
    progress.advance(1);
    if (order <= 0) one = await ones.next();
    if (order >= 0) other = await others.next();
  }
}

async function* rowsOf(rows: TableRows, table: TableName): AsyncGenerator<Row, void> {
  for await (const page of rows.pages(table)) yield* page;
}
