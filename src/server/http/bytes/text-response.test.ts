import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, TextResponse } from './text-response.ts';

const answer = () =>
  new TextResponse('{"a":"ä"}', { status: 201, headers: { 'Content-Type': 'application/json' } });

test('a text response is a standard response', async () => {
  assert.ok(answer() instanceof Response);
  assert.equal(answer().status, 201);
  assert.equal(answer().ok, true);
  assert.equal(answer().headers.get('Content-Type'), 'application/json');
  assert.equal(await answer().text(), '{"a":"ä"}');
  assert.deepEqual(await answer().json(), { a: 'ä' });
  assert.equal((await answer().bytes()).length, 10);
  assert.equal((await answer().arrayBuffer()).byteLength, 10);
  assert.equal((await answer().blob()).type, 'application/json');
  const piped = new Response(answer().body, answer());
  assert.equal(piped.status, 201);
  assert.equal(piped.headers.get('content-type'), 'application/json');
  assert.equal(await piped.text(), '{"a":"ä"}');
});

test('its body is read once, and its copies apart', async () => {
  const read = answer();
  assert.equal(read.bodyUsed, false);
  const copy = read.clone();
  await read.text();
  assert.equal(read.bodyUsed, true);
  await assert.rejects(read.text(), TypeError);
  assert.throws(() => read.clone(), TypeError);
  assert.equal(await copy.text(), '{"a":"ä"}');
});

test('its header fields are the same in both forms', () => {
  const one = answer();
  fieldsOf(one).set('X-Request-Id', '1');
  fieldsOf(one).append('Vary', 'Origin');
  fieldsOf(one).append('vary', 'Accept-Encoding');
  assert.equal(fieldsOf(one).has('x-request-ID'), true);
  assert.equal(one.headers.get('vary'), 'Origin, Accept-Encoding');
  one.headers.append('Set-Cookie', 'a=1');
  one.headers.append('Set-Cookie', 'b=2');
  fieldsOf(one).set('X-Request-Id', '2');
  fieldsOf(one).append('Vary', 'Cookie');
  assert.equal(one.headers.get('x-request-id'), '2');
  assert.equal(fieldsOf(one).get('vary'), 'Origin, Accept-Encoding, Cookie');
  assert.equal(fieldsOf(one).get('missing'), null);
  assert.deepEqual(one.fields.asRecord(), {
    'content-type': 'application/json',
    'set-cookie': ['a=1', 'b=2'],
    vary: 'Origin, Accept-Encoding, Cookie',
    'x-request-id': '2',
  });
});

test('what says the same has fields of its own, and is compressed once', async () => {
  const one = answer();
  const same = one.again({ 'X-Request-Id': '7' });
  assert.equal(same.status, 201);
  assert.equal(await same.text(), '{"a":"ä"}');
  assert.deepEqual([fieldsOf(one).get('x-request-id'), fieldsOf(same).get('x-request-id')], [null, '7']);
  let times = 0;
  const compress = async (content: string): Promise<Uint8Array<ArrayBuffer>> => {
    times += 1;
    if (times === 1) throw new Error('no memory');
    return new TextEncoder().encode(content.toUpperCase());
  };
  await assert.rejects(one.encoded('gzip', compress), /memory/);
  const first = await same.encoded('gzip', compress);
  assert.equal(await one.encoded('gzip', compress), first);
  await one.encoded('br', compress);
  assert.equal(times, 3);
});

test('fields of any other response are its headers', () => {
  const plain = new Response('x', { headers: { A: 'b' } });
  assert.equal(fieldsOf(plain), plain.headers);
});
