import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { addAces } from '../access/access-changes.ts';
import { changeRow } from '../documents/change-row.ts';
import { createDocument } from '../documents/documents.ts';
import { runDueJobs } from '../kernel/jobs.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Store } from '../kernel/stores.ts';
import { setSuspended } from '../people/suspension.ts';
import { abortBulk, bulkFile, bulkJob, bulkStatus, submitBulk } from './bulk.ts';
import type { BulkAction } from './bulk-actions.ts';
import { allIds } from './run-query.ts';

let server: TestRepository;
let mine: DocumentRow;
let theirs: DocumentRow;
let query: string;

const ace = (username: string, permission: string) => ({
  username,
  permission,
  granted: true,
  creator: null,
  begin: null,
  end: null,
});

before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
  await server.addUser('leela');
});
after(() => server.close());
beforeEach(async () => {
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const folder = await createDocument(session, await ensureRoot(session), { type: 'Folder' });
    query = `SELECT * FROM File WHERE ecm:parentId = '${folder.id}'`;
    mine = await createDocument(session, folder, { type: 'File', name: 'mine' });
    theirs = await createDocument(session, folder, { type: 'File', name: 'theirs' });
    await addAces(session, mine, { acl: 'local', aces: [ace('fry', 'ReadWrite')] });
  });
});

const work = () => runDueJobs(server.repository, new Map([[bulkJob.kind, bulkJob]]), 'worker', 10);
const title = async ({ id }: DocumentRow) =>
  server.as(
    'Administrator',
    async (session) => (await session.read.documents.get(id))?.properties['dc:title'],
  );
const submit = (who: string, action: string, parameters = {}) =>
  server.as(who, (session) => submitBulk(session, { action, query, parameters }));

describe('bulk commands', () => {
  test('are refused before anything is scheduled', async () => {
    await assert.rejects(submit('fry', 'dance'), refusal(400, /Unknown bulk action: dance/));
    await assert.rejects(submit('fry', 'deletion'), refusal(403, /for administrators/));
    await assert.rejects(
      submit('fry', 'setProperties', { 'no:such': 1 }),
      refusal(400, /Unknown xpath no:such/),
    );
    query = 'SELECT * FROM Nothing';
    await assert.rejects(submit('Administrator', 'trash'), refusal(400, /Unknown type: Nothing/));
    assert.equal(await work(), 0);
  });

  test('do what their owner may, count what failed, and are nobody else’s business', async () => {
    const { commandId, state } = await submit('fry', 'setProperties', { 'dc:title': 'Changed' });
    assert.equal(state, 'SCHEDULED');
    await assert.rejects(
      server.as('leela', (session) => bulkStatus(session, commandId)),
      refusal(404, new RegExp(`^Bulk command with id=${commandId} doesn't exist$`)),
    );
    assert.equal(await work(), 1);
    const done = await server.as('fry', (session) => bulkStatus(session, commandId));
    assert.equal(done.state, 'COMPLETED');
    assert.equal(done.total, 2);
    assert.equal(done.processed, 2);
    assert.equal(done.errorCount, 1);
    assert.deepEqual(
      done.errors?.map(({ message }) => message),
      [done.errorMessage],
    );
    assert.match(done.errorMessage ?? '', /Privilege 'WriteProperties'/);
    assert.equal(await title(mine), 'Changed');
    assert.equal(await title(theirs), undefined);
  });

  test('go as far as their limit, and everywhere where it is none', async () => {
    for (const [queryLimit, total] of [
      [1, 1],
      [0, 2],
      [-1, 2],
    ] as const) {
      const command = { action: 'setProperties', query, parameters: { 'dc:title': 'x' }, queryLimit };
      const { commandId } = await server.as('fry', (session) => submitBulk(session, command));
      await work();
      const done = await server.as('fry', (session) => bulkStatus(session, commandId));
      assert.deepEqual([done.state, done.total], ['COMPLETED', total], String(queryLimit));
    }
  });

  test('can be stopped before they run', async () => {
    const { commandId } = await submit('Administrator', 'trash');
    const stopped = await server.as('Administrator', (session) => abortBulk(session, commandId));
    assert.equal(stopped.state, 'ABORTED');
    assert.equal(await work(), 0);
    const row = await server.as('Administrator', (session) => session.read.documents.get(mine.id));
    assert.equal(row?.isTrashed, false);
  });

  test('delete and trash for administrators', async () => {
    await submit('Administrator', 'trash');
    await work();
    const trashed = await server.as('Administrator', (session) => session.read.documents.get(mine.id));
    assert.equal(trashed?.isTrashed, true);
    await submit('Administrator', 'deletion');
    await work();
    assert.equal(
      await server.as('Administrator', (session) => session.read.documents.get(mine.id)),
      undefined,
    );
  });

  test('write a table that no spreadsheet runs', async () => {
    await submit('fry', 'setProperties', { 'dc:title': '=HYPERLINK("x"), "y"' });
    await work();
    const { commandId } = await submit('fry', 'csvExport', { xpaths: ['dc:title'] });
    await work();
    const { result } = await server.as('fry', (session) => bulkStatus(session, commandId));
    assert.deepEqual(result, { url: `nxbigblob/${commandId}` });
    const { key } = await server.as('fry', (session) => bulkFile(session, commandId));
    const opened = await server.repository.ports.blobs.open(key);
    const text = opened ? await new Response(opened.stream()).text() : '';
    assert.match(text, /^repository,uid,path,type,state,[\w,]+,isUnderRetentionOrLegalHold,dc:title\r\n/);
    assert.match(text, /,"'=HYPERLINK\(""x""\), ""y"""\r\n/);
  });

  test('go on behind what is done when their server ends', async () => {
    const count = 60;
    await server.as('Administrator', async (session) => {
      const [folder] = await session.read.documents.getMany([mine.parentId ?? '']);
      assert.ok(folder);
      for (let index = 0; index < count - 2; index++) await createDocument(session, folder, { type: 'File' });
    });
    const ending = { aborted: false };
    let applied = 0;
    const action: BulkAction = {
      name: 'count',
      forEveryone: false,
      check: () => {},
      apply: async (session, { id }) => {
        applied++;
        if (applied === 30) {
          ending.aborted = true;
          throw new Error('The server ends');
        }
        await changeRow(session, id, ({ properties }) => ({
          properties: { ...properties, 'dc:source': `${String(properties['dc:source'] ?? '')}x` },
        }));
      },
    };
    const bulkActions = new Map(server.repository.bulkActions).set(action.name, action);
    const repository = { ...server.repository, bulkActions };
    const principals = await server.as('Administrator', async (session) => session.principals);
    const { commandId } = await inSession(repository, { principals }, (session) =>
      submitBulk(session, { action: 'count', query }),
    );
    const handlers = new Map([[bulkJob.kind, bulkJob]]);
    const status = () => server.as('Administrator', (session) => bulkStatus(session, commandId));
    assert.equal(await runDueJobs(repository, handlers, 'first', 1, ending), 1);
    assert.deepEqual([(await status()).state, (await status()).processed], ['SCHEDULED', 25]);
    assert.equal(await runDueJobs(repository, handlers, 'second', 1), 1);
    const done = await status();
    assert.deepEqual(
      [done.state, done.processed, done.total, done.errorCount],
      ['COMPLETED', count, count, 0],
    );
    assert.equal(applied, 30 + count - 25);
    const sources = await server.as('Administrator', async (session) => {
      const ids = [];
      for await (const id of allIds(session, query, 0)) ids.push(id);
      return (await session.read.documents.getMany(ids)).map(({ properties }) => properties['dc:source']);
    });
    assert.deepEqual(
      sources,
      Array.from({ length: count }, () => 'x'),
    );
  });

  test('end where their owner is suspended meanwhile', async () => {
    await server.addUser('zapp');
    const count = 60;
    await server.as('Administrator', async (session) => {
      const [folder] = await session.read.documents.getMany([mine.parentId ?? '']);
      assert.ok(folder);
      await addAces(session, folder, { acl: 'local', aces: [ace('zapp', 'Everything')] });
      for (let index = 0; index < count - 2; index++) await createDocument(session, folder, { type: 'File' });
    });
    let suspending: Promise<unknown> | undefined;
    let applied = 0;
    const action: BulkAction = {
      name: 'slow',
      forEveryone: true,
      check: () => {},
      apply: async () => {
        applied++;
        suspending ??= server.as('Administrator', (session) => setSuspended(session, 'zapp', true));
      },
    };
    const bulkActions = new Map(server.repository.bulkActions).set(action.name, action);
    const { ports } = server.repository;
    const begin: Store['begin'] = (hints) => {
      const unit = ports.store.begin(hints);
      const waited = suspending;
      if (waited === undefined) return unit;
      // Reads the owner only after the suspension: engines differ in which comes first.
      const { entries } = unit.stores;
      const get = entries.get.bind(entries);
      entries.get = async (...parameters) => {
        await waited;
        return get(...parameters);
      };
      return unit;
    };
    const repository = {
      ...server.repository,
      bulkActions,
      ports: { ...ports, store: { ...ports.store, begin } },
    };
    const principals = await server.as('zapp', async (session) => session.principals);
    const { commandId } = await inSession(repository, { principals }, (session) =>
      submitBulk(session, { action: 'slow', query }),
    );
    await runDueJobs(repository, new Map([[bulkJob.kind, bulkJob]]), 'worker', 1);
    await suspending;
    const { state, errorMessage } = await server.as('Administrator', (session) =>
      bulkStatus(session, commandId),
    );
    assert.deepEqual([state, errorMessage], ['COMPLETED', 'The person behind this command is gone']);
    assert.equal(applied, 25);
  });
});
