/**
 * A random part of all pairs of calls (MUNIMENT_RACE_SEED), on one server; on PostgreSQL on three servers. `npm run soak` runs
 * all pairs.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRepository } from '#server/core/consistency/check-repository.ts';
import { startTestServers } from '../test-server.ts';
import { actions } from './actions.test-support.ts';
import { levels, openArena, openGround } from './arena.test-support.ts';
import { allRaces, drawn, RaceMatrix } from './race-matrix.test-support.ts';

const SEED = Number(process.env.MUNIMENT_RACE_SEED ?? 1);
const RACES = Number(process.env.MUNIMENT_RACES ?? 40);
/** Pairs that run at the same time. */
const TOGETHER = 4;

/** So that the whole tree of a race is removed in two steps, but its lower part is not. */
const removedAtOnce = 2;

const servers = await startTestServers(3, { removedAtOnce });
const [first] = servers;
await openGround(first.ask);

test('each call does its work when it is alone', async () => {
  for (const [name, action] of Object.entries(actions)) {
    for (const level of action.isBeside ? (['leaf'] as const) : levels) {
      if (action.leaf === 'file' && level !== 'leaf') continue;
      const arena = await openArena(first.ask, `alone${name}${level}`, action.leaf === 'folder');
      await action.prepare?.(first.ask, arena, level);
      const { status, text } = await first.ask(...action.call(arena, level, 0));
      assert.ok(status < 300, `${name} ${level}: ${status} ${text}`);
    }
  }
});

test(`of ${RACES} pairs of calls each ends as in one of its two orders, by the seed ${SEED}`, async () => {
  const matrix = new RaceMatrix(servers.map(({ ask }) => ask));
  const cases = [...drawn(allRaces(), RACES, SEED)];
  const surprises: string[] = [];
  const caller = async (): Promise<void> => {
    for (let race = cases.shift(); race; race = cases.shift())
      for (const one of await matrix.run(race, 2)) surprises.push(`${one.race}: ${one.found}`);
  };
  await Promise.all(Array.from({ length: TOGETHER }, caller));
  assert.deepEqual(surprises, []);
});

test('afterwards nothing contradicts anything', async () => {
  const findings: unknown[] = [];
  for await (const one of checkRepository(first.repository, 'default', false))
    if (one !== 'looked') findings.push(one);
  assert.deepEqual(findings, []);
});
