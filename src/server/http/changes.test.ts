/** Change streams: who receives what, on one server and on two, and what an ended stream releases. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDocument, addUser, startTwoTestServers, type TestServer } from '#server/testing/test-server.ts';

const [server, other] = await startTwoTestServers();
const workspaces = '/default-domain/workspaces';
const open = '/default-domain/workspaces/open';
const closed = '/default-domain/workspaces/open/closed';

await addUser(server, 'fry', 'members');
await addDocument(server, workspaces, 'Workspace', 'open');
const closedId = await addDocument(server, open, 'Folder', 'closed');
await run('Document.AddPermission', open, { username: 'fry', permission: 'ReadWrite' });
await run('Document.BlockPermissionInheritance', closed, {});

async function run(operation: string, path: string, params: object, as = 'Administrator'): Promise<void> {
  const { status } = await server.ask(`/automation/${operation}`, {
    as,
    json: { input: `doc:${path}`, params },
  });
  assert.ok(status < 300, `${operation} gave ${status}`);
}

interface Said {
  readonly places: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
}

class Events {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body?.getReader();
  }

  /** The next event; undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const event = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return event;
      }
      const { value, done } = (await this.#reader?.read()) ?? { done: true, value: undefined };
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /**
   * All events until the condition holds; they may include events of earlier calls. The reader may also be told to load
   * everything again, which names no documents.
   */
  async until(isSaid: (received: Said) => boolean): Promise<Said> {
    const received = { places: new Set<string>(), documents: new Set<string>() };
    do {
      const event = await this.next();
      if (event === 'event: reset\ndata: {}') continue;
      assert.match(event ?? '', /^event: changed\ndata: /);
      const { places, documents } = JSON.parse(event?.split('data: ')[1] ?? '');
      for (const place of places) received.places.add(place);
      for (const document of documents) received.documents.add(document);
    } while (!isSaid(received));
    return received;
  }

  received(id: string): Promise<Said> {
    return this.until(({ documents }) => documents.has(id));
  }

  async close(): Promise<void> {
    await this.#reader?.cancel();
  }
}

const streams: Events[] = [];
after(() => Promise.all(streams.map((stream) => stream.close())));

async function ask(at: TestServer, as: string, query: string): Promise<Events> {
  const request = new Request(`http://localhost/nuxeo/api/v1/changes?${query}`, {
    headers: { Authorization: `Basic ${btoa(`${as}:${as}`)}` },
  });
  const events = new Events(await at.fetch(request));
  streams.push(events);
  return events;
}

/** Opens a stream for these places. */
async function watch(at: TestServer, as: string, ...places: readonly string[]): Promise<Events> {
  const events = await ask(at, as, new URLSearchParams(places.map((place) => ['place', place])).toString());
  assert.equal(events.response.status, 200);
  assert.equal(await events.next(), 'event: open\ndata: {}');
  return events;
}

/** Servers that are not connected yet tell their readers to load everything once they are. */
async function untilConnected(at: TestServer, by: TestServer): Promise<void> {
  const events = await watch(by, 'fry', open);
  let event: string | undefined;
  let id: string;
  do {
    id = await addDocument(at, open, 'File', 'far');
    do event = await events.next();
    while (event?.startsWith('event: changed\ndata: {"places":["') && !event.includes(id));
  } while (event === 'event: reset\ndata: {}');
  assert.match(event ?? '', new RegExp(`"places":\\["${open}"\\],"documents":.*${id}`));
  await events.close();
}

// The first test, so that no change is missed in the following ones.
test('changes by another server are received too', async () => {
  await untilConnected(server, other);
  await untilConnected(other, server);
});

test('refuses strangers, and what names no place', async () => {
  const stranger = await server.fetch(new Request('http://localhost/nuxeo/api/v1/changes?place=/'));
  assert.equal(stranger.status, 401);
  for (const query of [
    '',
    'place=',
    'place=open',
    'place=/&age=-1',
    'place=/&age=soon',
    `place=/${'x'.repeat(4_001)}`,
    Array.from({ length: 61 }, (_, index) => `place=/${index}`).join('&'),
  ])
    assert.equal((await ask(server, 'fry', query)).response.status, 400, query);
  assert.equal((await server.ask('/changes?place=/', { method: 'POST' })).status, 405);
});

/** All people shown as readers until these are, in any order of changes. */
async function present(events: Events, ...people: readonly string[]): Promise<ReadonlySet<string>> {
  const received = new Set<string>();
  for (;;) {
    const event = await events.next();
    assert.ok(event !== undefined, 'the stream has ended');
    if (!event.startsWith('event: present\n')) continue;
    const found: { readonly people: readonly string[] } = JSON.parse(event.split('data: ')[1] ?? '');
    for (const name of found.people) received.add(name);
    if (found.people.join() === people.join()) return received;
  }
}

function openQuery(place: string): string {
  return new URLSearchParams([
    ['place', place],
    ['open', place],
  ]).toString();
}

test('refuses to tell of what is not among the places, and of too much', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `place=/${index}&open=/${index}`).join('&');
  for (const query of ['place=/a&open=/b', many])
    assert.equal((await ask(server, 'fry', query)).response.status, 400, query);
});

test('readers of a document see who else has it open, on other servers as well', async () => {
  await addUser(server, 'leela', 'members');
  await run('Document.AddPermission', open, { username: 'leela', permission: 'Read' });
  await addDocument(server, open, 'File', 'read by two');
  const path = `${open}/read by two`;
  const fry = await ask(server, 'fry', openQuery(path));
  const leela = await ask(other, 'leela', openQuery(path));
  await present(fry, 'leela');
  await present(leela, 'fry');
  await leela.close();
  await present(fry);
  await fry.close();
});

test('people without the right to read a document neither see its readers nor are seen', async () => {
  await addDocument(server, closed, 'File', 'secret');
  const path = `${closed}/secret`;
  const stranger = await ask(server, 'leela', openQuery(path));
  const administrator = await ask(server, 'Administrator', openQuery(path));
  await run('Document.AddPermission', path, { username: 'fry', permission: 'Read' });
  const fry = await ask(server, 'fry', openQuery(path));
  // Without leela, who was there before.
  assert.deepEqual([...(await present(administrator, 'fry'))], ['fry']);
  assert.deepEqual([...(await present(fry, 'Administrator'))], ['Administrator']);
  assert.deepEqual([...(await present(stranger))], []);
  await run('Document.AddPermission', path, { username: 'leela', permission: 'Read' });
  const reader = await ask(server, 'leela', openQuery(path));
  await present(reader, 'Administrator', 'fry');
  for (const events of [stranger, administrator, fry, reader]) await events.close();
});

test('an ordinary person receives what is made, changed, moved and removed in open folders', async () => {
  const { response } = await ask(server, 'fry', 'place=/x');
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const events = await watch(server, 'fry', open);
  const id = await addDocument(server, open, 'File', 'paper');
  assert.ok((await events.received(id)).places.has(open));
  await server.ask(`/id/${id}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', uid: id, properties: { 'dc:title': 'Other' } },
  });
  assert.deepEqual([...(await events.received(id)).places], [open]);
  await run('Document.Move', `${open}/paper`, { target: workspaces });
  assert.deepEqual([...(await events.received(id)).places], [open]);
  await run('Document.Move', `${workspaces}/paper`, { target: open });
  assert.deepEqual([...(await events.received(id)).places], [open]);
  await server.ask(`/id/${id}`, { method: 'DELETE' });
  const removal = await events.until(({ places }) => places.has(open));
  assert.deepEqual([...removal.documents], []);
  await events.close();
});

test('nobody receives changes of what they may not read, not even that it existed', async () => {
  const events = await watch(server, 'fry', open, closed);
  const all = await watch(server, 'Administrator', open, closed);
  const hidden = await addDocument(server, closed, 'File', 'hidden');
  await all.received(hidden);
  await server.ask(`/id/${closedId}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', uid: closedId, properties: { 'dc:title': 'Still closed' } },
  });
  await all.received(closedId);
  await server.ask(`/id/${hidden}`, { method: 'DELETE' });
  await all.until(({ places }) => places.has(closed));
  const seen = await addDocument(server, open, 'File', 'seen');
  const received = await events.received(seen);
  assert.ok(!received.places.has(closed));
  assert.ok(!received.documents.has(hidden));
  assert.ok(!received.documents.has(closedId));
  await Promise.all([events.close(), all.close()]);
});

test('a removed right is said to those who lose it, and stops the changes on a stream that is open', async () => {
  const path = `${workspaces}/lent`;
  await addDocument(server, workspaces, 'Workspace', 'lent');
  await run('Document.BlockPermissionInheritance', path, {});
  await run('Document.AddPermission', path, { username: 'fry', permission: 'Read' });
  const untouched = `${path}/untouched`;
  await addDocument(server, path, 'File', 'untouched');
  const events = await watch(server, 'fry', path, untouched, open);
  const first = await addDocument(server, path, 'File', 'first');
  await events.received(first);
  await run('Document.RemovePermission', path, { user: 'fry' });
  // Once more, to see that it is no longer reported.
  const last = await events.until(({ places }) => places.has(untouched));
  assert.ok(!last.documents.has(first));
  const second = await addDocument(server, path, 'File', 'second');
  const seen = await addDocument(server, open, 'File', 'after');
  const received = await events.received(seen);
  assert.ok(!received.documents.has(second));
  assert.ok(!received.documents.has(first));
  await events.close();
});

test('the stream of somebody who may no longer sign in ends with the next change', async () => {
  await addUser(server, 'amy', 'members');
  const events = await watch(server, 'amy', open);
  await server.ask('/user/amy', { method: 'DELETE' });
  await addDocument(server, open, 'File', 'later');
  assert.equal(await events.next(), undefined);
});

test('who comes again after long looks at everything', async () => {
  const events = await ask(server, 'fry', `place=${open}&age=1000000`);
  assert.equal(await events.next(), 'event: open\ndata: {}');
  assert.equal(await events.next(), 'event: reset\ndata: {}');
  await events.close();
});

test('many changes at once are one word: look again', async () => {
  const events = await watch(server, 'fry', open);
  await events.received(await addDocument(server, open, 'File', 'one'));
  const change = { repository: 'default', id: 'x', path: `${open}/x`, isDeep: false };
  server.repository.changes.publish(Array.from({ length: 1_000 }, () => change));
  assert.equal(await events.next(), 'event: reset\ndata: {}');
  await events.close();
});

test('nobody has more than eight, and each that ends makes room', async () => {
  await addUser(server, 'zoidberg', 'members');
  for (let times = 0; times < 20; times++) {
    const { status } = await server.ask(`/changes?place=${open}`, { as: 'zoidberg', method: 'HEAD' });
    assert.equal(status, 200);
  }
  for (let round = 0; round < 20; round++) {
    const eight = await Promise.all(Array.from({ length: 8 }, () => watch(server, 'zoidberg', open)));
    assert.equal((await ask(server, 'zoidberg', `place=${open}`)).response.status, 429);
    await Promise.all(eight.map((events) => events.close()));
  }
});

test('a server that stops ends its streams, and takes no more', async () => {
  const events = await watch(other, 'fry', open);
  other.repository.changes.close();
  assert.equal(await events.next(), undefined);
  assert.equal((await ask(other, 'fry', `place=${open}`)).response.status, 503);
});
