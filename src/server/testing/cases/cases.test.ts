/** Runs every table beside it on a server of its own, each line as one test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '../test-server.ts';
import { readCaseLine } from './case-line.ts';
import { type Kept, runCase } from './run-case.ts';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.cases'));

/** `% types` as the first line: with the configuration folder of that name. */
function flagsOf(text: string): readonly string[] {
  const name = /^% (\S+)\n/.exec(text)?.[1];
  return name === undefined ? [] : ['--config', join(folder, name)];
}

// All servers stand before the first test begins: hooks that close them run after the last test that is known then.
const tables = [];
for (const file of files) {
  const text = readFileSync(join(folder, file), 'utf8');
  tables.push({ file, text, server: await startTestServer(flagsOf(text)) });
}

for (const { file, text, server } of tables) {
  const kept: Kept = new Map();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || /^[#%]/.test(line)) continue;
    test(`${file} ${index + 1}: ${line}`, () => runCase(server, readCaseLine(line), kept));
  }
}
