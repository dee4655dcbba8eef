/**
 * What tests name: a server per worker, a seed client, a workspace of their own, a signed-in page, an axe check.
 * Invariant: a test fails on any console error, page error or failed axe rule, without having to ask.
 */
import { randomUUID } from 'node:crypto';
import { test as base, type Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { Seed } from './seed.ts';
import { onStock, type Server, startServer } from './server.ts';

interface ServerOptions {
  readonly arguments?: readonly string[];
  /** The stand-in for a stock server, whatever the run is on. */
  readonly stock?: boolean;
}

interface WorkerFixtures {
  /** `test.use` with it gives a file a server of its own. */
  readonly serverOptions: ServerOptions;
  readonly server: Server;
}

export interface Workspace {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

interface Fixtures {
  /** Messages that this test expects on the console (a refused sign-in logs its 401). */
  readonly expectedErrors: RegExp[];
  readonly seed: Seed;
  /** Made afresh for the test, below /default-domain/workspaces. */
  readonly workspace: Workspace;
  /** `page`, signed in as Administrator. */
  readonly app: Page;
  /** `app`, for somebody whose system is dark. */
  readonly appInTheDark: Page;
  /** Nothing that axe finds is tolerated; `within` narrows it to a part. */
  readonly checkAccessibility: (page?: Page, within?: string) => Promise<void>;
  /** The colours alone, where everything else was looked at in another theme. */
  readonly checkContrast: (within?: string) => Promise<void>;
}

/** The browser itself logs that a server has no such address. */
export const lackingOnStock = /status of 40[45]/;
/** Where a server alone would refuse the connection, the stand-in before it ends it. */
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
  // Playwright reads a fixture's needs from its first parameter, so it must name one.
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
    // Later tests see it in their trees, so it must hold no word that one of them looks for.
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
      // Axe wants to look into every frame, and is refused in those where no script runs.
      expectedErrors.push(/^Blocked script execution in 'blob:/);
      // A page whose code is still being fetched has no heading yet, which axe would report.
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
  // A menu that fades out still stands in the page, outside its landmarks; nobody can reach it any more.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0);
  await page.evaluate(colorsAtRest);
}

/**
 * Colours go over from one theme, or from one state of a control, to the next, and messages come into sight; axe would
 * read one in between. What turns for as long as one waits is not waited for.
 */
async function colorsAtRest(): Promise<void> {
  const short = document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000);
  await Promise.allSettled(short.map(({ finished }) => finished));
}

/**
 * Puts a token where the app keeps its session, so that only sign-in's own tests go through its page. Only for somebody
 * who is to be kept signed in anything stays on the device.
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

/** Somebody who may read the workspace, and nothing more. */
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
