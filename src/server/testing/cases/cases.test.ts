/** Runs every table of this folder on a server of its own, each case as a test together with its preparation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '../test-server.ts';
import { type CaseLine, readCaseLine } from './case-line.ts';
import { type CaseValues, runCase } from './run-case.ts';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith('.cases'));

/** `% types` as the first line: the name of a configuration folder, followed by flags. */
function flagsOf(text: string): readonly string[] {
  const [name, ...flags] = /^% (.+)\n/.exec(text)?.[1]?.split(' ') ?? [];
  return name === undefined ? [] : ['--config', join(folder, name), ...flags];
}

// All servers are started before the first test: hooks that close them run after the last test that is known then.
const tables = [];
for (const file of files) {
  const text = readFileSync(join(folder, file), 'utf8');
  tables.push({ file, text, server: await startTestServer(flagsOf(text)) });
}

for (const { file, text: lines, server } of tables) {
  const values: CaseValues = new Map();
  const waiting: CaseLine[] = [];
  for (const [index, text] of lines.split('\n').entries()) {
    if (text.trim() === '' || /^[#%]/.test(text)) continue;
    const line = readCaseLine(text);
    waiting.push(line);
    if (line.isSetUp) continue;
    const steps = waiting.splice(0);
    test(`${file} ${index + 1}: ${text}`, async () => {
      for (const step of steps) await runCase(server, step, values);
    });
  }
  if (waiting.length > 0) throw new Error(`${file} ends with lines that no case follows`);
}
