/**
 * How long a folder of 10,000 takes to show its first row in a real Chromium, cold and again. For one of 100,000: the time
 * to its first row, from a key in a page that has just loaded and from the second click in an idle one; each frame of a
 * scroll, the rows when it stops, and the memory used after it. And the first menu and dialog of an idle page.
 */
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumPath } from '../e2e/chromium-path.ts';
import { signIn } from '../e2e/fixtures.ts';
import { FolderList } from '../e2e/models/folder-list.ts';
import type { Seed } from '../e2e/seed.ts';
import { listFolder } from './library.ts';
import { type Measured, median, spread, time } from './measure.ts';
import { big } from './storage.ts';

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
        // The folder before has fewer rows.
        await list.rows.nth(10).waitFor();
      }),
    );
    await context.close();
  }
  const scrolled: Scrolled[] = [];
  for (let run = 0; run < runs; run++) scrolled.push(await scrolledThrough(browser, seed));
  const atRest: number[] = [];
  for (let run = 0; run < runs; run++) atRest.push(await doubleClicked(browser, seed));
  const menus: number[] = [];
  for (let run = 0; run < runs; run++) menus.push(await firstMenu(browser, seed));
  const dialogs: number[] = [];
  for (let run = 0; run < runs; run++) dialogs.push(await firstDialog(browser, seed));
  await browser.close();
  const of = (key: keyof Scrolled): string =>
    spread(
      scrolled.map((one) => one[key]),
      key === 'grown' ? 'MiB' : key === 'late' ? '' : 'ms',
    );
  return [
    { name: 'first row of 100,000 after the key', value: of('opened') },
    { name: 'first row of 100,000 after a double click, at rest', value: spread(atRest, 'ms') },
    { name: 'first menu of a page at rest', value: spread(menus, 'ms') },
    { name: 'first dialog of a page at rest', value: spread(dialogs, 'ms') },
    { name: 'a frame of a scroll through it: median', value: of('frame') },
    { name: 'a frame of a scroll through it: of twenty the longest', value: of('longest') },
    { name: `of its ${frames} frames took longer than one`, value: of('late') },
    { name: 'its rows after the scroll stops', value: of('rested') },
    { name: 'memory after the scroll, more than before', value: of('grown') },
    { name: 'first row of 10,000: cold start', value: spread(cold, 'ms') },
    { name: 'first row of 10,000: from another folder', value: spread(within, 'ms') },
  ];
}

interface Scrolled {
  readonly opened: number;
  readonly frame: number;
  readonly longest: number;
  /** Number of frames longer than one of the screen. */
  readonly late: number;
  readonly rested: number;
  readonly grown: number;
}

const firstRow = `[role="grid"][aria-rowcount="${big + 1}"] [role="row"][data-index="0"]:not([aria-busy])`;
const frames = 200;
/** At 60 frames a second, with the inaccuracy of the frame clock. */
const frameMs = 17.5;
/** Longer than a page works by itself after its first view. */
const settledMs = 3_000;
/** Time between a person's two clicks. */
const betweenMs = 120;

async function scrolledThrough(browser: Browser, seed: Seed): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(page, seed);
  const list = new FolderList(page);
  await page.goto(`${seed.origin}/browse/default-domain/workspaces`);
  await list.row('big').click();
  // The observer must be installed before the key press; its result is awaited afterwards.
  const opening = await page.evaluateHandle(untilShown, ['keydown', firstRow] as const);
  await page.keyboard.press('Enter');
  const opened = await opening.evaluate(({ shown }) => shown);
  const before = await heapMiB(page);
  const { deltas, rested } = await page.evaluate(scrollAndRest, frames);
  const grown = (await heapMiB(page)) - before;
  await context.close();
  const longest =
    deltas.toSorted((one, other) => one - other)[Math.floor(deltas.length * 0.95)] ?? Number.NaN;
  const late = deltas.filter((delta) => delta > frameMs).length;
  return { opened, frame: median(deltas), longest, late, rested, grown };
}

function doubleClicked(browser: Browser, seed: Seed): Promise<number> {
  return pressedAtRest(browser, seed, ['dblclick', firstRow], (row) =>
    row.dblclick({ delay: betweenMs / 2 }),
  );
}

function firstMenu(browser: Browser, seed: Seed): Promise<number> {
  return pressedAtRest(browser, seed, ['contextmenu', '[role="menu"]'], (row) =>
    row.click({ button: 'right' }),
  );
}

function firstDialog(browser: Browser, seed: Seed): Promise<number> {
  const wanted = '[role="dialog"]:not([aria-busy="true"])';
  return pressedAtRest(browser, seed, ['keydown', wanted], async (row) => {
    await row.click();
    await row.press('Shift+Delete');
  });
}

/** Measures from the event until the wanted element is visible. */
async function pressedAtRest(
  browser: Browser,
  seed: Seed,
  until: readonly [event: string, wanted: string],
  press: (row: Locator) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(page, seed);
  await page.goto(`${seed.origin}/browse/default-domain/workspaces`);
  const row = new FolderList(page).row('big');
  await row.waitFor();
  await page.waitForTimeout(settledMs);
  const opening = await page.evaluateHandle(untilShown, until);
  await press(row);
  const shown = await opening.evaluate(({ shown }) => shown);
  await context.close();
  return shown;
}

async function heapMiB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
}

/** Runs in the page: measures from the next such event until the frame after the one that has the wanted element. */
function untilShown([event, wanted]: readonly [event: string, wanted: string]): {
  readonly shown: Promise<number>;
} {
  const shown = new Promise<number>((resolve) => {
    const onEvent = ({ timeStamp }: Event): void => {
      const check = (): void => {
        if (document.querySelector(wanted) === null) requestAnimationFrame(check);
        else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
      };
      check();
    };
    addEventListener(event, onEvent, { once: true, capture: true });
  });
  return { shown };
}

/** Runs in the page: scrolls eleven rows a frame, and then waits until every visible row has loaded. */
async function scrollAndRest(frames: number) {
  const grid = document.querySelector('[role="grid"]');
  if (grid === null) throw new Error('No list is shown');
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const deltas: number[] = [];
  let last = await frame();
  for (let step = 0; step < frames; step++) {
    grid.scrollTop += 400;
    const now = await frame();
    deltas.push(now - last);
    last = now;
  }
  const { top, bottom } = grid.getBoundingClientRect();
  const onScreen = (row: Element): boolean => {
    const box = row.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  };
  while ([...grid.querySelectorAll('[data-index][aria-busy]')].some(onScreen)) await frame();
  return { deltas, rested: (await frame()) - last };
}
