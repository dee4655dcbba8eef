import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { databaseOver } from '../database.ts';
import { sqliteEngine } from '../sqlite/sqlite-engine.ts';
import { sortKey } from './sort-key.ts';
import { keyMayFit } from './title-keys.ts';

const titles = [
  'Report 12',
  'Report 1207',
  'report 0012 of May',
  'a007 b',
  '1007',
  '100 x',
  '000',
  'Straße 5',
  'STRAẞE 5',
  'STRASSE 5',
  'ΟΔΟΣ 9',
  'οδος9',
  'İstanbul  x²',
  'cafe\u0301\tnoir',
  '50 % of a_b \\ c',
  '日本語 12 版',
  `long ${'9'.repeat(120)} end`,
  `${'x'.repeat(300)} end`,
  '',
];

/** Parts of titles with characters that may need special treatment. */
const pieces = titles.flatMap((title) => {
  const characters = [...title];
  return characters.flatMap((_, start) =>
    [1, 2, 3, 5, 8].map((length) => characters.slice(start, start + length).join('')),
  );
});
const patterns = new Set([
  ...pieces.map((piece) => `%${piece.replace(/[\\%_]/g, '\\$&')}%`),
  ...pieces.map(
    (piece) => `%${[...piece].map((letter, index) => (index % 3 === 1 ? '_' : letter)).join('')}`,
  ),
  '%re%1%7%',
  '%rt 0%',
  '%00%',
  '%9 end',
  '%x% end',
]);

test('the key of a title that fits meets the condition on keys, and others hardly ever do', () => {
  const connection = new DatabaseSync(':memory:');
  connection.exec('pragma case_sensitive_like = on; create table d (title text, title_key text)');
  connection.function('lower_unicode', (text) => String(text).toLowerCase());
  const insert = connection.prepare('insert into d values (?, ?)');
  for (const title of titles) insert.run(title, sortKey(title));
  const nowhere = { execute: () => Promise.reject(new Error('Nothing is executed')) };
  const database = databaseOver(nowhere, sqliteEngine);
  let all = 0;
  let more = 0;
  for (const pattern of patterns) {
    const mayFit = keyMayFit(sql`title_key`, pattern, sqliteEngine) ?? sql`1 = 1`;
    const { sql: statement, parameters } = sql`select ${mayFit} as may_fit,
      lower_unicode(title) like ${pattern.toLowerCase()} escape '\\' as fits, title from d`.compile(database);
    const values = parameters.map((value) => (typeof value === 'number' ? value : String(value)));
    for (const row of connection.prepare(statement).all(...values)) {
      all += 1;
      if (row.fits === 1) assert.equal(row.may_fit, 1, `${pattern} fits ${String(row.title)}`);
      else if (row.may_fit === 1) more += 1;
    }
  }
  assert.ok(all > 10_000);
  assert.ok(more < all / 3, `${more} of ${all}`);
});

test('a pattern without a letter or a digit says nothing of keys', () => {
  for (const pattern of ['%', '%%', '_', '% %', '%\u0301%', '%0%'])
    assert.equal(keyMayFit(sql`title_key`, pattern, sqliteEngine), undefined, pattern);
});
