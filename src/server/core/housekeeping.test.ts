import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { readableAclIds } from './access/access.ts';
import { addAces, removeAces } from './access/access-changes.ts';
import { createDocument, getDocument } from './documents/documents.ts';
import { sweepBlobs } from './files/blobs.ts';
import { sweep } from './housekeeping.ts';
import { sweptAtOnce } from './kernel/sweeping.ts';

const day = 86_400_000;

let server: TestRepository;
before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
});
after(() => server.close());

test('bytes that a job waits for stay, and go with the job', async () => {
  const { blobs } = server.repository.ports;
  const bytes = async function* (text: string) {
    yield new TextEncoder().encode(text);
  };
  const waited = await blobs.write(bytes('for a job'));
  const unused = await blobs.write(bytes('for nobody'));
  await server.as('fry', async (session) => {
    const { jobs } = await session.write();
    const payload = { file: { key: waited.key } };
    await jobs.enqueue({ id: 'one', kind: 'test', payload, owner: null, runAt: '2999' });
  });
  // Files have the machine's time.
  server.pass(Date.now() - server.repository.ports.clock.now().getTime() + day - 60_000);
  assert.equal(await sweepBlobs(server.repository), 0);
  server.pass(120_000);
  assert.equal(await sweepBlobs(server.repository), 1);
  assert.ok(await blobs.open(waited.key));
  assert.equal(await blobs.open(unused.key), undefined);
  await server.as('fry', async (session) => {
    const { jobs } = await session.write();
    await jobs.report('one', { state: 'aborted' });
  });
  assert.equal(await sweepBlobs(server.repository), 1);
  assert.equal(await blobs.open(waited.key), undefined);
});

test('answers to keys go after a day', async () => {
  const find = () => server.as('fry', ({ read }) => read.idempotency.find('key', 'fry'));
  await server.as('fry', async (session) => {
    const { idempotency } = await session.write();
    const answer = { status: 201, headers: {}, body: '{}' };
    await idempotency.keep('key', 'fry', session.now.toISOString(), answer);
  });
  server.pass(day);
  await sweep(server.repository);
  assert.ok(await find());
  server.pass(1);
  await sweep(server.repository);
  assert.equal(await find(), undefined);
});

test('what is over goes, however much there is, and what is not stays', async () => {
  const many = Array.from({ length: 2 * sweptAtOnce + 7 }, (_, index) => `code ${index}`);
  const directory = 'usedChallenges';
  const left = () => server.as('fry', async ({ read }) => (await read.entries.list(directory, {})).total);
  const add = async (ids: readonly string[]): Promise<void> =>
    server.as('fry', async (session) => {
      const { entries, idempotency } = await session.write();
      for (const id of ids) {
        await entries.insert(directory, { id, fields: { at: session.now.toISOString() } });
        await idempotency.keep(id, 'fry', session.now.toISOString(), { status: 200, headers: {}, body: '' });
      }
    });
  await add(many);
  server.pass(2 * day);
  await add(['young']);
  await sweep(server.repository);
  assert.equal(await left(), 1);
  const answers = await Promise.all(
    [...many, 'young'].map((key) => server.as('fry', ({ read }) => read.idempotency.find(key, 'fry'))),
  );
  assert.equal(answers.filter((answer) => answer !== undefined).length, 1);
});

test('lists of rights go when they hold for nothing', async () => {
  await server.as('Administrator', async (session) => {
    const home = await createDocument(session, await ensureRoot(session), { type: 'Folder', name: 'listed' });
    const ace = { username: 'fry', permission: 'Read', granted: true, creator: null, begin: null, end: null };
    await addAces(session, home, { acl: 'local', aces: [ace] });
    await addAces(session, home, { acl: 'local', aces: [{ ...ace, username: 'leela' }] });
  });
  const listed = { path: '/listed' };
  const known = () =>
    server.as('Administrator', async ({ read }) => (await read.documents.readAcls()).map(({ id }) => id));
  const used = () =>
    server.as('Administrator', async (session) => {
      const rows = [await getDocument(session, { path: '/' }), await getDocument(session, listed)];
      return [...new Set(rows.map(({ readAclId }) => readAclId))].toSorted((one, other) => one - other);
    });
  assert.ok((await known()).length > (await used()).length);
  await sweep(server.repository);
  assert.deepEqual(await known(), await used());
  assert.equal((await server.as('fry', (session) => getDocument(session, listed))).name, 'listed');
  await server.as('Administrator', async (session) => {
    await removeAces(session, await getDocument(session, listed), { acl: 'local', username: 'leela' });
  });
  const readable = await server.as('fry', readableAclIds);
  assert.ok(readable?.includes((await used())[1] ?? 0));
  await sweep(server.repository);
  assert.deepEqual(await known(), await used());
});
