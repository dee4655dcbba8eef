/** How long 1,000 small files take through the manager, compared with a bare loop of the same requests in the same page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { signIn } from '../e2e/fixtures.ts';
import { UploadTray } from '../e2e/models/upload-tray.ts';
import type { Seed } from '../e2e/seed.ts';
import { type Measured, spread, time } from './measure.ts';

const files = 1000;
const callers = 4;
const runs = 3;

export async function uploadingBench(seed: Seed): Promise<readonly Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-files-'));
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const manager: number[] = [];
  const bare: number[] = [];
  const work: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
      const page = await context.newPage();
      await signIn(page, seed);
      // New bytes for each run: the manager would ask about files that exist already.
      const paths = await writeFiles(folder, run);
      bare.push(rate(await time(async () => bareLoop(page, seed, await newFolder(seed, `bare-${run}`)))));
      const name = `manager-${run}`;
      await newFolder(seed, name);
      await page.goto(`${seed.origin}/browse/default-domain/workspaces/${name}`);
      const tray = new UploadTray(page);
      await tray.ready();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable');
      const before = await taskSeconds();
      manager.push(
        rate(
          await time(async () => {
            await tray.pickFiles(paths);
            await tray.tray
              .getByText(`${files.toLocaleString('en-GB')} files uploaded`)
              .waitFor({ timeout: 300_000 });
          }),
        ),
      );
      work.push((await taskSeconds()) - before);
      await context.close();

      async function taskSeconds(): Promise<number> {
        const { metrics } = await session.send('Performance.getMetrics');
        return metrics.find((one) => one.name === 'TaskDuration')?.value ?? 0;
      }
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
  return [
    { name: '1,000 small files, bare loop of requests', value: spread(bare, 'files/s') },
    { name: '1,000 small files, through the manager', value: spread(manager, 'files/s') },
    { name: '1,000 small files: the page is at work for', value: spread(work, 's') },
  ];
}

function rate(milliseconds: number): number {
  return files / (milliseconds / 1000);
}

async function writeFiles(folder: string, run: number): Promise<readonly string[]> {
  const paths = Array.from({ length: files }, (_, index) => join(folder, `run ${run} file ${index}.txt`));
  for (const path of paths) await writeFile(path, `${path}\n`.repeat(20));
  return paths;
}

async function newFolder(seed: Seed, name: string): Promise<string> {
  return seed.document('/default-domain/workspaces', 'Workspace', name, { 'dc:title': name });
}

/** The same requests as the manager's: a batch for each hundred files, and each document with its file. */
async function bareLoop(page: Page, seed: Seed, parent: string): Promise<void> {
  const token = await seed.token(`bench-${parent}`);
  await page.goto(`${seed.origin}/config.json`);
  await page.evaluate(
    async ([token, parent, files, callers]) => {
      const headers = { 'X-Authentication-Token': token, 'X-Batch-No-Drop': 'true' };
      const api = '/nuxeo/api/v1';
      let next = 0;
      let batch: Promise<string> | undefined;
      const caller = async () => {
        while (next < files) {
          const index = next;
          next += 1;
          if (index % 100 === 0 || batch === undefined)
            batch = fetch(`${api}/upload`, { method: 'POST', headers }).then(
              async (answer) => (await answer.json()).batchId,
            );
          const batchId = await batch;
          const bytes = new Blob([`${parent} ${index}\n`.repeat(20)], { type: 'text/plain' });
          const sent = await fetch(`${api}/upload/${batchId}/${index}`, {
            method: 'POST',
            headers: { ...headers, 'X-File-Name': `${index}.txt`, 'X-File-Type': 'text/plain' },
            body: bytes,
          });
          const content = { 'upload-batch': batchId, 'upload-fileId': String(index) };
          const properties = { 'dc:title': `${index}.txt`, 'file:content': content };
          const body = { 'entity-type': 'document', type: 'File', name: `${index}.txt`, properties };
          const made = await fetch(`${api}/id/${parent}`, {
            method: 'POST',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          });
          if (!sent.ok || !made.ok) throw new Error(`${sent.status} ${made.status}`);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
    [token, parent, files, callers] as const,
  );
}
