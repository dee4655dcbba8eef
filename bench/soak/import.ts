/** Imports many small files by one command, which is killed once and then run again to continue. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Seed } from '../../e2e/seed.ts';
import { contradictions, endOf, openPlace, startProgram } from './place.ts';

const perFolder = 500;
const into = '/default-domain/workspaces';

export async function importSoak(engine: string, files: number): Promise<readonly string[]> {
  const place = await openPlace(engine);
  const folder = await mkdtemp(join(tmpdir(), 'muniment-share-'));
  try {
    await writeShare(folder, files);
    const args = ['import', folder, '--into', into, '--log-level', 'error', ...place.flags];
    const start = performance.now();
    const broken = startProgram('folders/main.ts', args);
    const ended = endOf(broken);
    await Promise.race([ended, wait(10_000)]);
    broken.kill('SIGKILL');
    await ended;
    const { code, output } = await endOf(startProgram('folders/main.ts', args));
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `${output.match(/\d+ documents made.*/)?.[0] ?? ''} ${Math.round(files / seconds)} files a second, with one kill`,
    );
    const server = await place.start();
    const count = await new Seed(server.origin).json(
      'GET',
      `/search/lang/NXQL/execute?pageSize=1&query=${encodeURIComponent('SELECT * FROM File')}`,
    );
    await server.end();
    const faults = code === 0 ? [] : [`The import ended with ${code}`];
    if (count.resultsCount !== files)
      faults.push(`${String(count.resultsCount)} documents of ${files} files`);
    return [...faults, ...(await contradictions(place))];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await place.remove();
  }
}

async function writeShare(folder: string, files: number): Promise<void> {
  for (let first = 0; first < files; first += perFolder) {
    const inside = join(folder, `folder-${first / perFolder}`);
    await mkdir(inside);
    const count = Math.min(perFolder, files - first);
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        writeFile(
          join(inside, `file-${first + index}.txt`),
          `Lease ${first + index} of the harbour\n`.repeat(1 + (index % 40)),
        ),
      ),
    );
  }
}
