/** Features of the PostgreSQL adapter only: limited connections, and signals between servers. */
import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import pg from 'pg';
import { aDocument, written } from '../testing/sample-documents.ts';
import { makeTestSchema } from '../testing/test-postgres.ts';
import { openPostgres } from './postgres.ts';

interface Proxy {
  readonly connectionString: string;
  /** Connections stay open, but no data passes any more. */
  hang(): void;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  resume(): Promise<void>;
}

/** A proxy between the adapter and its server. */
async function openProxy(to: string): Promise<Proxy> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.on('data', (bytes) => isHanging || other.write(bytes));
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const through = new URL(to);
  through.port = String(address.port);
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => proxy.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    connectionString: through.href,
    hang: () => {
      isHanging = true;
    },
    cut,
    resume: async () => {
      isHanging = false;
      await listen(address.port);
    },
  };
}

const server = process.env.MUNIMENT_TEST_POSTGRES;
if (server === undefined) {
  test('PostgreSQL is not here', (context) => {
    context.diagnostic('PostgreSQL: 5 tests wanted MUNIMENT_TEST_POSTGRES, a connection string');
  });
} else {
  const schema = await makeTestSchema(server);
  const { connectionString } = schema;
  after(() => schema.drop());

  test('a unit that writes too long is undone, and its connection is free again', async () => {
    const store = await openPostgres({ connectionString, connections: 1, holdLimit: 1 });
    const held = store.begin();
    await (await held.writer()).documents.insert(aDocument({ id: 'a', repository: 'r' }));
    // Reads have another limit: they wait for the only connection.
    assert.equal(await store.begin().stores.documents.get('a'), undefined);
    await assert.rejects(held.stores.documents.get('a'), { code: 'overloaded' });
    await assert.rejects(held.commit(), { code: 'overloaded' });
    await held.rollback();
    await store.close();
  });

  test('what nobody waits for is stored in its order or not at all, and says what was taken', async () => {
    const store = await openPostgres({ connectionString, connections: 1 });
    const at = new Date().toISOString();
    // The first time each statement is sent separately, later those of a unit are sent together.
    for (const round of ['one', 'two', 'three']) {
      const batch = { id: `batch-${round}`, owner: 'ada', handler: 'default', createdAt: at, touchedAt: at };
      const parent = aDocument({ id: `parent-${round}`, repository: round, type: 'Folder', path: '/' });
      const document = aDocument({
        id: `taken-${round}`,
        repository: round,
        parentId: parent.id,
        name: 'x',
        path: '/x',
      });
      const first = store.begin();
      const stores = await first.writer();
      await stores.documents.insert(parent);
      await stores.documents.insert(document);
      await stores.documents.setTexts([{ id: document.id, title: round, body: '', blobText: '' }]);
      await first.commit();
      assert.equal((await store.begin().stores.documents.getText(document.id))?.title, round);

      const second = store.begin();
      const { batches, documents } = await second.writer();
      await batches.create(batch);
      await documents.insert({ ...document, id: `other-${round}`, seriesId: `other-${round}` });
      await documents.setTexts([{ id: `other-${round}`, title: round, body: '', blobText: '' }]);
      await assert.rejects(second.commit(), { code: 'documentExists' });
      assert.equal(await store.begin().stores.batches.get(batch.id), undefined);

      const alone = store.begin();
      await (await alone.writer()).batches.create(batch);
      await alone.commit();
      assert.equal((await store.begin().stores.batches.get(batch.id))?.owner, 'ada');
      const again = store.begin();
      await (await again.writer()).batches.create(batch);
      await assert.rejects(again.commit(), { code: 'conflict' });
    }
    await store.close();
  });

  test('words that come while their document moves are counted where it lies', async (context) => {
    const store = await openPostgres({ connectionString });
    const wire = new pg.Client({ connectionString });
    await wire.connect();
    context.after(() => Promise.all([store.close(), wire.end()]));
    const row = (id: string, parentId: string | null, path: string) =>
      aDocument({ id, repository: 'moves', parentId, path, name: path.slice(path.lastIndexOf('/') + 1) });
    await written(store, ({ documents }) => documents.insert(row('top', null, '/')));
    await written(store, ({ documents }) =>
      documents.insert(row('left', 'top', '/left'), row('right', 'top', '/right')),
    );
    for (const [index, isMovedFirst] of [true, false].entries()) {
      const id = `mover-${index}`;
      await written(store, ({ documents }) => documents.insert(row(id, 'left', `/left/${id}`)));
      const [moving, telling] = [store.begin(), store.begin()];
      const move = async () =>
        (await moving.writer()).documents.relocate(id, { parentId: 'right', parentPath: '/right', name: id });
      const notify = async () =>
        (await telling.writer()).documents.setTexts([{ id, title: 'quay', body: '', blobText: '' }]);
      const [first, act, second, follow] = isMovedFirst
        ? [moving, move, telling, notify]
        : [telling, notify, moving, move];
      await act();
      // A read in the same unit sees deferred statements.
      await first.stores.documents.get(id);
      let isOver = false;
      const following = follow()
        .then(() => second.commit())
        .finally(() => {
          isOver = true;
        });
      for (;;) {
        const { rows } = await wire.query('select 1 from pg_locks where not granted');
        if (rows.length > 0 || isOver) break;
      }
      await first.commit();
      await following;
      const { rows } = await wire.query(
        `select t.place_id = d.place_id as same from document_index t
          inner join documents d on d.seq = t.document_seq where d.id = $1`,
        [id],
      );
      assert.deepEqual(rows, [{ same: true }]);
    }
  });

  test('nothing is sent while no other server listens', async (context) => {
    const wire = new pg.Client({ connectionString });
    await wire.connect();
    const own = (await wire.query<{ name: string }>('select current_schema() as name')).rows[0]?.name ?? '';
    await wire.query('listen muniment_broadcasts');
    const sent: string[] = [];
    const first = await openPostgres({ connectionString, connections: 1 });
    const second = await openPostgres({ connectionString });
    context.after(() => Promise.all([wire.end(), first.close(), second.close()]));
    const late = new Promise<void>((resolve) => {
      wire.on('notification', ({ payload = '' }) => {
        if (!payload.startsWith(`${own} `)) return;
        sent.push(payload.split(' ').at(-1) ?? '');
        if (sent.includes('late')) resolve();
      });
    });
    /** The first message tells that earlier ones may be lost. */
    const listens = (store: typeof first) =>
      new Promise<void>((resolve) => {
        store.onBroadcast(() => resolve());
      });
    await listens(first);
    first.broadcast('early');
    // On the same connection, so that the broadcast has been sent.
    await first.begin().stores.documents.get('a');
    await listens(second);
    first.broadcast('late');
    await late;
    assert.deepEqual(sent, ['late']);
  });

  /** On a slow machine a short limit may be exceeded although nothing hangs. */
  async function inTime<T>(act: () => Promise<T>, attempts = 50): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (attempts === 1 || !(error instanceof Error && /timeout/.test(String(error.cause)))) throw error;
      return inTime(act, attempts - 1);
    }
  }

  test('a server that hangs differs from one that is gone, and neither blocks callers', async () => {
    const proxy = await openProxy(connectionString);
    after(proxy.cut);
    const store = await inTime(() =>
      openPostgres({
        connectionString: proxy.connectionString,
        connections: 2,
        timeLimit: 400,
        holdLimit: 400,
        connectLimit: 400,
        silenceLimit: 50,
      }),
    );
    proxy.hang();
    await assert.rejects(store.begin().stores.documents.get('a'), { code: 'unavailable', status: 503 });
    const unit = store.begin();
    await assert.rejects(async () => (await unit.writer()).documents.get('a'), { code: 'unavailable' });
    await unit.rollback();
    // More calls than connections: some wait for a connection, others for their answer.
    const many = await Promise.allSettled(
      Array.from({ length: 12 }, () => store.begin().stores.documents.get('a')),
    );
    for (const one of many) assert.ok(one.status === 'rejected' && one.reason.status === 503);
    await proxy.cut();
    await assert.rejects(store.begin().stores.documents.get('a'), { code: 'unavailable', status: 503 });
    await proxy.resume();
    assert.equal(await inTime(() => store.begin().stores.documents.get('a')), undefined);
    await store.close();
  });
}
