import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { type Change, ChangeHub } from './changes.ts';

const { repository, close } = await openTestRepository();
after(close);
const { store } = repository.ports;
// On PostgreSQL the first listener makes a connection, which says once that earlier messages may be missing.
if (store.engine === 'postgres') {
  await new Promise<void>((resolve) => {
    const stop = store.onBroadcast(() => {
      stop();
      resolve();
    });
  });
}
let now = 1_000_000;
const clock = { now: () => new Date(now) };

function changeOf(id: string, path = `/${id}`): Change {
  return { repository: 'default', id, path, isDeep: false };
}

/** The ids that a listener receives next, with those of the same moment. */
function next(hub: ChangeHub): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const stop = hub.listen(
      (changes) => {
        stop();
        resolve(changes?.map(({ id }) => id));
      },
      () => {},
    );
  });
}

test('remembers changes for a minute, and knows when it missed some', async () => {
  const hub = new ChangeHub(store, clock);
  assert.equal(hub.recent(1), undefined);
  const first = next(hub);
  now += 50_000;
  hub.publish([changeOf('a')]);
  assert.deepEqual(await first, ['a']);
  now += 5_000;
  assert.deepEqual(hub.recent(1_000), []);
  assert.deepEqual(
    hub.recent(10_000)?.map(({ id }) => id),
    ['a'],
  );
  // Before the hub began to listen, and longer ago than it remembers.
  assert.equal(hub.recent(56_000), undefined);
  now += 60_000;
  assert.equal(hub.recent(70_000), undefined);
  hub.close();
});

test('says that something is missing where too much came, or too long a path', async () => {
  const hub = new ChangeHub(store, clock);
  const many = next(hub);
  hub.publish(Array.from({ length: 1_000 }, (_, index) => changeOf(String(index))));
  assert.equal(await many, undefined);
  assert.equal(hub.recent(0), undefined);
  const long = next(hub);
  hub.publish([changeOf('a', `/${'x'.repeat(9_000)}`)]);
  assert.equal(await long, undefined);
  hub.close();
});

test('sends what is too much for one message in several', async () => {
  const hub = new ChangeHub(store, clock);
  const received: string[] = [];
  const whole = new Promise<void>((resolve) => {
    hub.listen(
      (changes) => {
        received.push(...(changes ?? []).map(({ id }) => id));
        if (received.length === 20) resolve();
      },
      () => {},
    );
  });
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  hub.publish(ids.map((id) => changeOf(id, `/${'é'.repeat(400)}/${id}`)));
  await whole;
  assert.deepEqual(received, ids);
  hub.close();
});
