import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate } from './gate.ts';

/** Work that runs until a test ends it; `started` lists the names in the order of their start. */
function desk(gate: Gate) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, person: string, signal?: AbortSignal): Promise<void> =>
    gate.run(
      () => {
        started.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      },
      { person, signal },
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { started, begin, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a gate lets one person have some places, and another begin at once beside them', async () => {
  const { started, begin } = desk(new Gate(3, 2));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin(name, 'ann');
  await settled();
  assert.deepEqual(started, ['a1', 'a2']);
  void begin('b1', 'bob');
  await settled();
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
});

test('a gate gives a free place to whose person has the least running, then in order of arrival', async () => {
  const gate = new Gate(2, 2);
  const { started, begin, end } = desk(gate);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin(name, 'ann');
  for (const name of ['b1', 'b2']) void begin(name, 'bob');
  await settled();
  assert.deepEqual(gate.load, { running: 2, waiting: 4 });
  await end('a1');
  await end('a2');
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3']);
  await end('b1');
  await end('a3');
  assert.deepEqual(started.slice(4), ['b2', 'a4']);
  await end('b2');
  await end('a4');
  assert.deepEqual(gate.load, { running: 0, waiting: 0 });
});

test('a gate refuses who has too many waiting, and nobody else', async () => {
  const { begin } = desk(new Gate(2, 1));
  for (let index = 0; index < 251; index++) void begin(`a${index}`, 'ann');
  await assert.rejects(begin('one more', 'ann'), { code: 'overloaded' });
  const { signal } = new AbortController();
  void begin('b1', 'bob', signal);
  void begin('b2', 'bob', signal);
  await settled();
});

test('a gate never starts what is aborted while it waits', async () => {
  const gate = new Gate(1);
  const { started, begin, end } = desk(gate);
  const first = begin('first', 'ann');
  const going = new AbortController();
  const second = begin('second', 'ann', going.signal);
  await settled();
  going.abort(new Error('enough'));
  await assert.rejects(second, /enough/);
  await end('first');
  await first;
  assert.deepEqual([started, gate.load], [['first'], { running: 0, waiting: 0 }]);
  await assert.rejects(begin('third', 'ann', going.signal), /enough/);
});
