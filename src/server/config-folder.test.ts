import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readConfigFolder, requireRuleOperations } from './config-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muniment-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('files in the order of their names, YAML and JSON alike', async () => {
  await writeFile(join(folder, 'b.json'), '{"types": {"Report": {"extends": "File"}}}');
  await writeFile(join(folder, 'a.yaml'), 'types:\n  Memo:\n    extends: Note\n');
  await writeFile(join(folder, 'notes.txt'), 'not read');
  const files = await readConfigFolder(folder);
  assert.deepEqual(
    files.flatMap((file) => file.types.map((type) => type.name)),
    ['Memo', 'Report'],
  );
});

test('a mistake is named with its file and line', async () => {
  await writeFile(join(folder, 'a.yaml'), 'types:\n  Memo:\n    extend: Note\n');
  await assert.rejects(readConfigFolder(folder), /a\.yaml:3: types\.Memo\.extend/);
  await writeFile(join(folder, 'a.yaml'), 'types:\n  - [\n');
  await assert.rejects(readConfigFolder(folder), /a\.yaml:\d+: /);
  await assert.rejects(readConfigFolder(join(folder, 'missing')), /cannot be read/);
});

test('a faulty rule is named with its file and line', async () => {
  const rule = (text: string) => writeFile(join(folder, 'a.yaml'), `rules:\n  Stamp:\n    ${text}\n`);
  for (const [text, fault] of [
    ['on: [documentCreated]\n    run: Document.Lock', /a\.yaml:3: rules\.Stamp needs as/],
    ['on: [documentCreated]\n    as: leela', /a\.yaml:3: rules\.Stamp needs run/],
    ['on: []\n    as: leela\n    run: Document.Lock', /a\.yaml:3: rules\.Stamp\.on must name/],
    ['on: ["*"]\n    as: leela\n    run: Document.Lock', /a\.yaml:3: rules\.Stamp\.on\.0 must be/],
    ['on: [a]\n    as: leela\n    run: Document.Lock\n    path: here', /a\.yaml:6: rules\.Stamp\.path/],
    ['on: [a]\n    as: leela\n    run: Document.Lock\n    when: now', /a\.yaml:\d: rules\.Stamp\.when/],
  ] as const) {
    await rule(text);
    await assert.rejects(readConfigFolder(folder), fault, text);
  }
  await rule('on: [documentCreated]\n    as: leela\n    run: No.Such');
  const files = await readConfigFolder(folder);
  const none = { describe: () => undefined };
  assert.throws(
    () => requireRuleOperations(files, none),
    /a\.yaml:5: rules\.Stamp\.run names no operation: No\.Such/,
  );
});

test('the example for the official clients reads', async () => {
  const files = await readConfigFolder(join(import.meta.dirname, '../../examples/official-client'));
  assert.deepEqual(
    files.flatMap((file) => file.operations.map((operation) => operation.id)),
    ['Scripting.ReturnDocumentTitle', 'Scripting.TestString', 'Scripting.CustomOperationJSONBlob'],
  );
  assert.deepEqual(
    files.flatMap((file) => [...file.types, ...file.pageProviders].map((one) => one.name)),
    ['DataSet', 'search_with_params', 'search_with_named_params'],
  );
});
