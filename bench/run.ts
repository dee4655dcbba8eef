/** npm run bench: the numbers that are claimed, measured on this machine. Nothing here passes or fails. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Seed } from '../e2e/seed.ts';
import { startServer } from '../e2e/server.ts';
import { bytesBench } from './bytes.ts';
import { bigFolder, plantLibrary } from './library.ts';
import { milliseconds, rate, show, time } from './measure.ts';
import { paintingBench } from './painting.ts';

const big = 100_000;

console.log(
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
const data = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
const planting = performance.now();
await plantLibrary(data, { big, list: 10_000 });
show({
  name: 'documents put into the store, 1,000 a transaction',
  value: `${Math.round((big + 10_000) / ((performance.now() - planting) / 1000))}/s`,
});

const starting = performance.now();
const server = await startServer(['--data', data]);
show({ name: 'second start until it listens', value: milliseconds(performance.now() - starting) });
try {
  const seed = new Seed(server.origin);
  let made = 0;
  const creates = await rate(
    () => seed.document('/default-domain/workspaces', 'File', `made-${made++}`),
    16,
    5,
  );
  show({ name: 'documents created over HTTP, 16 at once', value: `${Math.round(creates)}/s` });
  const ask = (path: string) => () => seed.json('GET', path);
  const query = (text: string): string => `/search/execute?pageSize=40&query=${encodeURIComponent(text)}`;
  const folder = await seed.json('GET', `/path${bigFolder}`);
  const children = `/search/pp/document_content/execute?queryParams=${folder.uid}&pageSize=40`;
  const asked: readonly (readonly [string, string])[] = [
    [`children page of 40 among ${big}`, `/path${bigFolder}/@children?pageSize=40`],
    ['  with the exact count', children],
    ['  the last page', `${children}&offset=${big - 40}`],
    [
      `query on a column among ${big}`,
      query("SELECT * FROM File WHERE dc:title LIKE 'harbour%' AND ecm:isTrashed = 0"),
    ],
    [
      'query on a JSON property',
      query("SELECT * FROM File WHERE dc:source = 'quay' ORDER BY dc:modified DESC"),
    ],
    ['full-text query, many hits', query("SELECT * FROM Document WHERE ecm:fulltext = 'harbour'")],
    ['full-text query, one hit', query("SELECT * FROM Document WHERE ecm:fulltext = 'rare7000'")],
  ];
  for (const [name, path] of asked) show({ name, value: milliseconds(await time(ask(path))) });
  for (const result of await bytesBench(seed, data)) show(result);
  for (const result of await paintingBench(seed)) show(result);
} finally {
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
