/**
 * Every pair of calls of the race matrix on real processes: one on SQLite, three on PostgreSQL unless said otherwise; one
 * of these may be of an earlier release, as during an update.
 */
import { askThrough } from '#server/testing/ask.ts';
import { openGround } from '#server/testing/races/arena.test-support.ts';
import { allRaces, drawn, RaceMatrix, titleOf } from '#server/testing/races/race-matrix.test-support.ts';
import { contradictions, openPlace } from './place.ts';

const together = 4;

export interface Races {
  /** The number of pairs to run. */
  readonly pairs: number;
  readonly meetings: number;
  /** Determines the order of the pairs, and thereby which of them run in parallel, and on which servers. */
  readonly seed: number;
  readonly servers: number;
  /** A checkout of an earlier release, for the first server. */
  readonly earlier: string | undefined;
}

export async function racesSoak(engine: string, races: Races): Promise<readonly string[]> {
  const { pairs, meetings, seed, earlier } = races;
  const place = await openPlace(engine);
  try {
    const servers = [await place.start(earlier)];
    while (engine !== 'sqlite' && servers.length < races.servers) servers.push(await place.start());
    const asks = servers.map(({ origin }) => askThrough(fetch, origin));
    const [first] = asks;
    if (!first) throw new Error('No server');
    await openGround(first);
    const matrix = new RaceMatrix(asks);
    const cases = [...drawn(allRaces(), pairs, seed)];
    console.log(`${cases.length} pairs, each ${meetings} times, ${servers.length} servers, seed ${seed}`);
    const faults: string[] = [];
    const caller = async (): Promise<void> => {
      for (let race = cases.shift(); race; race = cases.shift()) {
        try {
          for (const one of await matrix.run(race, meetings)) faults.push(`${one.race}: ${one.found}`);
        } catch (error) {
          // The other pairs still run.
          faults.push(`${titleOf(race)}: ${String(error)}`);
        }
        if (cases.length % 100 === 0) console.log(`${cases.length} pairs left, ${faults.length} faults`);
      }
    };
    await Promise.all(Array.from({ length: together }, caller));
    await Promise.all(servers.map((server) => server.end()));
    return [...faults, ...(await contradictions(place))];
  } finally {
    await place.remove();
  }
}
