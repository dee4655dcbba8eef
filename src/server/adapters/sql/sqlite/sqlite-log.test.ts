/** SQLite's log: it is moved into the file while others write, and starts from its beginning again. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LOG_PAGES, lookAtLog, moveLog } from './sqlite-connection.ts';
import { SqliteReader } from './sqlite-reader.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { SqliteWriter } from './sqlite-writer.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-sqlite-log-'));
after(() => rm(folder, { recursive: true }));

test('a long log moves into the file without the writer', async () => {
  const file = join(folder, 'long-log.db');
  const options = { file, timeLimit: 20_000, pageCache: 1024 };
  const writing = await SqliteThread.start({ ...options, writable: true });
  const reader = new SqliteReader(
    // Caches no answer as slow.
    [await SqliteThread.start({ ...options, writable: false, slow: 0 })],
    file,
    options.timeLimit,
  );
  const log = async (): Promise<{ readonly pages: number; readonly left: number }> => {
    const [found] = (await reader.execute(lookAtLog, [])).rows;
    return { pages: Number(found?.log), left: Number(found?.log) - Number(found?.checkpointed) };
  };
  await writing.execute('create table wide (bytes blob)');
  await reader.moveLogWhenLong();
  const short = await log();
  assert.ok(short.left > 0, 'a short log is left alone');
  await writing.execute(`insert into wide values (zeroblob(${LOG_PAGES * 4096}))`);
  assert.ok((await log()).left > LOG_PAGES);
  await reader.moveLogWhenLong();
  assert.equal((await log()).left, 0);
  await writing.execute('insert into wide values (null)');
  assert.ok((await log()).pages < LOG_PAGES, 'it begins anew');
  assert.deepEqual((await reader.execute('select count(*) as count from wide', [])).rows, [{ count: 2 }]);
  await reader.close();
  await writing.close();
});

test('a log that somebody always adds to begins anew between two commits', async () => {
  const file = join(folder, 'busy-log.db');
  const options = { file, timeLimit: 20_000, pageCache: 1024 };
  const thread = await SqliteThread.start({ ...options, writable: true });
  const writer = new SqliteWriter(thread, 60_000);
  await thread.execute('create table wide (bytes blob)');
  const write = async (pages: number): Promise<void> => {
    const turn = await writer.turn();
    turn.execute('insert into wide values (zeroblob(?))', [pages * 4096], { deferred: {} });
    await turn.commit();
  };
  const mover = await SqliteThread.start({ ...options, writable: false });
  // Another connection writes while it moves the log.
  const moved = mover.execute.bind(mover);
  mover.execute = async (...statement) => {
    const answer = await moved(...statement);
    if (statement[0] === moveLog) await write(10);
    return answer;
  };
  const reader = new SqliteReader([mover], file, options.timeLimit, {
    restartLog: () => writer.restartLog(),
  });
  const pages = async (): Promise<number> => Number((await moved(lookAtLog)).rows[0]?.log);
  await write(LOG_PAGES);
  const unit = await writer.turn();
  const moving = reader.moveLogWhenLong();
  await unit.commit();
  await moving;
  await write(1);
  assert.ok((await pages()) < 10, 'nobody reads');

  await write(LOG_PAGES);
  reader.answer('select count(*) from wide', []);
  const other = await SqliteThread.start({ ...options, writable: false });
  await other.execute('begin');
  await other.execute('select count(*) from wide');
  await reader.moveLogWhenLong();
  await write(1);
  assert.ok((await pages()) > LOG_PAGES, 'somebody reads what is in it');
  await other.close();
  await reader.moveLogWhenLong();
  assert.deepEqual((await moved('select count(*) as count from wide')).rows, [{ count: 6 }]);
  await reader.close();
  await writer.close(0);
  await thread.close();
});
