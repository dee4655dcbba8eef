/**
 * Copies all rows of all tables, page by page in the order of their keys.
 * Invariant: a page is stored completely or not at all, so an interrupted copy has stored the beginning of each table.
 */
import type { Row, TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { type TableName, tableNames, tables } from '#server/adapters/sql/tables.ts';
import { OptionsError } from '#server/options-error.ts';
import { rowName } from './differences.ts';
import type { Progress } from './progress.ts';

export async function copyRows(
  from: TableRows,
  to: TableRows,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tableNames) {
    const done = await to.count(table);
    progress.begin(table, await from.count(table), done);
    for await (const rows of from.pages(table, await to.last(table))) {
      signal.throwIfAborted();
      await store(to, table, rows);
      progress.advance(rows.length);
    }
    progress.end();
    if (tables[table].isCounted) await to.setCounter(table, await from.counter(table));
  }
}

/** A refused page is tried again row by row, to name the row that caused it. */
async function store(to: TableRows, table: TableName, rows: readonly Row[]): Promise<void> {
  await to.connection.execute('begin', []);
  try {
    await to.insert(table, rows);
    await to.connection.execute('commit', []);
  } catch (error) {
    await to.connection.execute('rollback', []);
    const [first, second] = rows;
    if (first !== undefined && second === undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OptionsError(`${rowName(table, first)} cannot be stored: ${reason}`);
    }
    for (const row of rows) await store(to, table, [row]);
  }
}
