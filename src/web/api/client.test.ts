import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, test } from 'node:test';
import type { Translate } from '#web/i18n/texts.ts';
import { ApiError } from './api-error.ts';
import { ApiClient, type RequestOptions } from './client.ts';
import type { Credentials } from './credentials.ts';
import { foundPage } from './documents.ts';
import { isDocument } from './guards.ts';
import { refusalError } from './refusals/refusal-error.ts';
import { createSession, type Session } from './session.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(
    () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}/nuxeo`;
}

function bearer(accessToken: string): Credentials {
  return { kind: 'bearer', accessToken, refreshToken: `refresh-${accessToken}`, expiresAt: null };
}

function sessionWith(renew: (credentials: Credentials) => Promise<Credentials | null>): Session {
  return createSession({
    storage: { read: () => null, write: () => undefined, clear: () => undefined, left: () => false },
    channel: { post: () => undefined, listen: () => undefined, ask: async () => null },
    renew,
    exclusively: (task) => task(),
    now: Date.now,
  });
}

function signedIn(session: Session, credentials = bearer('first')): Session {
  session.signIn({ username: 'ada', credentials, keep: false, defaultPassword: false });
  return session;
}

const withoutTexts: Translate = (_name, { defaultValue = '' } = {}) => defaultValue;

interface Watched {
  readonly client: ApiClient;
  readonly waits: number[];
  readonly connection: string[];
}

function clientOf(server: string, session: Session): Watched {
  const waits: number[] = [];
  const connection: string[] = [];
  const client = new ApiClient({
    server,
    headerPrefix: 'NX',
    unanswered: () => 'The server does not answer.',
    refused: (response) => refusalError(response, () => withoutTexts),
    session,
    connection: {
      answered: () => void connection.push('answered'),
      failed: () => void connection.push('failed'),
    },
    wait: async (ms) => void waits.push(ms),
  });
  return { client, waits, connection };
}

const never = async (): Promise<Credentials | null> => assert.fail('nothing to renew');

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function rejection(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => assert.fail('should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

test('sends credentials, reading options and language in headers, nothing of them in the address', async () => {
  const seen: IncomingMessage[] = [];
  const server = await serve((request, response) => {
    seen.push(request);
    json(response, 200, {});
  });
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  const options: RequestOptions = {
    query: { q: 'été & co', tag: ['a', 'b'], nothing: undefined },
    schemas: ['dublincore', 'file'],
    enrichers: { document: ['thumbnail'], user: ['userprofile'] },
    fetch: { acls: ['username'] },
    depth: 'max',
  };
  await client.json('/id/1', options);
  const [request] = seen;
  assert.equal(request?.url, '/nuxeo/api/v1/id/1?q=%C3%A9t%C3%A9+%26+co&tag=a&tag=b');
  assert.equal(request?.headers.authorization, 'Bearer first');
  assert.equal(request?.headers['x-nxproperties'], 'dublincore,file');
  assert.equal(request?.headers['x-nxenrichers.document'], 'thumbnail');
  assert.equal(request?.headers['x-nxenrichers.user'], 'userprofile');
  assert.equal(request?.headers['x-nxfetch.acls'], 'username');
  assert.equal(request?.headers.depth, 'max');
});

test('renews once for many refused requests and sends each again', async () => {
  let renewals = 0;
  const server = await serve((request, response) => {
    if (request.headers.authorization === 'Bearer second') json(response, 200, { url: request.url });
    else response.writeHead(401, { 'Content-Type': 'text/html' }).end('<h1>401</h1>');
  });
  const session = signedIn(
    sessionWith(async () => {
      renewals += 1;
      return bearer('second');
    }),
  );
  const { client } = clientOf(server, session);
  const answers = await Promise.all(['/a', '/b', '/c'].map((path) => client.json(path)));
  assert.deepEqual(
    answers,
    ['/a', '/b', '/c'].map((path) => ({ url: `/nuxeo/api/v1${path}` })),
  );
  assert.equal(renewals, 1);
});

test('waits for the same person to sign in again and then sends what was refused, body and all', async () => {
  const bodies: string[] = [];
  const server = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.headers.authorization !== 'Bearer again') {
      response.writeHead(401).end();
      return;
    }
    bodies.push(body);
    json(response, 200, {});
  });
  const session = signedIn(sessionWith(async () => null));
  const { client } = clientOf(server, session);
  const expired = new Promise<void>((resolve) => {
    session.subscribe((state) => state.status === 'expired' && resolve());
  });
  const answer = client.json('/id/1', { method: 'PUT', body: { typed: 'for an hour' } });
  await expired;
  const started = client.json('/id/2', { method: 'PUT', body: { typed: 'after the end' } });
  session.signIn({ username: 'ada', credentials: bearer('again'), keep: false, defaultPassword: false });
  await Promise.all([answer, started]);
  assert.deepEqual(bodies.sort(), ['{"typed":"after the end"}', '{"typed":"for an hour"}']);
});

test('does not send a waiting request as somebody else', async () => {
  const server = await serve((_request, response) => void response.writeHead(401).end());
  const session = signedIn(sessionWith(async () => null));
  const { client } = clientOf(server, session);
  const answer = rejection(client.json('/id/1', { method: 'DELETE' }));
  await new Promise<void>((resolve) => {
    session.subscribe((state) => state.status === 'expired' && resolve());
  });
  session.signIn({ username: 'bob', credentials: bearer('bob'), keep: false, defaultPassword: false });
  assert.equal((await answer).kind, 'signed-out');
});

test('a waiting request can be cancelled', async () => {
  const server = await serve((_request, response) => void response.writeHead(401).end());
  const session = signedIn(sessionWith(async () => null));
  const { client } = clientOf(server, session);
  const cancel = new AbortController();
  const answer = client.json('/id/1', { signal: cancel.signal });
  await new Promise<void>((resolve) => {
    session.subscribe((state) => state.status === 'expired' && resolve());
  });
  cancel.abort();
  await assert.rejects(answer, { name: 'AbortError' });
});

test('a refusal by a server that still takes the token is that request’s own answer', async () => {
  let requests = 0;
  const server = await serve((_request, response) => {
    requests += 1;
    json(response, 401, { 'entity-type': 'exception', status: 401, message: 'forbidden key' });
  });
  const session = signedIn(sessionWith(async (credentials) => credentials));
  const error = await rejection(clientOf(server, session).client.json('/x'));
  assert.equal(error.status, 401);
  assert.equal(error.message, 'forbidden key');
  assert.equal(requests, 1);
  assert.equal(session.getState().status, 'active');
});

test('an answer in HTML is not a repository’s', async () => {
  const server = await serve((request, response) => {
    const status = request.url?.endsWith('/found') ? 200 : 404;
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end('<!doctype html><p>Hello');
  });
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  assert.equal((await rejection(client.json('/found'))).kind, 'not-a-repository');
  assert.equal((await rejection(client.json('/missing'))).kind, 'not-a-repository');
});

test('broken JSON and JSON of another shape are not a repository’s', async () => {
  const server = await serve((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(request.url?.endsWith('/broken') ? '{"entity-type":' : '{"entity-type":"user"}');
  });
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  assert.equal((await rejection(client.json('/broken'))).kind, 'not-a-repository');
  assert.equal((await rejection(client.entity('/other', isDocument))).kind, 'not-a-repository');
});

test('asks again after a passing failure, heeding the server’s wish', async () => {
  let requests = 0;
  const server = await serve((_request, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(503, { 'Retry-After': '2' }).end();
    else if (requests === 2) response.writeHead(502).end();
    else json(response, 200, { ok: true });
  });
  const { client, waits } = clientOf(server, signedIn(sessionWith(never)));
  assert.deepEqual(await client.json('/x'), { ok: true });
  assert.equal(waits[0], 2000);
  assert.equal(waits.length, 2);
});

test('never repeats a POST on its own, unless it carries a key', async () => {
  let requests = 0;
  const server = await serve((_request, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  assert.equal((await rejection(client.json('/x', { method: 'POST' }))).status, 503);
  assert.equal(requests, 1);
  await rejection(client.json('/x', { method: 'POST', idempotencyKey: 'k' }));
  assert.equal(requests, 4);
});

test('a server that is not there is a network error, and the connection counts as lost', async () => {
  const server = await serve((_request, response) => void response.end());
  for (const close of closers.splice(0)) await close();
  const { client, connection } = clientOf(server, signedIn(sessionWith(never)));
  assert.equal((await rejection(client.json('/x'))).kind, 'network');
  assert.deepEqual(connection, ['failed', 'failed', 'failed']);
});

test('a server that never answers is a time-out', async () => {
  const server = await serve(() => undefined);
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  const error = await rejection(client.json('/x', { method: 'POST', timeout: 5 }));
  assert.equal(error.kind, 'timeout');
});

test('a validation report becomes messages by xpath', async () => {
  const server = await serve((_request, response) => {
    response.setHeader('X-Request-Id', 'r-7');
    json(response, 422, {
      'entity-type': 'validation_report',
      has_error: true,
      number: 1,
      violations: [
        {
          messageKey: 'k',
          message: 'This field is required',
          invalid_value: null,
          path: [
            { field_name: 'files:files', is_list_item: true, index: 1 },
            { field_name: 'file', is_list_item: false },
          ],
        },
      ],
    });
  });
  const error = await rejection(clientOf(server, signedIn(sessionWith(never))).client.json('/x'));
  assert.equal(error.kind, 'validation');
  assert.equal(error.requestId, 'r-7');
  assert.deepEqual(error.violations.get('files:files/1/file'), ['This field is required']);
});

test('changes are answered when an index knows of them; what only reads is not, and is sent again', async () => {
  const requests: unknown[] = [];
  const server = await serve((request, response) => {
    requests.push([request.method, request.headers['nx-es-sync']]);
    json(response, request.method === 'POST' && requests.length === 1 ? 503 : 200, {});
  });
  const { client } = clientOf(server, signedIn(sessionWith(never)));
  await client.done('/read', { method: 'POST', body: {}, reads: true });
  await client.done('/change', { method: 'POST', body: {} });
  await client.done('/look');
  await client.done('/one-of-many', { method: 'POST', body: {}, indexedLater: true });
  assert.deepEqual(requests, [
    ['POST', undefined],
    ['POST', undefined],
    ['POST', 'true'],
    ['GET', undefined],
    ['POST', undefined],
  ]);
});

test('documents that hold too much for one page come without what they hold', async () => {
  const requests: (string | string[] | undefined)[] = [];
  const server = await serve((request, response) => {
    const { 'x-nxproperties': schemas } = request.headers;
    requests.push(schemas);
    response.writeHead(schemas ? 413 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ 'entity-type': 'documents', entries: [] }));
  });
  const { client } = clientOf(server, signedIn(sessionWith(async () => null)));
  const page = await foundPage({ schemas: ['dublincore', 'note'] }, client);
  assert.deepEqual(page.entries, []);
  assert.deepEqual(requests, ['dublincore,note', '']);
});
