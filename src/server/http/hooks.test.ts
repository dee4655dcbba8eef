import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const received: Received[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString();
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(answer).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(() => receiver.close());
const at = receiver.address();
const address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/events`;
const server = await startTestServer(['--hook-networks', '127.0.0.1']);
await addUser(server, 'fry', 'members');
const workspaces = '/default-domain/workspaces';
const hook = { name: 'Search', address, events: ['documentCreated'], path: workspaces };
await addDocument(server, workspaces, 'Workspace', 'watched');

function eventsOf({ body }: Received): readonly unknown[] {
  const parsed: unknown = JSON.parse(body);
  return isJsonObject(parsed) && Array.isArray(parsed.events) ? parsed.events : [];
}

test('hooks are for administrators, and faulty ones are refused', async () => {
  for (const [path, options] of [
    ['/hook', {}],
    ['/hook', { json: hook }],
    ['/hook/x', { method: 'DELETE' }],
    ['/hook/x/test', { method: 'POST' }],
    ['/hook/x/deliveries', {}],
    ['/hook/x/deliveries/y/again', { method: 'POST' }],
  ] as const)
    assert.equal((await server.ask(path, { as: 'fry', ...options })).status, 403, path);
  for (const fault of [
    { name: '' },
    { address: 'file:///etc/passwd' },
    { address: 'https://me:secret@example.org/' },
    { address: 'nowhere' },
    { events: [] },
    { events: ['a b'] },
    { path: 'workspaces' },
  ])
    assert.equal(
      (await server.ask('/hook', { json: { ...hook, ...fault } })).status,
      400,
      JSON.stringify(fault),
    );
});

let id = '';
let secret = '';

test('an event is delivered once, signed with the secret that was shown once', async () => {
  const made = await server.ask('/hook', { json: hook });
  assert.equal(made.status, 201);
  id = String(made.body.id);
  secret = String(made.body.secret);
  assert.doesNotMatch((await server.ask('/hook')).text, new RegExp(secret));
  await addDocument(server, `${workspaces}/watched`, 'File', 'seen');
  await addDocument(server, '/default-domain/sections', 'Section', 'elsewhere');
  await server.runJobs();
  assert.equal(received.length, 1);
  const [first] = received;
  assert.ok(first);
  assert.deepEqual(
    eventsOf(first).map((event) => isJsonObject(event) && [event.eventId, event.docPath]),
    [['documentCreated', `${workspaces}/watched/seen`]],
  );
  const timestamp = String(first.headers['muniment-timestamp']);
  assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 60);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${first.body}`).digest('hex');
  assert.equal(first.headers['muniment-signature'], `v1=${expected}`);
});

async function deliveries() {
  const list = (await server.ask(`/hook/${id}/deliveries`)).body.deliveries;
  return (Array.isArray(list) ? list : []).filter(isJsonObject);
}

test('what is refused there is tried again, and can be sent again', async () => {
  answer = 500;
  received.length = 0;
  await addDocument(server, `${workspaces}/watched`, 'File', 'later');
  await server.runJobs(3);
  const [waiting] = await deliveries();
  assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 1]);
  assert.match(String(waiting?.outcome), /answered 500/);
  answer = 204;
  const again = await server.ask(`/hook/${id}/deliveries/${String(waiting?.id)}/again`, { method: 'POST' });
  assert.equal(again.status, 202);
  await server.runJobs();
  const [delivered] = await deliveries();
  assert.deepEqual([delivered?.id, delivered?.state, delivered?.outcome], [waiting?.id, 'delivered', '204']);
  assert.equal(received[0]?.body, received[1]?.body);
  assert.equal(
    (await server.ask(`/hook/other/deliveries/${String(waiting?.id)}/again`, { method: 'POST' })).status,
    404,
  );
});

test('a test is sent like anything else', async () => {
  received.length = 0;
  assert.equal((await server.ask(`/hook/${id}/test`, { method: 'POST' })).status, 202);
  assert.equal((await server.ask('/hook/none/test', { method: 'POST' })).status, 404);
  await server.runJobs();
  const [tested] = received;
  assert.ok(tested);
  assert.deepEqual(
    eventsOf(tested).map((event) => isJsonObject(event) && [event.eventId, event.principalName]),
    [['hookTested', 'Administrator']],
  );
  assert.equal((await deliveries())[0]?.state, 'delivered');
});

test('an address inside that is not allowed is never asked', async () => {
  const made = await server.ask('/hook', { json: { ...hook, address: 'https://169.254.169.254/latest' } });
  await addDocument(server, `${workspaces}/watched`, 'File', 'inner');
  await server.runJobs();
  const list = await server.ask(`/hook/${String(made.body.id)}/deliveries`);
  assert.match(list.text, /"state":"refused"/);
  assert.equal((await server.ask(`/hook/${String(made.body.id)}`, { method: 'DELETE' })).status, 204);
});

test('a hook rests while it is off, and when its owner is no administrator any more', async () => {
  await addUser(server, 'chief', 'administrators');
  received.length = 0;
  assert.equal(
    (await server.ask(`/hook/${id}`, { method: 'PUT', as: 'chief', json: { enabled: false } })).status,
    200,
  );
  await addDocument(server, `${workspaces}/watched`, 'File', 'unseen');
  await server.ask(`/hook/${id}`, { method: 'PUT', as: 'chief', json: { enabled: true } });
  await server.ask('/user/chief/group/administrators', { method: 'DELETE' });
  await addDocument(server, `${workspaces}/watched`, 'File', 'unseen too');
  await server.runJobs();
  assert.deepEqual(received, []);
  assert.equal((await deliveries())[0]?.state, 'refused');
  assert.equal((await server.ask(`/hook/${id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual((await server.ask('/hook')).body, { hooks: [] });
});
