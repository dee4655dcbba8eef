/** How long a folder of 10,000 takes to show its first row, in a real Chromium, cold and again. */
import { chromium } from '@playwright/test';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { signIn } from '../e2e/fixtures.ts';
import type { Seed } from '../e2e/seed.ts';
import { listFolder } from './library.ts';
import { type Measured, median, milliseconds } from './measure.ts';

export async function paintingBench(seed: Seed): Promise<readonly Measured[]> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const cold: number[] = [];
  const within: number[] = [];
  for (let run = 0; run < 5; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, seed);
    await page.goto(`${seed.origin}/browse${listFolder}`);
    await page.getByRole('row').nth(5).waitFor();
    cold.push(await page.evaluate(() => performance.now()));
    await page.getByRole('link', { name: 'Workspaces' }).first().click();
    const row = page.getByRole('link', { name: 'list', exact: true }).first();
    await row.waitFor();
    const start = performance.now();
    await row.click();
    await page.getByRole('row').nth(5).waitFor();
    within.push(performance.now() - start);
    await context.close();
  }
  await browser.close();
  return [
    { name: 'first row of 10,000, cold start', value: milliseconds(median(cold)) },
    { name: 'first row of 10,000, from another folder', value: milliseconds(median(within)) },
  ];
}
