/** How long a folder of 10,000 takes to show its first row, in a real Chromium, cold and again. */
import { chromium } from '@playwright/test';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { signIn } from '../e2e/fixtures.ts';
import { FolderList } from '../e2e/models/folder-list.ts';
import type { Seed } from '../e2e/seed.ts';
import { listFolder } from './library.ts';
import { type Measured, spread, time } from './measure.ts';

const runs = 5;

export async function paintingBench(seed: Seed): Promise<readonly Measured[]> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const cold: number[] = [];
  const within: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    const page = await context.newPage();
    await signIn(page, seed);
    const list = new FolderList(page);
    await page.goto(`${seed.origin}/browse${listFolder}`);
    await list.rows.first().waitFor();
    cold.push(await page.evaluate(() => performance.now()));
    await page.goto(`${seed.origin}/browse/default-domain/workspaces`);
    await list.row('list').click();
    within.push(
      await time(async () => {
        await page.keyboard.press('Enter');
        // The folder that was left has fewer.
        await list.rows.nth(10).waitFor();
      }),
    );
    await context.close();
  }
  await browser.close();
  return [
    { name: 'first row of 10,000: cold start', value: spread(cold, 'ms') },
    { name: 'first row of 10,000: from another folder', value: spread(within, 'ms') },
  ];
}
