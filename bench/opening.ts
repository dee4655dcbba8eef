/**
 * How long the app takes to open on a slow connection: fast 4G and a CPU four times slower, by the DevTools protocol, with
 * an empty cache, from our own server as it really sends.
 * It is ready when a person can act: the sign-in page accepts a name, the home page shows its parts, the list shows a row.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { signIn } from '../e2e/fixtures.ts';
import type { Seed } from '../e2e/seed.ts';
import { type Measured, spread } from './measure.ts';

const runs = 5;
const folder = 'opening';
/** Long enough for what still loads after the view is ready. */
const settleMs = 3_000;
/** A page that has been open for ten seconds stores the release for the next visit (next-visit.ts). */
const rememberedMs = 15_000;

/** The DevTools preset "Fast 4G". */
const fastFourG = {
  offline: false,
  latency: 165,
  downloadThroughput: (9_000_000 / 8) * 0.9,
  uploadThroughput: (1_500_000 / 8) * 0.9,
};

interface Opening {
  readonly ready: number;
  readonly painted: number;
  readonly blocked: number;
  readonly requests: number;
  readonly scripts: number;
  readonly scriptBytes: number;
  readonly bytes: number;
}

const isReady = 'The view is ready';
const field = 'input[name="username"]:not(:disabled)';
const row = '[role="grid"] [role="row"][data-index]:not([aria-busy])';
const part = 'main h2';

export async function openingBench(seed: Seed): Promise<readonly Measured[]> {
  await plantFolder(seed);
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const signingIn: Opening[] = [];
  const home: Opening[] = [];
  const first: Opening[] = [];
  const second: Opening[] = [];
  const list = `${seed.origin}/browse/default-domain/workspaces/${folder}`;
  for (let run = 0; run < runs; run++) {
    const stranger = await slowPage(browser, field);
    signingIn.push(await opened(stranger, `${seed.origin}/login`));
    await stranger.context().close();
    const lander = await slowPage(browser, part);
    await signIn(lander, seed);
    home.push(await opened(lander, seed.origin));
    await lander.context().close();
    const page = await slowPage(browser, row);
    await signIn(page, seed);
    first.push(await opened(page, list));
    await page.waitForTimeout(rememberedMs);
    await page.goto('about:blank');
    second.push(await opened(page, list));
    await page.context().close();
  }
  await browser.close();
  return [
    ...linesOf('sign-in page', signingIn),
    ...linesOf('home', home),
    ...linesOf('list of a folder', first),
    ...linesOf('list of a folder, second visit', second),
  ];
}

/** Fast 4G and a slow CPU for everything that the page does; marks `ready` when `selector` is visible. */
async function slowPage(browser: Browser, selector: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', fastFourG);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(
    ([wanted, readyWord]) => {
      performance.setResourceTimingBufferSize(1000);
      const check = (): void => {
        if (document.querySelector(wanted)?.checkVisibility() !== true) requestAnimationFrame(check);
        // When the next frame begins, the one that has it was painted.
        else
          requestAnimationFrame(() => {
            performance.mark('ready');
            console.debug(readyWord);
          });
      };
      requestAnimationFrame(check);
      new PerformanceObserver((list) => {
        for (const task of list.getEntries()) performance.mark('long task', { detail: task.duration });
      }).observe({ type: 'longtask', buffered: true });
    },
    [selector, isReady] as const,
  );
  return page;
}

async function opened(page: Page, address: string): Promise<Opening> {
  // Wait for a console message: to look into the page, Playwright would run a script as large as the app's own.
  const ready = page.waitForEvent('console', {
    predicate: (message) => message.text() === isReady,
    timeout: 60_000,
  });
  await page.goto(address, { waitUntil: 'commit' });
  await ready;
  await page.waitForTimeout(settleMs);
  return page.evaluate(() => {
    const ready = performance.getEntriesByName('ready')[0]?.startTime ?? Number.NaN;
    const long = performance.getEntriesByName('long task').map((entry) => Reflect.get(entry, 'detail'));
    const before = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.startTime < ready)
      .map((entry) => entry.toJSON());
    const scripts = before.filter(({ name }) => /\.m?js(\?|$)/.test(name));
    const weight = (those: typeof before): number =>
      those.reduce((sum, { transferSize }) => sum + transferSize, 0);
    return {
      ready,
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      blocked: long.reduce((sum: number, duration) => sum + Math.max(0, Number(duration) - 50), 0),
      // Counts the page itself.
      requests: before.length + 1,
      scripts: scripts.length,
      scriptBytes: weight(scripts),
      bytes: weight(before),
    };
  });
}

function linesOf(name: string, openings: readonly Opening[]): readonly Measured[] {
  const of = (key: keyof Opening): readonly number[] => openings.map((opening) => opening[key]);
  const kilobytes = (key: keyof Opening): readonly number[] => of(key).map((bytes) => bytes / 1000);
  return [
    { name: `${name}: ready`, value: spread(of('ready'), 'ms') },
    { name: `${name}: first paint`, value: spread(of('painted'), 'ms') },
    { name: `${name}: processor blocked`, value: spread(of('blocked'), 'ms') },
    {
      name: `${name}: requests before that`,
      value: `${spread(of('requests'), '')}, of scripts ${spread(of('scripts'), '')}`,
    },
    {
      name: `${name}: bytes before that`,
      value: `${spread(kilobytes('bytes'), 'kB')}, of scripts ${spread(kilobytes('scriptBytes'), 'kB')}`,
    },
  ];
}

async function plantFolder(seed: Seed): Promise<void> {
  await seed.document('/default-domain/workspaces', 'Workspace', folder);
  for (let index = 0; index < 60; index++)
    await seed.document(`/default-domain/workspaces/${folder}`, 'File', `paper-${index}`);
}
