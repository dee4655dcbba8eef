/**
 * npm run bench: measures the published numbers on this machine. Nothing here passes or fails.
 *   --engine sqlite|postgresql   PostgreSQL as a temporary server
 *   --documents N         measures a library of that size, on both engines unless one is named (documents-table.ts);
 *                         with `--only load|questions|changes` a part of it
 *   --as administrator    as an administrator, instead of a person with twenty groups
 *   --keep                keeps the library of documents in the system's temporary folder for the next time (sqlite)
 *   --only opening        only how the app opens, on a small repository; `uploading`: only 1,000 small files;
 *                         `painting`: only large folders
 */
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Seed } from '../e2e/seed.ts';
import { startServer } from '../e2e/server.ts';
import { bytesBench } from './bytes.ts';
import { documentsTable, parts } from './documents-table.ts';
import { madeFolder } from './library.ts';
import { type Measured, rates, show, spread } from './measure.ts';
import { openingBench } from './opening.ts';
import { paintingBench } from './painting.ts';
import { queriesBench } from './queries.ts';
import { big, openStorage } from './storage.ts';
import { uploadingBench } from './uploading.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    documents: { type: 'string' },
    as: { type: 'string', default: 'person' },
  },
});
const engines = ['sqlite', 'postgresql'];
if (values.engine !== undefined && !engines.includes(values.engine))
  throw new Error(`No such engine: ${values.engine} (${engines.join(', ')})`);
const engine = values.engine ?? 'sqlite';

const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
if (values.documents !== undefined) {
  const { as: who } = values;
  if (who !== 'person' && who !== 'administrator')
    throw new Error(`Unknown person: ${who} (person, administrator)`);
  const only = parts.find((part) => part === values.only);
  if (values.only !== only) throw new Error(`No such part: ${values.only} (${parts.join(', ')})`);
  for (const one of values.engine === undefined ? engines : [engine]) {
    console.log(`\n${machine}, ${one}, ${values.documents} documents, as ${who}`);
    await documentsTable(one, Number(values.documents), { who, only });
  }
  process.exit();
}
console.log(`${machine}, ${engine}`);
console.log(`Median (least..most) of several runs; queries go to ${big} documents\n`);

if (values.only === undefined) await everything(engine, values.keep);
else if (values.only === 'painting') await painting(engine, values.keep);
else if (values.only !== 'opening' && values.only !== 'uploading')
  throw new Error(`No such part: ${values.only} (opening, painting, uploading)`);
// Each on a server of its own, so that documents of the other benches do not count.
if (values.only === undefined || values.only === 'opening') await onOwnServer(openingBench);
if (values.only === undefined || values.only === 'uploading') await onOwnServer(uploadingBench);

async function painting(engine: string, isKept: boolean): Promise<void> {
  const storage = await openStorage(engine, isKept);
  const server = await startServer(storage.flags);
  try {
    for (const result of await paintingBench(new Seed(server.origin))) show(result);
  } finally {
    await server.stop();
    await storage.remove();
  }
}

async function onOwnServer(bench: (seed: Seed) => Promise<readonly Measured[]>): Promise<void> {
  const server = await startServer();
  try {
    for (const result of await bench(new Seed(server.origin))) show(result);
  } finally {
    await server.stop();
  }
}

async function everything(engine: string, isKept: boolean): Promise<void> {
  const storage = await openStorage(engine, isKept);
  try {
    if (storage.planted !== undefined)
      show({
        name: 'documents put into the store, 1,000 a transaction',
        value: `${Math.round(storage.planted)}/s`,
      });
    if (engine === 'sqlite')
      show({ name: 'first start until it listens', value: spread(await startTimes([]), 'ms') });
    show({ name: 'second start until it listens', value: spread(await startTimes(storage.flags), 'ms') });

    const server = await startServer(storage.flags);
    try {
      const seed = new Seed(server.origin);
      let made = 0;
      const create = (): Promise<string> => seed.document(madeFolder, 'File', `made-${made++}`);
      show({
        name: 'documents created over HTTP, 16 at once',
        value: spread(await rates(create, 16, 8), 'a second'),
      });
      for (const result of await queriesBench(seed)) show(result);
      for (const result of await bytesBench(seed, storage.folder)) show(result);
      for (const result of await paintingBench(seed)) show(result);
    } finally {
      await server.stop();
    }
  } finally {
    await storage.remove();
  }
}

async function startTimes(flags: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    const server = await startServer(flags);
    times.push(performance.now() - start);
    await server.stop();
  }
  return times;
}
