/**
 * Records every statement that the stores of this process send. With `--import` in a test run it writes them to the folder
 * named by MUNIMENT_TEST_STATEMENTS, for plans.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.MUNIMENT_TEST_STATEMENTS;
const sent = new Set<string>();

subscribe('tracing:muniment.sql:start', (message) => {
  const { sql } = Object(message);
  if (typeof sql === 'string') sent.add(sql);
});
if (folder !== undefined) {
  process.on('exit', () => {
    if (sent.size > 0) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify([...sent]));
  });
}

/** The statements of this process, and those that other processes have written. */
export function loggedStatements(): ReadonlySet<string> {
  const all = new Set(sent);
  if (folder === undefined) return all;
  for (const file of readdirSync(folder)) {
    const left: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (Array.isArray(left)) for (const one of left) if (typeof one === 'string') all.add(one);
  }
  return all;
}
