import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Asked, addDocument, addUser, startTwoTestServers } from '#server/testing/test-server.ts';
import { signedInUntil } from './authentication/authenticate.ts';
import { TextResponse } from './bytes/text-response.ts';
import { markRepeatable, RememberedAnswers, rememberedAnswers } from './remembered-answers.ts';

const [server, other] = await startTwoTestServers(['--jwt-secret', 'abracadabra']);
const answers = rememberedAnswers(server.repository);
const workspaces = '/default-domain/workspaces';

const run = (name: string, input: string, params: object) =>
  server.ask(`/automation/${name}`, { json: { input, params } });
await server.ask('/group', { json: { 'entity-type': 'group', groupname: 'crew' } });
await addUser(server, 'fry', 'crew');
await addUser(server, 'leela');
const folder = await addDocument(server, workspaces, 'Folder', 'planets');
const file = await addDocument(server, `${workspaces}/planets`, 'File', 'mars');
const grant = (username: string) => run('Document.AddPermission', folder, { username, permission: 'Read' });
const titled = (title: string) =>
  server.ask(`/id/${file}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:title': title } },
  });

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

interface Way {
  readonly path: string;
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** On a shared PostgreSQL server, commits by other tests clear the cache. */
const isAlone = server.repository.ports.store.engine === 'sqlite';

/** Whether the answer gets cached, on a database that nobody else changes. */
async function isKnown({ path, as = 'fry', headers = {} }: Way): Promise<boolean> {
  const before = answers.figures.hits;
  for (let round = 0; round < 5; round++) await server.ask(path, { as, headers });
  return answers.figures.hits > before || !isAlone;
}

async function isMadeAnew(path: string, options: Asked): Promise<void> {
  const before = answers.figures.hits;
  for (let round = 0; round < 5; round++) assert.equal((await server.ask(path, options)).status, 200);
  assert.equal(answers.figures.hits, before);
}

test('what one may read is given again, with an id of its own, to nobody else', async () => {
  await grant('crew');
  const first = await server.ask(`/id/${file}`, { as: 'fry' });
  assert.ok(await isKnown({ path: `/id/${file}` }));
  const again = await server.ask(`/id/${file}`, { as: 'fry' });
  assert.equal(again.text, first.text);
  assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
  const plain = (all: Headers) => [...all].filter(([name]) => name !== 'x-request-id');
  assert.deepEqual(plain(again.headers), plain(first.headers));
  assert.equal((await server.ask(`/id/${file}`, { as: 'leela' })).status, 403);
  assert.equal((await server.ask(`/id/${file}`, { as: null })).status, 401);
  const wrong = await server.ask(`/id/${file}`, { as: null, headers: { Authorization: basic('fry:no') } });
  assert.equal(wrong.status, 401);
  const whole = await server.ask(`/id/${file}`, { as: 'fry', headers: { properties: '*' } });
  assert.ok(whole.text.includes('"file:content"'));
});

test('a change counts at once, wherever it was made', async () => {
  const title = async () => (await server.ask(`/id/${file}`, { as: 'fry' })).body.title;
  const inList = async () => (await server.ask(`/id/${folder}/@children`, { as: 'fry' })).text;
  for (const name of ['Mars 1', 'Mars 2']) {
    await titled(name);
    assert.ok(await isKnown({ path: `/id/${file}` }));
    assert.equal(await title(), name);
    assert.ok(await isKnown({ path: `/id/${folder}/@children` }));
    assert.ok((await inList()).includes(`"title":"${name}"`));
  }
  await other.ask(`/id/${file}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:title': 'Mars 3' } },
  });
  assert.equal(await title(), 'Mars 3');
  assert.ok(await isKnown({ path: `/id/${file}` }));
  await server.damage(`update documents set state = 'seen from outside' where id = '${file}'`);
  assert.equal((await server.ask(`/id/${file}`, { as: 'fry' })).body.state, 'seen from outside');
});

test('so does whatever takes a right away', async () => {
  const statuses = async () => {
    const paths = [`/id/${file}`, `/path${workspaces}/planets/mars`, `/id/${folder}/@children`];
    return Promise.all(paths.map(async (path) => (await server.ask(path, { as: 'fry' })).status));
  };
  const remember = async () => {
    for (const path of [`/id/${file}`, `/path${workspaces}/planets/mars`, `/id/${folder}/@children`])
      assert.ok(await isKnown({ path }), path);
  };
  await remember();
  await other.ask('/user/fry/group/crew', { method: 'DELETE' });
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await grant('fry');
  await remember();
  await run('Document.RemovePermission', folder, { user: 'fry' });
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await grant('fry');
  await remember();
  await other.ask('/user/fry', {
    method: 'PUT',
    json: { 'entity-type': 'user', id: 'fry', properties: { username: 'fry', password: 'another' } },
  });
  assert.deepEqual(await statuses(), [401, 401, 401]);
  await other.ask('/user/fry', {
    method: 'PUT',
    json: { 'entity-type': 'user', id: 'fry', properties: { username: 'fry', password: 'fry' } },
  });
  await remember();
  await other.ask(`/id/${folder}`, { method: 'DELETE' });
  assert.deepEqual(await statuses(), [404, 404, 404]);
});

test('what depends on the moment is made anew', async () => {
  const timed = await addDocument(server, workspaces, 'Folder', 'timed');
  const paths = [`/id/${timed}`, `/id/${timed}/@children`];
  const end = '2999-01-01T00:00:00Z';
  await run('Document.AddPermission', timed, { username: 'leela', permission: 'Read', end });
  for (const path of paths) {
    assert.equal((await server.ask(path, { as: 'leela' })).status, 200);
    await isMadeAnew(path, { as: 'leela' });
    assert.ok(await isKnown({ path, as: 'Administrator' }), path);
  }
  const acls = { 'enrichers-document': 'acls' };
  await isMadeAnew(`/id/${timed}`, { headers: acls });
});

test('by token it is given again to whom the token signs in, and no longer than that', async (context) => {
  const shelf = await addDocument(server, workspaces, 'Folder', 'shelf');
  const paths = [`/id/${shelf}`, `/id/${shelf}/@children`];
  await run('Document.AddPermission', shelf, { username: 'fry', permission: 'Read' });
  let passed = 0;
  const { clock, jwt } = server.repository.ports;
  context.mock.method(clock, 'now', () => new Date(Date.now() + passed));
  const signed = (claims: object, seconds: number) => jwt?.sign({ sub: 'fry', ...claims }, seconds);
  const bearer = (token: unknown) => ({ Authorization: `Bearer ${String(token)}` });
  const device = async (as: string) => {
    const query = 'applicationName=a&deviceId=b&permission=r';
    return {
      'X-Authentication-Token': (await server.ask(`/nuxeo/authentication/token?${query}`, { as })).text,
    };
  };
  const access = async () => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: String(await signed({}, 60)),
      client_id: 'muniment',
    });
    return bearer((await server.ask('/nuxeo/oauth2/token', { as: null, body })).body.access_token);
  };
  type Sent = Readonly<Record<string, string>>;
  const statusOf = async (headers: Sent, path: string) =>
    (await server.ask(path, { as: null, headers })).status;
  const allStatuses = (all: readonly Sent[]) =>
    Promise.all(all.flatMap((headers) => paths.map((path) => statusOf(headers, path))));
  const remember = async (all: readonly Sent[]) => {
    for (const headers of all)
      for (const path of paths) assert.ok(await isKnown({ path, as: null, headers }), path);
    assert.ok((await allStatuses(all)).every((status) => status === 200));
  };
  const whole = bearer(await signed({}, 7200));
  const part = bearer(await signed({ aud: `/api/v1/id/${shelf}` }, 7200));
  const short = bearer(await signed({}, 120));

  let stored = [await device('fry'), await access()];
  await remember([...stored, whole, part]);
  assert.equal(await statusOf(await device('leela'), `/id/${shelf}`), 403);
  assert.equal(await statusOf(bearer(await signed({ sub: 'leela' }, 60)), `/id/${shelf}`), 403);
  assert.equal(await statusOf(bearer('unknown'), `/id/${shelf}`), 401);
  assert.equal(await statusOf(part, `/path${workspaces}/shelf`), 401);
  // A password beside an invalid token signs in, but its answer is not cached.
  for (const path of paths) await isMadeAnew(path, { headers: { 'X-Authentication-Token': 'unknown' } });

  await remember(stored);
  await other.ask('/me/sign-ins', { method: 'DELETE', as: 'fry' });
  assert.deepEqual(await allStatuses(stored), [401, 401, 401, 401]);
  stored = [await device('fry'), await access()];
  await remember([...stored, whole]);
  const suspend = (isSuspended: boolean) =>
    other.ask('/management/people/fry', { method: 'PUT', json: { isSuspended } });
  await suspend(true);
  assert.deepEqual(await allStatuses([...stored, whole]), [401, 401, 401, 401, 401, 401]);
  await suspend(false);

  stored = [await device('fry'), await access()];
  await remember([...stored, short]);
  passed = 121_000;
  // The library that checks these tokens uses the real time: here it accepts expired ones.
  for (const path of paths) await isMadeAnew(path, { as: null, headers: short });
  // Uses are noted as if each answer were made anew.
  passed = 11 * 60_000;
  await remember(stored);
  const listed = await server.ask('/token', { as: 'fry' });
  const last = /"lastUsedDate":"([^"]+)"/.exec(listed.text)?.[1] ?? '';
  assert.ok(Date.parse(last) >= Date.now() + 10 * 60_000);
  await remember(stored);
  passed = 3_601_000;
  assert.deepEqual(await allStatuses(stored), [200, 200, 401, 401]);
});

test('the database is asked for what it holds only where a password or a token comes along', async () => {
  const { store, ...ports } = server.repository.ports;
  let times = 0;
  const state = () => {
    times += 1;
    return store.state();
  };
  const counted = new RememberedAnswers({ ...ports, store: { ...store, state } });
  const ask = async (headers: Readonly<Record<string, string>>) => {
    for (let round = 0; round < 3; round++)
      await counted.answer(
        new Request('http://localhost/nuxeo/health/live', { headers }),
        async () => new Response(),
      );
  };
  await ask({});
  await ask({ Cookie: 'abc=def' });
  assert.equal(times, 0);
  await ask({ Authorization: basic('fry:fry') });
  await ask({ Authorization: 'Bearer abc' });
  await ask({ 'X-Authentication-Token': 'abc' });
  assert.equal(times, 6);
});

test('what several ask for at once is made once, and anew for who asks after a commit', async () => {
  const { store, ...ports } = server.repository.ports;
  let state = 'first';
  let made = 0;
  const gates: (() => void)[] = [];
  const shared = new RememberedAnswers({ ...ports, store: { ...store, state: async () => state } });
  const ask = (until: number | undefined) => {
    const request = new Request('http://localhost/a', { headers: { Authorization: basic('fry:fry') } });
    return shared.answer(request, async () => {
      made += 1;
      const text = `${made}`;
      await new Promise<void>((resolve) => gates.push(resolve));
      if (until !== undefined) markRepeatable(request, until);
      return new TextResponse(text, { headers: {} });
    });
  };
  const textsOf = async (requests: readonly Promise<Response>[]) => {
    while (gates.length > 0) {
      for (const open of gates.splice(0)) open();
      await setImmediate();
    }
    return Promise.all((await Promise.all(requests)).map((answer) => answer.text()));
  };
  const askThree = async (until: number | undefined) => {
    const requests = [ask(until), ask(until), ask(until)];
    await setImmediate();
    return requests;
  };
  assert.deepEqual(await textsOf(await askThree(Infinity)), ['1', '2', '3']);
  state = 'second';
  const early = await askThree(Infinity);
  state = 'third';
  const late = await askThree(Infinity);
  assert.deepEqual(await textsOf([...early, ...late]), ['4', '4', '4', '5', '5', '5']);
  state = 'fourth';
  assert.deepEqual(await textsOf(await askThree(undefined)), ['6', '7', '8']);
  assert.deepEqual(await textsOf(await askThree(undefined)), ['9', '10', '11']);
});

test('who signs in by another name than here, as a directory may know people, is asked about each time', () => {
  const request = new Request('http://localhost/', { headers: { Authorization: basic('fry@express:fry') } });
  const person = { groups: [], isAdministrator: false, isAnonymous: false, passwordHash: 'of this server' };
  assert.equal(signedInUntil(request, { ...person, username: 'fry' }), undefined);
  assert.equal(signedInUntil(request, { ...person, username: 'fry@express' }), Infinity);
});
