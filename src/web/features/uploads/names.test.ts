import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNames } from './names.ts';
import { failure, homeId, testUploadServer } from './test-upload-server.ts';

function asking() {
  const server = testUploadServer();
  let time = 0;
  const names = createNames(server, () => time);
  const hold = (name: string) =>
    server.files.push({ id: `old ${name}`, folderId: homeId, name, type: 'File', bytes: new Blob(['old']) });
  return { server, names, hold, wait: (ms: number) => (time += ms) };
}

test('asks once for many, and each answer is used once', async () => {
  const { names, server, hold } = asking();
  hold('b');
  assert.equal(await names.find(homeId, 'a', ['b', 'c']), null);
  assert.equal((await names.find(homeId, 'b', ['c']))?.id, 'old b');
  assert.equal(await names.find(homeId, 'c', []), null);
  assert.deepEqual(server.calls, ['find a b c']);
  assert.equal(await names.find(homeId, 'c', []), null);
  assert.deepEqual(server.calls, ['find a b c', 'find c']);
});

test('does not believe what is old, or what has changed since', async () => {
  const { names, server, hold, wait } = asking();
  await names.find(homeId, 'a', ['b', 'c']);
  hold('b');
  names.taken(homeId, 'b');
  assert.equal((await names.find(homeId, 'b', []))?.id, 'old b');
  hold('c');
  wait(20_000);
  assert.equal((await names.find(homeId, 'c', []))?.id, 'old c');
  assert.deepEqual(server.calls, ['find a b c', 'find b', 'find c']);
});

test('an answer is for its folder', async () => {
  const { names, server } = asking();
  await names.find(homeId, 'a', ['b']);
  await names.find('other', 'b', []);
  assert.deepEqual(server.calls, ['find a b', 'find b']);
});

test('asks again when the question failed', async () => {
  const { names, server } = asking();
  server.before = () => {
    throw failure(503);
  };
  await assert.rejects(names.find(homeId, 'a', ['b']), { status: 503 });
  server.before = () => {};
  assert.equal(await names.find(homeId, 'b', []), null);
  assert.deepEqual(server.calls, ['find a b', 'find b']);
});

test('a question is no longer than an address may be', async () => {
  const { names, server } = asking();
  const long = Array.from({ length: 40 }, (_, index) => `${'東'.repeat(30)}${index}`);
  await names.find(homeId, 'first', long);
  const count = server.calls[0]?.split(' ').length ?? 0;
  assert.ok(count > 3 && count < 10, `${count} at once`);
});
