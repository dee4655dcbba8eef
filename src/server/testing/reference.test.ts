/** The tables of docs/SETTINGS.md and docs/REFERENCE.md match the code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { catalogue } from '#server/core/kernel/errors.ts';
import { adapterNames } from '#server/http/document-adapters/registry.ts';
import { documentEnrichers, userEnrichers } from '#server/http/enrichers/registry.ts';
import { routes } from '#server/http/routes.ts';
import { ownOperations } from '#server/operations/registry.ts';
import { settings } from '../settings.ts';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), { encoding: 'utf8' });
const reference = await read('docs/REFERENCE.md');
const settingsPage = await read('docs/SETTINGS.md');

/** The rows between `<!-- name … -->` and `<!-- /name -->`, as texts without code marks. */
function tableIn(text: string, name: string): readonly (readonly string[])[] {
  const found = new RegExp(`<!-- ${name}\\b[^\\n]*-->\\n(.*?)<!-- /${name} -->`, 's').exec(text)?.[1] ?? '';
  const [, , ...rows] = found.trim().split('\n');
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const firstCells = (name: string): readonly (string | undefined)[] =>
  tableIn(reference, name).map(([first]) => first);

describe('docs/REFERENCE.md', () => {
  test('lists every endpoint once, with its methods', () => {
    const methods = new Map<string, readonly string[]>();
    for (const route of routes) {
      methods.set(route.pattern, [...(methods.get(route.pattern) ?? []), ...route.methods]);
    }
    const rows = tableIn(reference, 'endpoints').map(([words, pattern]) => [words, pattern]);
    assert.deepEqual(
      rows,
      [...methods].map(([pattern, words]) => [words.join(' '), pattern]),
    );
  });

  test('lists every adapter', () => {
    assert.deepEqual(firstCells('adapters'), adapterNames);
  });

  test('lists every enricher', () => {
    assert.deepEqual(
      tableIn(reference, 'enrichers').map(([name, of]) => [name, of]),
      [
        ...[...documentEnrichers.keys()].map((name) => [name, 'document']),
        ...[...userEnrichers.keys()].map((name) => [name, 'user']),
      ],
    );
  });

  test('lists every operation with its other names', () => {
    assert.deepEqual(
      tableIn(reference, 'operations').map(([id, aliases]) => [id, aliases]),
      ownOperations.map((operation) => [operation.id, (operation.aliases ?? []).join(' ')]),
    );
  });

  test('calls not offered exactly the operations that refuse', () => {
    const listed = tableIn(reference, 'operations').flatMap(([id, , state]) =>
      state?.startsWith('**not offered**') ? [id] : [],
    );
    const refusing = ownOperations.filter((operation) => operation.category === 'Not offered');
    assert.deepEqual(
      listed,
      refusing.map((operation) => operation.id),
    );
  });

  test('lists every error with status and class', () => {
    assert.deepEqual(
      tableIn(reference, 'errors').map(([code, status, className]) => [code, status, className]),
      Object.entries(catalogue).map(([code, entry]) => [code, String(entry.status), entry.className]),
    );
  });

  test('says of each how it stands', () => {
    for (const name of ['endpoints', 'adapters', 'enrichers', 'operations', 'errors']) {
      for (const row of tableIn(reference, name)) {
        const state = row.at(-1) ?? '';
        const isSaid =
          name === 'errors' ? state !== '' : /^(works$|\*\*(differs|not offered)\*\*: .)/.test(state);
        assert.ok(isSaid, `${name}: ${row.join(' | ')}`);
      }
    }
  });
});

test('SETTINGS.md lists every setting', () => {
  assert.deepEqual(
    tableIn(settingsPage, 'settings'),
    Object.entries(settings).map(([name, setting]) => [
      `--${name}`,
      setting.environment,
      'fallback' in setting ? setting.fallback : '',
      setting.meaning,
    ]),
  );
});
