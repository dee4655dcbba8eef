/**
 * npm run soak: checks that take longer than tests may, before a release. Ends with status 1 if anything was lost, is
 * inconsistent or was answered wrongly.
 *   --only races|trees|queries|kills|check|import|load|attack|files|bucket|troubles|stock|languages   one part
 *   --engine sqlite|postgresql       one engine; default: both
 *   --trees N      trees whose rights are compared with the plain rules (10,000)
 *   --queries N    queries whose answers are compared between the engines (100,000)
 *   --meetings N   runs of each pair of calls (1)      --seed N      seed of everything random (1)
 *   --pairs N      pairs of calls (all)                --servers N   servers for them, on PostgreSQL (3)
 *   --earlier DIR  a checkout of an earlier release, for the first server
 *   --kills N      kills of server processes (200)     --files N     files to import (300,000)
 *   --documents N  documents for the check (1,000,000)
 *   --minutes N    of load (10)                        --idle N      idle connections (5,000)
 *   --requests N   random requests, besides the queries (100,000)
 *   --seconds N    of each trouble (60)
 *   --hostile X    only the hostile files whose names contain X
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { attackSoak } from './attack.ts';
import { bucketSoak } from './bucket.ts';
import { checkSoak } from './check.ts';
import { languagesSoak, stockSoak } from './end-to-end.ts';
import { filesSoak } from './files.ts';
import { importSoak } from './import.ts';
import { killsSoak } from './kills.ts';
import { loadSoak } from './overload.ts';
import { racesSoak } from './races.ts';
import { queriesSoak, treesSoak } from './samples.ts';
import { troublesSoak } from './troubles.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    engine: { type: 'string' },
    seed: { type: 'string', default: '1' },
    trees: { type: 'string', default: '10000' },
    queries: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: 'Infinity' },
    servers: { type: 'string', default: '3' },
    earlier: { type: 'string' },
    meetings: { type: 'string', default: '1' },
    documents: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '200' },
    files: { type: 'string', default: '300000' },
    minutes: { type: 'string', default: '10' },
    idle: { type: 'string', default: '5000' },
    hostile: { type: 'string', default: '' },
    seconds: { type: 'string', default: '60' },
    requests: { type: 'string', default: '100000' },
  },
});

const parts: Readonly<Record<string, (engine: string) => Promise<readonly string[]>>> = {
  races: (engine) =>
    racesSoak(engine, {
      pairs: Number(values.pairs),
      meetings: Number(values.meetings),
      seed: Number(values.seed),
      servers: Number(values.servers),
      earlier: values.earlier,
    }),
  trees: (engine) => treesSoak(engine, Number(values.trees)),
  queries: (engine) => queriesSoak(engine, Number(values.queries)),
  kills: (engine) => killsSoak(engine, Number(values.kills), Number(values.seed)),
  check: (engine) => checkSoak(engine, Number(values.documents)),
  import: (engine) => importSoak(engine, Number(values.files)),
  load: (engine) => loadSoak(engine, Number(values.minutes), Number(values.idle)),
  attack: (engine) =>
    attackSoak(engine, Number(values.requests), Number(values.queries), Number(values.seed)),
  files: (engine) => filesSoak(engine, values.hostile),
  bucket: bucketSoak,
  troubles: (engine) => troublesSoak(engine, Number(values.seconds)),
  // Once is enough: the app does not depend on the engine.
  stock: (engine) => (engine === 'sqlite' ? stockSoak() : Promise.resolve([])),
  languages: (engine) => (engine === 'sqlite' ? languagesSoak() : Promise.resolve([])),
};
if (values.only !== undefined && !Object.hasOwn(parts, values.only))
  throw new Error(`No such part: ${values.only} (${Object.keys(parts).join(', ')})`);

let faults = 0;
for (const engine of values.engine === undefined ? ['sqlite', 'postgresql'] : [values.engine]) {
  for (const [name, part] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    console.log(
      `\n${name} on ${engine}, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}`,
    );
    const found = await part(engine);
    faults += found.length;
    console.log(found.length === 0 ? 'No faults.' : found.join('\n'));
  }
}
process.exit(faults === 0 ? 0 : 1);
