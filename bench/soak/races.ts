/** Every pair of calls of the race matrix on real processes: one on SQLite, three on PostgreSQL. */
import { askThrough } from '#server/testing/ask.ts';
import { openGround } from '#server/testing/races/arena.test-support.ts';
import { allRaces, RaceMatrix, titleOf } from '#server/testing/races/race-matrix.test-support.ts';
import { contradictions, openPlace } from './place.ts';

const together = 4;

export async function racesSoak(engine: string, meetings: number): Promise<readonly string[]> {
  const place = await openPlace(engine);
  try {
    const servers = [await place.start()];
    if (engine !== 'sqlite') servers.push(await place.start(), await place.start());
    const asks = servers.map(({ origin }) => askThrough(fetch, origin));
    const [first] = asks;
    if (!first) throw new Error('No server');
    await openGround(first);
    const matrix = new RaceMatrix(asks);
    const cases = [...allRaces()];
    console.log(`${cases.length} pairs, ${meetings} meetings of each`);
    const faults: string[] = [];
    const caller = async (): Promise<void> => {
      for (let race = cases.shift(); race; race = cases.shift()) {
        try {
          for (const one of await matrix.run(race, meetings)) faults.push(`${one.race}: ${one.found}`);
        } catch (error) {
          // The others meet all the same.
          faults.push(`${titleOf(race)}: ${String(error)}`);
        }
        if (cases.length % 100 === 0) console.log(`${cases.length} pairs to come, ${faults.length} faults`);
      }
    };
    await Promise.all(Array.from({ length: together }, caller));
    await Promise.all(servers.map((server) => server.end()));
    return [...faults, ...(await contradictions(place))];
  } finally {
    await place.remove();
  }
}
