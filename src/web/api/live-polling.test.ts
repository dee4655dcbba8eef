import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlacePolling } from './live-polling.ts';

const place = (path: string) => ({ path, uid: path.slice(1), since: 0 });

/** A server whose answers are in `states`; the test decides after how many waits to stop. */
function setUp(states: Map<string, string>) {
  const requests: string[] = [];
  const changed: string[][] = [];
  const waits: number[] = [];
  let stop = new AbortController();
  let onWait = (_count: number) => {};
  const polling = new PlacePolling({
    poll: async ({ path }) => {
      requests.push(path);
      const state = states.get(path);
      if (state === undefined) throw new Error('refused');
      return state;
    },
    onChanged: (paths) => changed.push([...paths]),
    wait: async (ms, signal) => {
      waits.push(ms);
      onWait(waits.length);
      signal.throwIfAborted();
    },
  });
  const follow = async (paths: readonly string[], rounds: number, between = (_round: number) => {}) => {
    for (const list of [requests, changed, waits]) list.length = 0;
    stop = new AbortController();
    onWait = (count) => {
      between(count);
      if (count === rounds) stop.abort();
    };
    await polling.follow(paths.map(place), stop.signal);
  };
  return { polling, follow, asked: requests, changed, waits };
}

describe('looking at places now and then', () => {
  it('asks at once, then less and less often, five minutes apart at most', async () => {
    const { follow, asked: requests, changed, waits } = setUp(new Map([['/a', '1']]));
    await follow(['/a'], 12);
    assert.equal(requests.length, 12);
    assert.deepEqual(changed, []);
    assert.deepEqual(waits.slice(0, 3), [15_000, 22_500, 33_750]);
    assert.equal(waits.at(-1), 300_000);
  });

  it('says what has changed since, and looks more often again', async () => {
    const states = new Map([
      ['/a', '1'],
      ['/b', '1'],
    ]);
    const { follow, changed, waits } = setUp(states);
    await follow(['/a', '/b'], 5, (round) => {
      if (round === 3) states.set('/b', '2');
    });
    assert.deepEqual(changed, [['/b']]);
    assert.deepEqual(waits, [15_000, 22_500, 33_750, 15_000, 22_500]);
  });

  it('knows a place again that was not seen for a while, and forgets one that nobody watches', async () => {
    const states = new Map([
      ['/a', '1'],
      ['/b', '1'],
    ]);
    const { polling, follow, changed, waits } = setUp(states);
    await follow(['/a', '/b'], 3);
    await follow(['/a'], 1);
    states.set('/b', '2');
    await follow(['/a', '/b'], 1);
    assert.deepEqual(changed, [['/b']]);
    assert.deepEqual(waits, [15_000]);
    polling.keepOnly(new Set(['/a']));
    states.set('/b', '3');
    await follow(['/a', '/b'], 1);
    assert.deepEqual(changed, []);
  });

  it('says at the first look that a place is gone which is still shown, and only then', async () => {
    const { follow, changed } = setUp(new Map([['/gone', 'not to be read']]));
    await follow(['/gone'], 3);
    assert.deepEqual(changed, [['/gone']]);
  });

  it('is not held up by what is refused, and compares with the last answer', async () => {
    const states = new Map([['/a', '1']]);
    const { follow, changed } = setUp(states);
    await follow(['/a', '/gone'], 3, (round) => {
      if (round === 1) states.delete('/a');
      if (round === 2) states.set('/a', '2');
    });
    assert.deepEqual(changed, [['/a']]);
  });
});
