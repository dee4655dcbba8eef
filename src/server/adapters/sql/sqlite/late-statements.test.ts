/** Statements that units postpone until their shared commit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateStatements } from './late-statements.ts';

const counting = { sql: 'count', ready: undefined };
const putting = { sql: 'put', ready: undefined };
const once = { table: 'counters', isOnce: true };
const always = { table: 'words', isOnce: false };

function begun() {
  const log: string[] = [];
  const late = new LateStatements(({ sql }, parameters) => {
    log.push(`${sql} ${parameters.join()}`);
    return parameters[0] === 'wrong'
      ? { failure: 'no', code: undefined }
      : { columns: [], rows: [], changes: 1 };
  });
  late.beginGroup();
  const taken = (): readonly string[] => log.splice(0);
  const unit = (work: () => void, isFinished = true): void => {
    late.beginUnit();
    work();
    if (isFinished) late.finishUnit();
  };
  return { late, taken, unit };
}

test('what only counts runs once for all units, all else in its order', () => {
  const { late, taken, unit } = begun();
  for (const word of ['a', 'b', 'a'])
    unit(() => {
      late.add(counting, [['x'], [word], ['x']], once);
      late.add(putting, [[word], [word]], always);
    });
  assert.deepEqual(taken(), []);
  assert.equal(late.runBeforeCommit(), undefined);
  assert.deepEqual(taken(), [
    'count x',
    'count a',
    'put a',
    'put a',
    'count b',
    'put b',
    'put b',
    'put a',
    'put a',
  ]);
});

test('a statement that names the table finds it done, for good where its unit ends well', () => {
  const { late, taken, unit } = begun();
  unit(() => late.add(putting, [['a']], always));
  const check = () => {
    late.add(putting, [['b']], always);
    late.add(counting, [['x']], once);
    late.runBefore('select from documents');
    assert.deepEqual(taken(), []);
    late.runBefore('select from words');
    late.runBefore('select from words');
    assert.deepEqual(taken(), ['put a', 'put b']);
  };
  unit(check, false);
  unit(check);
  late.runBeforeCommit();
  assert.deepEqual(taken(), ['count x']);
});

test('what a unit leaves that is taken back never runs', () => {
  const { late, taken, unit } = begun();
  unit(() => late.add(putting, [['a']], always), false);
  late.runBeforeCommit();
  assert.deepEqual(taken(), []);
  unit(() => late.add(putting, [['b']], always));
  late.beginGroup();
  late.runBeforeCommit();
  assert.deepEqual(taken(), []);
});

test('the first failure is answered, and nothing follows it', () => {
  const { late, taken, unit } = begun();
  unit(() => late.add(putting, [['a'], ['wrong'], ['b']], always));
  assert.deepEqual(late.runBeforeCommit(), { failure: 'no', code: undefined });
  assert.deepEqual(taken(), ['put a', 'put wrong']);
});
