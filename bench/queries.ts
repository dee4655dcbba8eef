/**
 * Pages and queries among 100,000 documents over HTTP.
 * Invariant: there is a write before each first answer, so that it cannot come from a cache; every run asks for other
 * words.
 */
import type { Seed } from '../e2e/seed.ts';
import { bigFolder, madeFolder, words } from './library.ts';
import { type Measured, spread, time } from './measure.ts';

export async function queriesBench(seed: Seed): Promise<readonly Measured[]> {
  const folder = await seed.json('GET', `/path${bigFolder}`);
  const children = `/search/pp/document_content/execute?queryParams=${folder.uid}&pageSize=40`;
  const query = (text: string): string => `/search/execute?pageSize=40&query=${encodeURIComponent(text)}`;
  const cases: readonly (readonly [string, (run: number, word: string) => string])[] = [
    ['children: first page', () => `/path${bigFolder}/@children?pageSize=40`],
    ['children: first page, exact count', () => children],
    ['children: page in the middle', (run) => `${children}&offset=${50_000 - run * 40}`],
    ['children: page at 99,000', (run) => `${children}&offset=${99_000 + run * 40}`],
    [
      'query: column',
      (_, word) => query(`SELECT * FROM File WHERE dc:title LIKE '${word}%' AND ecm:isTrashed = 0`),
    ],
    [
      'query: JSON property',
      (_, word) => query(`SELECT * FROM File WHERE dc:source = '${word}' ORDER BY dc:modified DESC`),
    ],
    [
      'query: full text, 20,000 hits and more',
      (_, word) => query(`SELECT * FROM Document WHERE ecm:fulltext = '${word}'`),
    ],
    [
      'query: full text, one hit',
      (run) => query(`SELECT * FROM Document WHERE ecm:fulltext = 'rare${7000 + run}'`),
    ],
  ];
  const results: Measured[] = [];
  for (const [name, path] of cases) {
    const first: number[] = [];
    const again: number[] = [];
    // The first run is not counted.
    for (const [run, word] of words.entries()) {
      await seed.document(madeFolder, 'File', `between-${run}`);
      const ask = (): Promise<unknown> => seed.json('GET', path(run, word));
      const [one, other] = [await time(ask), await time(ask)];
      if (run === 0) continue;
      first.push(one);
      again.push(other);
    }
    results.push({ name, value: `${spread(first, 'ms')}, asked again ${spread(again, 'ms')}` });
  }
  return results;
}
