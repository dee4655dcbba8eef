/** Features of SQLite only: durability, shared commits, time limits, files of other releases. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from '#nxql/index.ts';
import { NewerDatabaseError } from '../migrations.ts';
import { aDocument, sampleTypes, written } from '../testing/sample-documents.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteThread } from './sqlite-thread.ts';
import { SqliteWriter, type UnitExecutor } from './sqlite-writer.ts';
import { StatementSlots } from './statement-slots.ts';
import { WriterState } from './writer-state.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-sqlite-'));
after(() => rm(folder, { recursive: true }));

test('a server that is killed has kept all that it acknowledged', async () => {
  const file = join(folder, 'killed.db');
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'testing', 'write-until-killed.ts'), file],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let acknowledged = '';
  let count = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = line;
    count += 1;
    if (count === 200) child.kill('SIGKILL');
  }
  const store = await openSqlite({ file });
  const last = Number(acknowledged);
  const ids = Array.from({ length: last + 1 }, (_, index) => String(index));
  const { documents, audit } = store.begin().stores;
  assert.equal((await documents.getMany(ids)).length, last + 1);
  // Each unit has written both rows or none.
  const { total } = await audit.list({}, { sort: [], offset: 0, limit: 1 });
  const { items } = await documents.queryIds({
    query: query('SELECT * FROM Document'),
    scope: { repository: 'r', readAclIds: undefined, types: sampleTypes, now: new Date() },
    sort: [],
    limit: 0,
    offset: 0,
    countUpTo: 0,
  });
  assert.equal(items.length, total);
  await store.close();
});

test('what was committed is there after closing and opening', async () => {
  const file = join(folder, 'again.db');
  const first = await openSqlite({ file });
  await written(first, ({ documents }) => documents.insert(aDocument({ id: 'a', repository: 'r' })));
  await first.close();
  await assert.rejects(first.begin().stores.documents.get('a'), /closed/);
  const second = await openSqlite({ file });
  assert.ok(await second.begin().stores.documents.get('a'));
  await second.close();
});

test('closing waits for the units that write', async () => {
  const store = await openSqlite({ file: join(folder, 'closing.db') });
  const unit = store.begin();
  const { documents } = await unit.writer();
  const closing = store.close();
  await documents.insert(aDocument({ id: 'a', repository: 'r' }));
  await unit.commit();
  await closing;
});

test('closing undoes what does not end', async () => {
  const store = await openSqlite({ file: join(folder, 'stuck.db') });
  const unit = store.begin();
  const { documents } = await unit.writer();
  await documents.insert(aDocument({ id: 'a', repository: 'r' }));
  const waiting = assert.rejects(store.begin().writer(), { code: 'overloaded' });
  await store.close();
  await waiting;
  await assert.rejects(unit.commit(), { code: 'overloaded', message: 'The server is stopping' });
  const again = await openSqlite({ file: join(folder, 'stuck.db') });
  assert.equal(await again.begin().stores.documents.get('a'), undefined);
  await again.close();
});

test('a unit that holds the writer too long is undone, and the next one writes', async () => {
  const store = await openSqlite({ file: join(folder, 'held.db'), holdLimit: 1 });
  const held = store.begin();
  await (await held.writer()).documents.insert(aDocument({ id: 'a', repository: 'r' }));
  const next = store.begin();
  await next.writer();
  await next.rollback();
  await assert.rejects(held.stores.documents.get('a'), { code: 'overloaded' });
  await assert.rejects(held.commit(), { code: 'overloaded' });
  await held.rollback();
  assert.equal(await store.begin().stores.documents.get('a'), undefined);
  await store.close();
});

test('a unit that may write reads first and writes in one go, unless that was changed meanwhile', async () => {
  const store = await openSqlite({ file: join(folder, 'late.db') });
  const insert = (id: string) =>
    written(store, ({ documents }) => documents.insert(aDocument({ id, repository: 'r' })));
  await insert('a');
  await insert('b');
  const begun = async (id: string) => {
    const unit = store.begin({ mayWrite: true });
    const { documents } = await unit.writer();
    const row = await documents.getForUpdate(id);
    await documents.update(id, { systemChange: (row?.systemChange ?? 0) + 1 });
    return unit;
  };
  const change = async (id: string) =>
    store
      .begin()
      .stores.documents.get(id)
      .then((row) => row?.systemChange);
  // None of them has the writer yet: others can write meanwhile.
  const [first, second, other] = [await begun('a'), await begun('a'), await begun('b')];
  assert.equal(store.load().waiting, 0);
  assert.equal(await change('a'), 1);
  await Promise.all([first.commit(), other.commit()]);
  await assert.rejects(second.commit(), { code: 'conflict', isTransient: true });
  assert.deepEqual([await change('a'), await change('b')], [2, 2]);
  // A read after its first change uses the writer, which notices the conflict at once.
  const third = await begun('a');
  await written(store, ({ documents }) => documents.update('a', { systemChange: 7 }));
  await assert.rejects(third.stores.documents.get('b'), { code: 'conflict', isTransient: true });
  await third.rollback();
  // After `hold`, no other unit writes before it.
  const held = await begun('a');
  await held.hold();
  const late = written(store, ({ documents }) => documents.update('a', { systemChange: 20 }));
  await held.commit();
  await late;
  assert.equal(await change('a'), 20);
  // An effect outside must not happen for a change that then fails.
  const outside = await begun('a');
  await written(store, ({ documents }) => documents.update('a', { systemChange: 30 }));
  await assert.rejects(outside.hold(), { code: 'conflict', isTransient: true });
  await outside.rollback();
  const nothing = await begun('a');
  await nothing.rollback();
  await assert.rejects(nothing.stores.documents.get('a'), /over/);
  assert.equal(await change('a'), 30);
  await store.close();
});

test('a unit that knows the last commit notices what others and other programs changed since', async () => {
  const file = join(folder, 'states.db');
  const store = await openSqlite({ file });
  const program = new DatabaseSync(file, { timeout: 5_000 });
  const setTo = (value: number) =>
    program.exec(`update documents set system_change = ${value} where id = 'a'`);
  const begun = async () => {
    const unit = store.begin({ mayWrite: true });
    const { documents } = await unit.writer();
    const row = await documents.getForUpdate('a');
    await documents.update('a', { systemChange: (row?.systemChange ?? 0) + 1 });
    return unit;
  };
  const isPassed = { code: 'conflict', isTransient: true };
  await written(store, ({ documents }) => documents.insert(aDocument({ id: 'a', repository: 'r' })));
  await (await begun()).commit();
  const first = await begun();
  setTo(40);
  await assert.rejects(first.commit(), isPassed);
  setTo(50);
  await (await begun()).commit();
  const [second, third] = [await begun(), await begun()];
  await second.commit();
  await assert.rejects(third.commit(), isPassed);
  // A unit that is rolled back has changed nothing.
  const undone = await begun();
  await undone.hold();
  const fourth = await begun();
  await undone.rollback();
  await fourth.commit();
  assert.equal((await store.begin().stores.documents.get('a'))?.systemChange, 53);
  program.close();
  await store.close();
});

test('the number of what is committed is passed over by all that may have changed something', () => {
  let version = '1';
  const state = new WriterState(() => version);
  const committed = (): number => {
    state.beginGroup();
    state.finishUnit();
    state.commit();
    return state.number;
  };
  const number = committed();
  state.beginGroup();
  assert.ok(state.is(number), 'nothing came since');
  assert.ok(!state.is(undefined), 'before the first commit');
  state.finishUnit();
  assert.ok(!state.is(number), 'a unit of the same commit');
  state.beginGroup();
  assert.ok(state.is(number), 'whose transaction was taken back');
  state.commit();
  state.beginGroup();
  assert.ok(!state.is(number), 'another commit, or one that failed');
  const later = committed();
  version = '2';
  state.beginGroup();
  assert.ok(!state.is(later), 'one of another program');
});

test('tells how long the queue of writers is', async () => {
  const store = await openSqlite({ file: join(folder, 'queue.db') });
  const [first, second] = [store.begin(), store.begin()];
  await first.writer();
  const waiting = second.writer();
  assert.equal(store.load().waiting, 1);
  // It shares its commit with the next unit, so it resolves after that one has ended.
  const committed = first.commit();
  await waiting;
  assert.deepEqual(store.load(), { waiting: 0, milliseconds: 0 });
  await second.rollback();
  await committed;
  await store.close();
});

test('a query beyond its time is stopped', async () => {
  const store = await openSqlite({ file: join(folder, 'slow.db'), timeLimit: 0 });
  await written(store, async ({ documents }) => {
    for (let count = 0; count < 600; count += 1)
      await documents.insert(aDocument({ id: String(count), repository: 'r' }));
  });
  const found = store.begin().stores.documents.queryIds({
    query: query("SELECT * FROM Document WHERE dc:description LIKE '%x%'"),
    scope: { repository: 'r', readAclIds: undefined, types: sampleTypes, now: new Date() },
    sort: [],
    limit: 0,
    offset: 0,
    countUpTo: 0,
  });
  await assert.rejects(found, { code: 'overloaded' });
  await store.close();
});

test('a database of a newer version, or none at all, is refused in one line', async () => {
  const newer = join(folder, 'newer.db');
  await (await openSqlite({ file: newer })).close();
  const database = new DatabaseSync(newer);
  database.exec('update schema_version set version = 999');
  database.close();
  await assert.rejects(openSqlite({ file: newer }), (error) => {
    assert.ok(error instanceof NewerDatabaseError);
    assert.match(error.message, /^[^\n]*schema 999[^\n]*$/);
    return true;
  });
  const noDatabase = join(folder, 'text.db');
  await writeFile(noDatabase, 'This is no database, but a text that is long enough to look at.'.repeat(100));
  await assert.rejects(openSqlite({ file: noDatabase }), /not a database/);
  await assert.rejects(openSqlite({ file: join(folder, 'nowhere', 'x.db') }), /unable to open/);
});

/** Answers every statement, some with an error. */
function scripted(fails: (statement: string) => boolean): UnitExecutor & { readonly log: string[] } {
  const log: string[] = [];
  return {
    log,
    send: async (sql) => {
      log.push(sql);
      if (fails(sql)) throw new Error(`no ${sql}`);
      return { rows: [], changes: 0 };
    },
  };
}

test('units that wait together share one commit', async () => {
  const thread = scripted(() => false);
  const writer = new SqliteWriter(thread, 60_000);
  const unit = async () => (await writer.turn()).commit();
  await Promise.all([unit(), unit(), unit()]);
  assert.equal(thread.log.filter((sql) => sql === 'COMMIT').length, 1);
  assert.equal(thread.log.filter((sql) => sql === 'RELEASE unit').length, 3);
  await writer.close(0);
});

test('when the shared commit fails, every unit in it fails, and the next group begins anew', async () => {
  let isBroken = true;
  const thread = scripted((sql) => isBroken && sql === 'COMMIT');
  const writer = new SqliteWriter(thread, 60_000);
  const unit = async () => (await writer.turn()).commit();
  const outcomes = await Promise.allSettled([unit(), unit()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(thread.log.at(-1), 'ROLLBACK');
  isBroken = false;
  await unit();
  assert.equal(thread.log.at(-1), 'COMMIT');
});

test('the wait for units on their way goes on when its end falls into another unit', {
  timeout: 10_000,
}, async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const thread = scripted(() => false);
  const writer = new SqliteWriter(thread, 60_000);
  const isOver = writer.expect();
  const first = (await writer.turn()).commit();
  await nextTurn();
  const turn = await writer.turn();
  context.mock.timers.tick(10);
  const second = turn.commit();
  await nextTurn();
  context.mock.timers.tick(10);
  await Promise.all([first, second]);
  assert.equal(thread.log.at(-1), 'COMMIT');
  isOver();
});

test('a transaction that never began fails every statement of the unit', async () => {
  const thread = scripted((sql) => sql === 'BEGIN IMMEDIATE');
  const turn = await new SqliteWriter(thread, 60_000).turn();
  await assert.rejects(turn.execute('insert', []), /no BEGIN IMMEDIATE/);
  await assert.rejects(turn.commit(), /no BEGIN IMMEDIATE/);
  assert.equal(thread.log.at(-1), 'ROLLBACK');
});

function query(text: string) {
  const { query } = parse(text);
  assert.ok(query);
  return query;
}

test('a row id beyond the safe integers, as full-text tables make them, stops no statement', async () => {
  const thread = await SqliteThread.start({
    file: join(folder, 'ids.db'),
    writable: true,
    timeLimit: 1_000,
    pageCache: 1_000,
  });
  await thread.execute('CREATE TABLE t (id INTEGER PRIMARY KEY)');
  const inserted = await thread.execute('INSERT INTO t (id) VALUES (9009535716950016)');
  assert.equal(inserted.changes, 1);
  await thread.execute('BEGIN');
  await thread.execute('COMMIT');
  await thread.close();
});

test('statements come and go, long ones with each run', async (context) => {
  const thread = await SqliteThread.start({
    file: join(folder, 'statements.db'),
    writable: true,
    timeLimit: 1_000,
    pageCache: 1_000,
  });
  context.after(() => thread.close());
  const value = async (sql: string) => (await thread.execute(sql)).rows[0]?.value;
  const many = Array.from({ length: 1_100 }, (_, index) => index % 550);
  // More statements than stay prepared, each twice, all sent in one turn.
  assert.deepEqual(await Promise.all(many.map((index) => value(`select ${index} as value`))), many);
  const long = (index: number) => `select ${index} as value where '${'x'.repeat(5_000)}' <> ''`;
  assert.deepEqual(
    await Promise.all(many.map((index) => value(long(index % 3)))),
    many.map((index) => index % 3),
  );
  const wrong = `${long(1)} or`;
  await assert.rejects(value(wrong));
  assert.equal(await value(long(7)), 7);
});

test('what callers write does not decide how many statements stay prepared', () => {
  const slots = new StatementSlots();
  const taken = Array.from({ length: 2_000 }, (_, index) => slots.take(`select ${index}`).slot);
  assert.ok(taken.every((slot) => slot !== undefined && slot < 500));
  const long = `select ${'x'.repeat(5_000)}`;
  assert.deepEqual(slots.take(long), { slot: undefined, isNew: true });
  assert.deepEqual(slots.take(long), { slot: undefined, isNew: true });
});

test('a reader gives a slow answer again until something is written', async () => {
  const file = join(folder, 'memory.db');
  const writing = await SqliteThread.start({ file, writable: true, timeLimit: 1_000, pageCache: 1_000 });
  await writing.execute('create table t (value integer)');
  const reading = await SqliteThread.start({
    file,
    writable: false,
    timeLimit: 1_000,
    pageCache: 1_000,
    slow: 0,
  });
  const ask = async () =>
    (await reading.execute('select count(*) as count, hex(randomblob(8)) as dice from t')).rows[0];
  await ask();
  const first = await ask();
  assert.equal(first?.count, 0);
  assert.deepEqual(await ask(), first);
  await writing.execute('insert into t values (1)');
  const second = await ask();
  assert.equal(second?.count, 1);
  assert.deepEqual(await ask(), second);
  await reading.close();
  await writing.close();
});

test('each unit reads what another program committed before it began, in one turn of the loop too', async () => {
  const file = join(folder, 'outside.db');
  const store = await openSqlite({ file });
  await written(store, ({ documents }) =>
    documents.insert(aDocument({ id: 'x', repository: 'r', name: 'x' })),
  );
  const outside = new DatabaseSync(file);
  const nameOf = async () => (await store.begin().stores.documents.get('x'))?.name;
  for (const name of ['y', 'z']) {
    const before = await store.state();
    await nameOf();
    outside.exec(`update documents set name = '${name}' where id = 'x'`);
    assert.notEqual(await store.state(), before);
    assert.equal(await nameOf(), name);
    outside.exec(`update documents set name = 'again ${name}' where id = 'x'`);
    assert.equal(await nameOf(), `again ${name}`);
  }
  outside.close();
  await store.close();
});
