/** Long searches do not delay other reads. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteThread } from './sqlite-thread.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-readers-'));
after(() => rm(folder, { recursive: true }));

test('who comes while all threads work on something long has a thread of its own', async () => {
  const file = join(folder, 'long-reads.db');
  const options = { file, timeLimit: 20_000, pageCache: 1024 };
  const writing = await SqliteThread.start({ ...options, writable: true });
  const start = () => SqliteThread.start({ ...options, writable: false });
  const first = await start();
  const reader = new SqliteReader([first], file, options.timeLimit, { startThread: start });
  let isOver = false;
  const long = reader.execute(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000000)
      select max(n) as last from numbers`,
    [],
  );
  const ended = long.then(() => {
    isOver = true;
  });
  while (first.busyFor < 60) await new Promise(setImmediate);
  assert.deepEqual((await reader.execute('select 1 as one', [])).rows, [{ one: 1 }]);
  assert.equal(isOver, false);
  await ended;
  assert.deepEqual((await long).rows, [{ last: 20_000_000 }]);
  await reader.close();
  await writing.close();
});
