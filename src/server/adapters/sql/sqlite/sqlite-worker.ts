/**
 * A worker thread with one SQLite connection: runs statements in groups and answers in groups.
 * Invariant: statements run in order; a failed one affects later ones only in the same unit, and a broken unit leaves nothing
 * behind.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { isJsonObject } from '#wire/json.ts';
import { LateStatements } from './late-statements.ts';
import { type ConnectionOptions, type PreparedStatement, SqliteConnection } from './sqlite-connection.ts';
import {
  CHANGED_MEANWHILE,
  type Expected,
  type ThreadAnswer,
  type ThreadFailure,
  type ThreadRequest,
  type ThreadStatement,
  UNIT_BROKEN,
} from './sqlite-protocol.ts';
import { WriterState } from './writer-state.ts';

function readOptions(value: unknown): ConnectionOptions {
  if (
    isJsonObject(value) &&
    typeof value.file === 'string' &&
    typeof value.writable === 'boolean' &&
    typeof value.timeLimit === 'number' &&
    typeof value.slow === 'number' &&
    typeof value.pageCache === 'number'
  ) {
    const { file, writable, timeLimit, slow, pageCache } = value;
    return { file, writable, timeLimit, slow, pageCache };
  }
  throw new TypeError('sqlite-worker needs file, writable, timeLimit, slow and pageCache');
}

if (parentPort === null) throw new Error('sqlite-worker runs in a worker thread only');
const port = parentPort;
const connection = new SqliteConnection(readOptions(workerData));
const slots: PreparedStatement[] = [];
const late = new LateStatements((statement, parameters) => connection.run(statement, parameters));
const takeBack: PreparedStatement = { sql: 'ROLLBACK TO unit', ready: undefined };
const state = new WriterState(() => connection.version);
const nothing: ThreadAnswer = { columns: [], rows: [], changes: 0 };
let broken: ThreadFailure | undefined;

function statementOf(slot: number | undefined, sql: string | undefined): PreparedStatement | undefined {
  if (slot === undefined) return sql === undefined ? undefined : { sql, ready: undefined };
  if (sql !== undefined) {
    const former = slots[slot];
    if (former) connection.forget(former);
    slots[slot] = { sql, ready: undefined };
  }
  return slots[slot];
}

function answer(request: ThreadStatement): ThreadAnswer {
  const [slot, sql, parameters, role, isEach = false, expected, lateTraits] = request;
  const statement = statementOf(slot, sql);
  if (statement === undefined) return { failure: `No statement in slot ${slot}`, code: undefined };
  const run = () => {
    const answered = isEach
      ? connection.runEach(statement, parameters)
      : connection.run(statement, parameters);
    if (slot === undefined) connection.forget(statement);
    return answered;
  };
  if (role === undefined) return run();
  if (role === 'beginGroup') {
    late.beginGroup();
    const begun = run();
    state.beginGroup();
    return begun;
  }
  if (role === 'commit') {
    state.commit();
    const committed = late.runBeforeCommit() ?? run();
    return 'failure' in committed ? committed : { ...nothing, columns: ['state'], rows: [[state.number]] };
  }
  if (role === 'begin') {
    broken = undefined;
    late.beginUnit();
  }
  if (broken !== undefined) {
    if (role !== 'end') return { failure: UNIT_BROKEN, code: undefined };
    connection.run(takeBack, []);
    run();
    return broken;
  }
  if (lateTraits !== undefined) {
    late.add(statement, isEach ? parameters.map(listOf) : [parameters], lateTraits);
    return nothing;
  }
  if (role === 'unchanged' && state.is(expected?.state)) return nothing;
  const answered = late.runBefore(statement.sql) ?? run();
  if (role === 'end' && !('failure' in answered)) {
    late.finishUnit();
    state.finishUnit();
  }
  if (role === 'unchanged' && !('failure' in answered)) {
    if (areEqual(answered.rows, expected?.rows ?? [])) return nothing;
    broken = { failure: CHANGED_MEANWHILE, code: undefined };
    return broken;
  }
  if (role !== 'inside' && 'failure' in answered) broken = answered;
  return answered;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function areEqual(some: Expected['rows'], others: Expected['rows']): boolean {
  const isSame = (row: readonly unknown[], index: number): boolean =>
    row.every((value, column) => value === others[index]?.[column]);
  return some.length === others.length && some.every(isSame);
}

port.on('message', (request: ThreadRequest) => {
  if (request === 'close') {
    connection.close();
    port.close();
    return;
  }
  port.postMessage(request.map(answer));
});
port.postMessage('ready');
