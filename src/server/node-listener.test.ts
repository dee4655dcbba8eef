import assert from 'node:assert/strict';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bytesOf, callerOf, clientAddress, offerFile } from '#server/http/bytes/listener-hints.ts';
import { TextResponse } from '#server/http/bytes/text-response.ts';
import { listen } from './node-listener.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-listener-'));
const big = new Uint8Array(3 * 1024 * 1024).map((_, index) => index % 251);
await writeFile(join(folder, 'big'), big);

/** Each cut between pieces would split a character. */
const longText = `${'x'.repeat(1024 * 1024 - 1)}😀`.repeat(3);

/** Called with the outcome of the last body that was read. */
let ended: (outcome: string) => void = () => {};
/** Called when a request has arrived whose answer waits until the client has gone. */
let arrived: () => void = () => {};

const listening = await listen(
  {
    fetch: async (request) => {
      if (request.url.endsWith('/text')) return new TextResponse(longText, { headers: {} });
      if (request.method === 'GET') {
        const caller = callerOf(request);
        if (request.url.endsWith('/late')) {
          arrived();
          while (!caller.aborted) await new Promise(setImmediate);
          // The answer's stream is closed one turn later.
          await new Promise(setImmediate);
        }
        const slice = { path: join(folder, 'big'), start: 5, end: big.length };
        const response = new Response('only a hint of the file', {
          headers: { 'X-Address': clientAddress(request) },
        });
        response.headers.set('Content-Length', String(slice.end - slice.start));
        offerFile(response, slice);
        return response;
      }
      let size = 0;
      try {
        for await (const chunk of bytesOf(request)) size += chunk.length;
      } catch (error) {
        ended('cut off');
        throw error;
      }
      return new Response(String(size));
    },
  },
  { port: 0, host: '127.0.0.1' },
);
const address = `http://127.0.0.1:${listening.port}/`;
after(async () => {
  await listening.close(100);
  await rm(folder, { recursive: true });
});

test('big bodies go through whole, in both directions', async () => {
  const sent = await fetch(address, { method: 'POST', body: big });
  assert.equal(await sent.text(), String(big.length));
  const text = await fetch(`${address}text`, { headers: { 'Accept-Encoding': 'identity' } });
  assert.equal(text.headers.get('content-length'), String(Buffer.byteLength(longText)));
  assert.ok((await text.text()) === longText);
  const received = await fetch(address);
  assert.equal(received.headers.get('x-address'), '127.0.0.1');
  assert.deepEqual(new Uint8Array(await received.arrayBuffer()), big.subarray(5));
});

test('who leaves before the answer leaves no file open', async () => {
  for (let count = 0; count < 5; count++) {
    const left = new AbortController();
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const answer = fetch(`${address}late`, { signal: left.signal });
    await isThere;
    left.abort();
    await assert.rejects(answer, { name: 'AbortError' });
  }
  // All files opened by earlier requests are open before this request has ended.
  await (await fetch(address)).arrayBuffer();
  const open = async (): Promise<number> => {
    const paths = (await readdir('/proc/self/fd')).map((file) => readlink(join('/proc/self/fd', file)));
    const found = await Promise.allSettled(paths);
    return found.filter((one) => one.status === 'fulfilled' && one.value.startsWith(folder)).length;
  };
  for (let turn = 0; turn < 1000 && (await open()) > 0; turn++) await new Promise(setImmediate);
  assert.equal(await open(), 0);
});

test('a request with two hosts is refused', async () => {
  const socket = connect(listening.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  assert.match(answer, /^HTTP\/1\.1 400 /);
});

test('a body that is cut off is an error for its reader', async () => {
  const outcome = new Promise<string>((resolve) => {
    ended = resolve;
  });
  const socket = connect(listening.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this', () => socket.destroy());
  assert.equal(await outcome, 'cut off');
});

test('an idle connection outlives those of proxies', async () => {
  const response = await fetch(address, { method: 'POST', body: 'x' });
  assert.equal(await response.text(), '1');
  const seconds = Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1]);
  assert.ok(seconds > 60);
});

test('a body that is refused on its way is answered, not cut off', async () => {
  const refusing = await listen(
    {
      fetch: async (request) => {
        for await (const _piece of bytesOf(request)) break;
        return new Response('too many', { status: 413 });
      },
    },
    { port: 0, host: '127.0.0.1' },
  );
  const answer = await fetch(`http://127.0.0.1:${refusing.port}/`, { method: 'POST', body: big });
  assert.equal(answer.status, 413);
  assert.equal(await answer.text(), 'too many');
  await refusing.close(0);
});

test('who sends half a request, or half a body, is sent away', async () => {
  let reader = 'has not begun';
  const app = {
    fetch: async (request: Request) => {
      if (request.url.endsWith('/unread')) return new Response('no', { status: 401 });
      try {
        for await (const _piece of bytesOf(request));
      } catch (error) {
        reader = String(error);
      }
      return new Response('too late');
    },
  };
  const at = { port: 0, host: '127.0.0.1' };
  const [ofHeads, ofBodies] = await Promise.all([
    listen(app, at, { headMilliseconds: 100, silenceMilliseconds: 60_000 }),
    listen(app, at, { headMilliseconds: 60_000, silenceMilliseconds: 100 }),
  ]);
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this`;
  const closed = ({ port }: { readonly port: number }, sent: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      socket
        .resume()
        .on('error', () => {})
        .on('close', () => resolve());
    });
  await Promise.all([
    ...['G', 'GET / HTT'].map((sent) => closed(ofHeads, sent)),
    ...[post('/'), post('/unread')].map((sent) => closed(ofBodies, sent)),
  ]);
  assert.match(reader, /stopped coming/);
  await Promise.all([ofHeads.close(0), ofBodies.close(0)]);
});
