/**
 * Hostile files through every conversion, rendition, preview and thumbnail: each is made or refused, no other request
 * waits, and no temporary files are left.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { converters } from '#server/adapters/conversion/converters.ts';
import { type Ask, askThrough } from '#server/testing/ask.ts';
import { Seed } from '../../e2e/seed.ts';
import type { Server } from '../../e2e/server.ts';
import { hostileFiles } from './hostile-files.ts';
import { growth, neighbourOf, sizeOf, turnsOf } from './neighbour.ts';
import { contradictions, openPlace } from './place.ts';

const together = 3;
/** Longer than one conversion may take, including its wait in the queue. */
const longest = 200_000;
const workspaces = '/default-domain/workspaces';
const renditions = [
  'thumbnail',
  'pdf',
  'imageToPDF',
  'Small',
  'FullHD',
  'OriginalJpeg',
  'tiles',
  'xmlExport',
  'zipExport',
];

/** @param part only files whose names contain it are used */
export async function filesSoak(engine: string, part: string): Promise<readonly string[]> {
  const hostile = (await hostileFiles()).filter(({ name }) => name.includes(part));
  const storage = await openPlace(engine);
  try {
    const server = await storage.start();
    const ask = askThrough(fetch, server.origin);
    const seed = new Seed(server.origin);
    // Warm up: programs, isolates and pools that are started once stay.
    const plain = await seed.file(workspaces, 'plain.txt', 'plain', 'text/plain');
    await Promise.all(questions().map((question) => ask(`/id/${plain}/${question}`)));
    await settled(ask);
    const before = await sizeOf(server.pid);
    const neighbour = neighbourOf(server);
    const begun = Date.now();
    const faults: string[] = [];
    const work = hostile.values();
    const next = async (): Promise<void> => {
      for (const { name, type, bytes } of work) {
        const start = performance.now();
        const kind = type.startsWith('image/') ? 'Picture' : type.startsWith('video/') ? 'Video' : 'File';
        const id = await seed.file(workspaces, name, bytes, type, kind);
        const statuses = new Map<number, number>();
        for (const question of questions()) {
          const { status, took, text } = await answerTo(ask, `/id/${id}/${question}`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 0 || text.includes('"message":"Internal Server Error"') || took > longest)
            faults.push(`${name} ${question}: ${status} after ${Math.round(took)} ms: ${text.slice(0, 200)}`);
        }
        const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
        console.log(`${name}: ${counts}, ${Math.round((performance.now() - start) / 1000)} s`);
      }
    };
    await Promise.all(Array.from({ length: together }, next));
    await settled(ask);
    faults.push(...(await neighbour.leave()), ...(await turnsOf(storage, begun)));
    faults.push(...growth(before, await sizeOf(server.pid)));
    faults.push(...(await leftBehind(server, storage.flags)));
    faults.push(...server.log.filter((line) => /\berror\b/i.test(line)).slice(0, 20));
    await server.end();
    return [...faults, ...(await contradictions(storage))];
  } finally {
    await storage.remove();
  }
}

function questions(): readonly string[] {
  return [
    ...converters.map(({ name }) => `@convert?converter=${name}`),
    ...renditions.map((name) => `@rendition/${name}`),
    '@preview',
    '@blob/file:content',
  ];
}

async function answerTo(
  ask: Ask,
  path: string,
): Promise<{ readonly status: number; readonly took: number; readonly text: string }> {
  const start = performance.now();
  try {
    const { status, text } = await ask(path, { headers: { Accept: '*/*' } });
    return { status, took: performance.now() - start, text: status >= 400 ? text : '' };
  } catch (error) {
    return { status: 0, took: performance.now() - start, text: String(error) };
  }
}

/** Waits until the background jobs have extracted texts, facts and pictures. */
async function settled(ask: Ask): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end; await wait(500)) {
    const counts: unknown = JSON.parse((await ask('/management/jobs')).text);
    const waiting = JSON.stringify(counts).match(/"state":"(scheduled|running)"/g) ?? [];
    if (waiting.length === 0) return;
  }
}

/** Lists temporary files of conversions that are still there. */
async function leftBehind({ folder }: Server, flags: readonly string[]): Promise<readonly string[]> {
  const data = flags[flags.indexOf('--data') + 1] ?? folder;
  const all = await readdir(join(data, 'conversion'), { recursive: true, withFileTypes: true });
  const usual = all.filter((one) => one.isFile() && !one.parentPath.includes('office'));
  const outside = await stat('/tmp/muniment-escaped').catch(() => undefined);
  return [
    ...usual.slice(0, 20).map((one) => `${join(one.parentPath, one.name)} is left behind`),
    ...(outside ? ['A file was written outside of its folder'] : []),
  ];
}
