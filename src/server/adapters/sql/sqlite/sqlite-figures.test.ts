/** SQLite's statistics for values that very many documents have, gathered when a server stops. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SqliteConnection } from './sqlite-connection.ts';

const ROWS = 50_000;

const folder = await mkdtemp(join(tmpdir(), 'muniment-figures-'));
after(() => rm(folder, { recursive: true }));

test('figures know that nearly all documents have one repository and few types', () => {
  const file = join(folder, 'store.db');
  const connection = new SqliteConnection({
    file,
    writable: true,
    timeLimit: 20_000,
    slow: Number.POSITIVE_INFINITY,
    pageCache: 4096,
  });
  for (const sql of [
    'create table documents (seq integer primary key, repository text, type text, modified text)',
    'create index documents_by_modified on documents (repository, modified)',
    'create index documents_by_type on documents (type, repository)',
    `insert into documents (repository, type, modified)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
      select 'default', 'Type' || (n % 5), n from numbers`,
    "select seq from documents where repository = 'default' and modified = 'x'",
    "select seq from documents where type = 'Type1'",
  ])
    connection.run({ sql, ready: undefined }, []);
  connection.close();
  const database = new DatabaseSync(file, { readOnly: true });
  const figures = database.prepare('select idx, stat from sqlite_stat1 order by idx').all();
  database.close();
  assert.deepEqual(
    figures.map(({ stat }) => String(stat).split(' ').slice(0, 2).map(Number)),
    [
      [ROWS, ROWS],
      [ROWS, ROWS / 5],
    ],
  );
});
