/**
 * The fixtures of tests: a server for each worker, a seed client, a workspace of the test's own, a signed-in page, an axe
 * check.
 * Invariant: a test fails on any console error, page error or violation found by axe, without further code.
 */
import { randomUUID } from 'node:crypto';
import { test as base, type Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { Seed } from './seed.ts';
import { onStock, type Server, startServer } from './server.ts';

interface ServerOptions {
  readonly arguments?: readonly string[];
  /** Use the stand-in for a stock server, whatever server the run uses. */
  readonly stock?: boolean;
}

export interface WorkerFixtures {
  /** A file that sets it by `test.use` gets a server of its own. */
  readonly serverOptions: ServerOptions;
  readonly server: Server;
}

export interface Workspace {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

export interface Fixtures {
  /** Console messages that this test expects (a refused sign-in logs its 401). */
  readonly expectedErrors: RegExp[];
  readonly seed: Seed;
  /** Created for the test, below /default-domain/workspaces. */
  readonly workspace: Workspace;
  /** `page`, signed in as Administrator. */
  readonly app: Page;
  /** `app` with a dark system theme. */
  readonly appInTheDark: Page;
  /** Fails on anything that axe finds; `within` limits it to a part of the page. */
  readonly checkAccessibility: (page?: Page, within?: string) => Promise<void>;
  /** Checks only the contrast, if everything else was checked in another theme. */
  readonly checkContrast: (within?: string) => Promise<void>;
}

/** Logged by the browser if a server lacks an address. */
export const lackingOnStock = /status of 40[45]/;
/** If the server is stopped, the stand-in before it ends the connection, instead of refusing it. */
const nobodyBehindStock = /ERR_EMPTY_RESPONSE/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverOptions: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverOptions: { arguments: given = [], stock } }, use) => {
      const server = await startServer(given, { stock });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  // Playwright reads which fixtures are needed from the first parameter, so it must destructure one.
  expectedErrors: async ({ browserName: _browser }, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    const known = onStock ? [...expectedErrors, lackingOnStock, nobodyBehindStock] : expectedErrors;
    expect(errors.filter((error) => !known.some((one) => one.test(error)))).toEqual([]);
  },
  seed: async ({ server }, use) => use(new Seed(server.origin)),
  workspace: async ({ seed }, use) => {
    // Other tests see it in their trees, so it must have no word that one of them searches.
    const title = `Room ${randomUUID().slice(0, 8)}`;
    const name = randomUUID().slice(0, 18);
    const id = await seed.document('/default-domain/workspaces', 'Workspace', name, { 'dc:title': title });
    await use({ id, path: `/default-domain/workspaces/${name}`, title });
  },
  app: async ({ page, seed }, use) => {
    await signIn(page, seed);
    await use(page);
  },
  appInTheDark: async ({ app }, use) => {
    await app.emulateMedia({ colorScheme: 'dark' });
    await use(app);
  },
  checkAccessibility: async ({ page, expectedErrors }, use) => {
    await use(async (target = page, within) => {
      // Axe tries to look into every frame, and is refused in those without scripts.
      expectedErrors.push(/^Blocked script execution in 'blob:/);
      // A page whose code is still loading has no heading, which axe would report.
      if (within === undefined) await expect(target.locator('h1').first()).toBeAttached();
      await rest(target);
      const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const found = await axeViolations(target, { runOnly: { type: 'tag', values }, within });
      expect(found).toEqual([]);
    });
  },
  checkContrast: async ({ page }, use) => {
    await use(async (within) => {
      await rest(page);
      const found = await axeViolations(page, {
        runOnly: { type: 'rule', values: ['color-contrast'] },
        within,
      });
      expect(found).toEqual([]);
    });
  },
});

async function rest(page: Page): Promise<void> {
  // A closing menu is still in the page, outside of its landmarks, but cannot be reached any more.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0);
  await page.evaluate(colorsAtRest);
}

/** Waits for short animations: axe would read colours in between. Endless ones, such as spinners, are not waited for. */
async function colorsAtRest(): Promise<void> {
  const short = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000);
  await Promise.allSettled(short.map(({ finished }) => finished));
}

/**
 * Stores a token where the app keeps its session, so that only the tests of sign-in use its page. The app keeps things on
 * the device only for people who are to stay signed in.
 */
export async function signIn(
  page: Page,
  seed: Seed,
  username = 'Administrator',
  keep = false,
): Promise<void> {
  const token = await seed.token(randomUUID());
  const session = {
    username,
    keep,
    defaultPassword: false,
    credentials: { kind: 'token', token, deviceId: null },
  };
  await page.addInitScript(
    ([key, value]) => {
      // Extensions' frames have no storage.
      if (self.origin === 'null') return;
      if (sessionStorage.getItem(`${key}:left`) === null && sessionStorage.getItem(key) === null)
        sessionStorage.setItem(key, value);
    },
    [sessionKey(seed.origin), JSON.stringify(session)] as const,
  );
}

/** Signs in a person who may only read the workspace. */
export async function signInReader(page: Page, seed: Seed, workspace: Workspace): Promise<void> {
  const reader = await seed.user(`reader-${randomUUID().slice(0, 8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [reader.username], permission: 'Read' },
  });
  await signIn(page, new Seed(seed.origin, reader), reader.username);
}

function sessionKey(origin: string): string {
  return `muniment:${origin}/nuxeo`;
}

export { expect };
