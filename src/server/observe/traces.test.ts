/** Spans as a collector receives them, over a real socket. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { addUser, startTestServer } from '../testing/test-server.ts';
import { openTraces } from './traces.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}

const received: unknown[] = [];
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    received.push([request.url, request.headers.authorization, body]);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
after(() => collector.close());
const bound = collector.address();
const port = typeof bound === 'object' ? bound?.port : 0;

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const { engine } = server.repository.ports.store;

function get(path: string, headers: Readonly<Record<string, string>> = {}): Request {
  const Authorization = `Basic ${Buffer.from('leela:leela').toString('base64')}`;
  return new Request(`http://localhost:8080/nuxeo/api/v1${path}`, { headers: { Authorization, ...headers } });
}

function spans(): readonly Span[] {
  return received.flatMap((each) => {
    const [url, , body] = Object(each);
    assert.equal(url, '/collect/v1/traces');
    return Object(body).resourceSpans[0].scopeSpans[0].spans;
  });
}

test('a request is a span of its caller’s trace, without what it asked for', async () => {
  const traces = openTraces(new URL(`http://127.0.0.1:${port}/collect/`), '1.2.3', engine);
  const app = traces.app(server);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await app.fetch(
    get('/user/leela?x=Wolpertinger', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }),
  );
  await app.fetch(get('/path/no-such-place'));
  await app.fetch(get('/me', { traceparent: `00-${traceId}-00f067aa0ba902b7-00` }));
  await traces.close();
  const [first, second, ...others] = spans().filter(({ name }) => name.startsWith('GET'));
  assert.ok(first && second);
  // The caller that begins a trace decides whether it is recorded.
  assert.deepEqual(others, []);
  assert.equal(first.name, 'GET user/{name...}');
  assert.deepEqual([first.traceId, first.parentSpanId], [traceId, '00f067aa0ba902b7']);
  assert.notEqual(second.traceId, traceId);
  assert.equal(second.parentSpanId, undefined);
  assert.equal(second.name, 'GET path/…');
  const facts = Object.fromEntries(first.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  assert.deepEqual(facts, {
    'http.request.method': 'GET',
    'http.route': 'user/{name...}',
    'http.response.status_code': 200,
    'muniment.request_id': answer.headers.get('x-request-id'),
  });
  assert.doesNotMatch(JSON.stringify(received), /Wolpertinger|leela|Basic|no-such-place/);
});

test('statements are spans inside their request, without values', async () => {
  received.length = 0;
  const traces = openTraces(new URL(`http://127.0.0.1:${port}/collect`), '1.2.3', engine);
  await server.fetch(get('/path/default-domain'));
  const app = traces.app(server);
  await app.fetch(
    get('/search/lang/NXQL/execute?query=SELECT * FROM Note WHERE dc:title = %27Wolpertinger%27'),
  );
  await traces.close();
  await server.fetch(get('/path/default-domain'));
  const all = spans();
  const request = all.at(-1);
  assert.equal(request?.name, 'GET search/lang/{language}/execute');
  const inner = all.slice(0, -1);
  const found = inner.find(({ name }) => name === 'select documents');
  assert.ok(found);
  for (const span of inner)
    assert.deepEqual([span.traceId, span.parentSpanId], [request.traceId, request.spanId]);
  const facts = Object.fromEntries(found.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  assert.equal(facts['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql');
  assert.match(String(facts['db.query.text']), /^select .* from "?documents/s);
  assert.doesNotMatch(JSON.stringify(received), /Wolpertinger|leela/);
});

test('a conversion is a span inside its request', async () => {
  received.length = 0;
  const traces = openTraces(new URL(`http://127.0.0.1:${port}/collect`), '1.2.3', engine);
  const { repository } = server;
  const failing = { ...repository.ports.conversion, metadata: () => Promise.reject(new Error('damaged')) };
  const watched = traces.repository({ ...repository, ports: { ...repository.ports, conversion: failing } });
  const app = traces.app({
    fetch: async () => {
      const content = { size: 0, stream: () => new ReadableStream<Uint8Array>(), localPath: undefined };
      await assert.rejects(
        watched.ports.conversion.metadata({ content, name: 'x', mimeType: 'text/plain' }),
        /damaged/,
      );
      return new Response(null, { status: 503 });
    },
  });
  await app.fetch(get('/me'));
  await traces.close();
  const [inner, outer] = spans();
  assert.ok(inner && outer);
  assert.deepEqual([inner.name, inner.status.code], ['convert metadata', 2]);
  assert.deepEqual([inner.traceId, inner.parentSpanId], [outer.traceId, outer.spanId]);
  assert.deepEqual([outer.name, outer.status.code], ['GET other', 2]);
});

test('a collector that is gone changes no answer and keeps no server from stopping', async () => {
  const traces = openTraces(new URL('http://127.0.0.1:9'), '1.2.3', engine);
  const answer = await traces.app(server).fetch(get('/me'));
  assert.equal(answer.status, 200);
  await traces.close();
});
