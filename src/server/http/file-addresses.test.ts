/** Addresses that deliver one file once: to whom, which file, how often and for how long. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createApp } from '#server/app.ts';
import { sweepFileAddresses } from '#server/core/files/file-addresses.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { createOperationRunner } from '#server/operations/machinery/operation-runner.ts';
import { ownOperations } from '#server/operations/registry.ts';
import { addDocument, addUser, startTwoTestServers, type TestServer } from '../testing/test-server.ts';

const [server, other] = await startTwoTestServers();
await addUser(server, 'carla', 'members');
await addUser(server, 'dieter', 'members');
const workspaces = '/default-domain/workspaces';
const page = '<script>alert(1)</script>';

async function fileFor(reader: string, name: string): Promise<string> {
  const made = await addDocument(server, workspaces, 'File', name);
  const form = new FormData();
  form.set('file', new File([page], 'Übersicht 1.html', { type: 'text/html' }));
  assert.equal(
    (await server.ask(`/id/${made}/@blob/file:content`, { method: 'PUT', body: form })).status,
    200,
  );
  await setRights(made, 'Document.BlockPermissionInheritance', {});
  await setRights(made, 'Document.AddPermission', { username: reader, permission: 'Read' });
  return made;
}

async function setRights(uid: string, operation: string, params: object): Promise<void> {
  const { status } = await server.ask(`/automation/${operation}`, { json: { input: uid, params } });
  assert.equal(status, 200, operation);
}

const newCode = (): string => randomBytes(32).toString('base64url');
const add = (as: string | null, document: unknown, code: unknown = newCode(), more: object = {}) =>
  server.ask('/me/file-addresses', { as, json: { code, document, ...more } });
const fetchFile = (code: string, from: TestServer = server, method = 'GET') =>
  from.ask(`/nuxeo/nxonce/${code}`, { as: null, method, headers: { Range: 'bytes=3-5' } });

test('who may not read the document, and codes that could be guessed, get no address', async () => {
  const uid = await fileFor('carla', 'refused');
  assert.equal((await add(null, uid)).status, 401);
  assert.equal((await add('dieter', uid)).status, 403);
  assert.equal((await add('carla', 'no-such-document')).status, 404);
  assert.equal((await add('carla', uid, newCode(), { xpath: 'files:files/0/file' })).status, 404);
  const folder = await addDocument(server, workspaces, 'Folder', 'no-file');
  assert.equal((await add('Administrator', folder)).status, 404);
  for (const bad of ['short', `${newCode()}/x`, `${newCode()} `, 'x'.repeat(129), 7, null])
    assert.equal((await add('carla', uid, bad)).status, 400, String(bad));
  assert.equal((await add('carla', uid, newCode(), { xpath: 7 })).status, 400);
});

test('an address gives the file once, whole and as an attachment, on any server', async () => {
  const uid = await fileFor('carla', 'once');
  const code = newCode();
  assert.equal((await fetchFile(code)).status, 404);
  const made = await add('carla', uid, code);
  assert.deepEqual([made.status, made.body], [201, { seconds: 60 }]);
  assert.equal((await add('dieter', await fileFor('dieter', 'same-code'), code)).status, 409);

  assert.equal((await fetchFile(code, other, 'HEAD')).status, 405);
  assert.equal((await fetchFile(`${code}/more`)).status, 404);
  const { status, text, headers } = await fetchFile(code, other);
  assert.deepEqual([status, text], [200, page]);
  assert.equal(headers.get('content-disposition'), "attachment; filename*=UTF-8''%C3%9Cbersicht%201.html");
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('accept-ranges'), 'none');

  const again = await fetchFile(code);
  assert.equal(again.status, 404);
  assert.equal(again.body.message, 'There is no file at this address, or it was fetched already');
  const trail = await server.ask(`/id/${uid}/@audit?eventId=download`);
  assert.match(trail.text, /"principalName":"carla"/);
});

test('of many who bring it at once, one gets the file', async () => {
  const code = newCode();
  await add('carla', await fileFor('carla', 'many'), code);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => fetchFile(code, index % 2 === 0 ? server : other)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array<number>(7).fill(404)]);
});

test('rights count when it is fetched, and a refusal uses it up', async () => {
  const uid = await fileFor('carla', 'taken-away');
  const code = newCode();
  await add('carla', uid, code);
  await setRights(uid, 'Document.RemovePermission', { user: 'carla' });
  assert.equal((await fetchFile(code)).status, 403);
  await setRights(uid, 'Document.AddPermission', { username: 'carla', permission: 'Read' });
  assert.equal((await fetchFile(code)).status, 404);
});

/** An app of its own with other ports for the same repository. */
function serverWith(ports: Partial<Repository['ports']>, log?: Logger) {
  const { repository } = server;
  const app = createApp({
    repository: { ...repository, ports: { ...repository.ports, ...ports, ...(log ? { log } : {}) } },
    operations: createOperationRunner(ownOperations),
  });
  return async (code: string): Promise<number> =>
    (await app.fetch(new Request(`http://localhost:8080/nuxeo/nxonce/${code}`))).status;
}

function clockAfter(seconds: number) {
  const { clock } = server.repository.ports;
  return { now: () => new Date(clock.now().getTime() + seconds * 1000) };
}

async function sweepAfter(seconds: number): Promise<void> {
  const { repository } = server;
  const ports = { ...repository.ports, clock: clockAfter(seconds) };
  await sweepFileAddresses({ ...repository, ports });
}

test('it ends with the minute, with the sign-ins and with the account', async () => {
  const uid = await fileFor('carla', 'ended');
  const [late, swept, waiting, ended, suspended] = [newCode(), newCode(), newCode(), newCode(), newCode()];
  await add('carla', uid, late);
  assert.equal(await serverWith({ clock: clockAfter(61) })(late), 404);

  await add('carla', uid, swept);
  await sweepAfter(61);
  assert.equal((await fetchFile(swept)).status, 404);
  await add('carla', uid, waiting);
  await sweepAfter(50);
  assert.equal(await serverWith({ clock: clockAfter(50) })(waiting), 200);

  await add('carla', uid, ended);
  assert.equal((await server.ask('/me/sign-ins', { as: 'carla', method: 'DELETE' })).status, 204);
  assert.equal((await fetchFile(ended)).status, 404);

  await add('carla', uid, suspended);
  const suspend = (isSuspended: boolean) =>
    server.ask('/management/people/carla', { method: 'PUT', json: { isSuspended } });
  assert.equal((await suspend(true)).status, 200);
  assert.equal((await fetchFile(suspended)).status, 404);
  assert.equal((await suspend(false)).status, 200);
  assert.equal((await fetchFile(suspended)).status, 404);
});

test('a failure inside is logged without the code', async () => {
  const code = newCode();
  await add('carla', await fileFor('carla', 'broken'), code);
  const { blobs } = server.repository.ports;
  const broken = Object.create(blobs, {
    open: { value: () => Promise.reject(new Error('The disk is away')) },
  });
  const lines: string[] = [];
  const note = (...parts: unknown[]): void => {
    lines.push(JSON.stringify(parts));
  };
  const log: Logger = { info: note, warn: note, error: note };
  assert.equal(await serverWith({ blobs: broken }, log)(code), 500);
  assert.match(lines.join(), /The disk is away.*\/nuxeo\/nxonce\/…/);
  assert.equal(lines.join().includes(code), false);
});

test('one person has forty open at once, and leaves the others theirs', async () => {
  const uid = await fileFor('members', 'forty');
  const all = await Promise.all(Array.from({ length: 45 }, () => add('carla', uid)));
  const statuses = all.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 40);
  assert.equal(statuses.filter((status) => status === 429).length, 5);
  assert.equal((await add('dieter', uid)).status, 201);
});
