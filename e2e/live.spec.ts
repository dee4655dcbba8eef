/** Changes by others in the open folder or document appear without a reload. */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';
import { spoken } from './spoken.ts';

const title = (name: string) => ({ 'dc:title': name });

const rename = (seed: Seed, uid: string, name: string) =>
  seed.json('PUT', `/id/${uid}`, { 'entity-type': 'document', uid, properties: title(name) });

/** From now on only administrators may read it. */
const withoutReaders = (seed: Seed, input: string) =>
  seed.operation('Document.BlockPermissionInheritance', { input, params: {} });

test('what others make, rename and remove appears by itself, in all tabs, over one stream', {
  tag: '@own-server',
}, async ({ page, context, seed, workspace, expectedErrors, checkAccessibility }) => {
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  await seed.document(workspace.path, 'File', 'first', title('First paper'));
  await context.clock.install();
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/changes?')) streams.push(request.url());
  });
  await signIn(page, new Seed(seed.origin, ada), ada.username);
  const opened = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
  const list = await new FolderList(page).open(workspace.path);
  await expect(list.row('First paper')).toBeVisible();
  await page.clock.fastForward(5_000);
  expect((await opened).status()).toBe(200);

  const id = await seed.document(workspace.path, 'File', 'second', title('Second paper'));
  await expect(list.row('Second paper')).toBeVisible();
  await rename(seed, id, 'Another name');
  await expect(list.row('Another name')).toBeVisible();
  await expect(list.row('Second paper')).toHaveCount(0);

  await seed.document(workspace.path, 'Folder', 'below', title('Below'));
  const tab = await context.newPage();
  const again = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
  const other = await new FolderList(tab).open(`${workspace.path}/below`);
  await expect(other.heading).toHaveText('Below');
  await tab.clock.fastForward(5_000);
  expect(new URL((await again).url()).searchParams.getAll('place')).toEqual([
    workspace.path,
    `${workspace.path}/below`,
  ]);
  await seed.document(`${workspace.path}/below`, 'File', 'third', title('Third paper'));
  await expect(other.row('Third paper')).toBeVisible();
  await list.row('First paper').click();
  await list.row('Another name').click({ modifiers: ['Control'] });
  await expect(list.toolbar).toContainText('2 selected');
  const messages = await spoken(page);
  expectedErrors.push(/40[34]/);
  await seed.fetch(`/api/v1/id/${id}`, { method: 'DELETE' });
  await expect(list.row('Another name')).toHaveCount(0);
  await expect.poll(messages).toContain('1 selected document is no longer there, and is selected no longer.');
  await expect(list.toolbar.getByRole('link', { name: '1 elsewhere' })).toHaveCount(0);
  await expect(list.toolbar).toContainText('1 selected');
  expect(streams.length).toBe(2);
  await tab.close();

  await withoutReaders(seed, workspace.id);
  await expect(list.heading).toHaveText('This folder is no longer available to you');
  await expect(page.getByText('First paper')).toHaveCount(0);
  await expect(page.getByText(workspace.title)).toHaveCount(0);
  await expect.poll(messages).toContain('This folder is no longer available to you');
  await checkAccessibility();
  await page.getByRole('link', { name: 'Go one folder up' }).click();
  await expect(list.heading).toHaveText('Workspaces');
});

test('what changes while another tab opens the same folder appears in both', { tag: '@own-server' }, async ({
  page,
  context,
  seed,
  workspace,
}) => {
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  await context.clock.install();
  await signIn(page, new Seed(seed.origin, ada), ada.username);
  const opened = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
  const list = await new FolderList(page).open(workspace.path);
  await expect(list.row('Bail')).toHaveCount(0);
  await page.clock.fastForward(5_000);
  await opened;
  const other = await new FolderList(await context.newPage()).open(workspace.path);
  await expect(other.heading).toHaveText(workspace.title);
  // It starts to watch only after some seconds.
  await seed.document(workspace.path, 'File', 'bail', title('Bail'));
  for (const tab of [list, other]) await expect(tab.row('Bail')).toBeVisible();
});

test('two clicks open what the first one was on, wherever it has gone', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'File', 'first', title('First paper'));
  const id = await seed.document(workspace.path, 'File', 'second', title('Second paper'));
  const opened = app.waitForResponse((response) => response.url().includes('/changes?'));
  const list = await new FolderList(app).open(workspace.path);
  await opened;
  await list.row('Second paper').click();
  // It moves up a row.
  await rename(seed, id, 'Another name');
  await expect(list.row('Another name')).toBeVisible();
  await expect(list.row('Second paper')).toHaveCount(0);
  await app.mouse.down({ clickCount: 2 });
  await app.mouse.up({ clickCount: 2 });
  await expect(app).toHaveURL(`/doc/${id}`);
});

for (const [width, height] of [
  [1440, 700],
  [390, 700],
] as const) {
  test(`rows stay under the eye when others add some above, at ${width} px`, async ({
    page,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const make = (names: readonly string[]) =>
      Promise.all(names.map((name) => seed.document(workspace.path, 'File', name, title(name))));
    await make(Array.from({ length: 40 }, (_, index) => `Paper ${index + 10}`));
    const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await signIn(page, new Seed(seed.origin, ada), ada.username);
    const opened = page.waitForResponse((response) => response.url().includes('/changes?'));
    const list = await new FolderList(page).open(workspace.path);
    const link = (name: string) => list.grid.getByRole('link', { name, exact: true });
    await expect(link('Paper 10')).toBeVisible();
    await page.clock.fastForward(5_000);
    await opened;
    // A row in the middle, whatever the height of rows is.
    const read = link('Paper 35');
    await list.grid.evaluate((element) => {
      const row = element.querySelector<HTMLElement>('[role="row"][data-index]');
      element.scrollTop = 20 * (row?.offsetHeight ?? 0);
    });
    await expect(read).toBeVisible();
    const place = await read.evaluate((row) => row.getBoundingClientRect().top);
    await make(['A', 'B', 'C', 'D', 'E']);
    const above = page.getByRole('button', { name: '5 new above' });
    await expect(async () => {
      await page.clock.fastForward(2_000);
      await expect(above).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await read.evaluate((row) => row.getBoundingClientRect().top)).toBeCloseTo(place, 0);
    await checkAccessibility();
    await above.focus();
    await page.keyboard.press('Enter');
    await expect(link('A')).toBeVisible();
    await expect(above).toHaveCount(0);

    if (width === 390) return;
    // The toolbar appears under the pointer: the second click must still go to the row.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.mouse.click(560, height - 42);
    const bar = await list.toolbar.boundingBox();
    expect(bar?.y).toBeLessThan(height - 42);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page).toHaveURL(/\/doc\//);
  });
}

test('rows stay under the eye when others add more above than a page of the list', async ({
  page,
  seed,
  workspace,
}) => {
  const make = (parent: string, names: readonly string[]) =>
    Promise.all(names.map((name) => seed.document(parent, 'File', name, title(name))));
  const from = Array.from({ length: 150 }, (_, index) => index + 100);
  await make(
    workspace.path,
    from.slice(0, 40).map((number) => `Paper ${number}`),
  );
  await seed.document(workspace.path, 'Folder', 'annexes', title('Annexes'));
  const added = await make(
    `${workspace.path}/annexes`,
    from.map((number) => `Deed ${number}`),
  );
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  await page.clock.install();
  await signIn(page, new Seed(seed.origin, ada), ada.username);
  const opened = page.waitForResponse((response) => response.url().includes('/changes?'));
  const list = await new FolderList(page).open(workspace.path);
  const link = (name: string) => list.grid.getByRole('link', { name, exact: true });
  await expect(link('Paper 100')).toBeVisible();
  await page.clock.fastForward(5_000);
  await opened;
  const read = link('Paper 120');
  await list.grid.evaluate((element) => {
    const row = element.querySelector<HTMLElement>('[role="row"][data-index]');
    element.scrollTop = 15 * (row?.offsetHeight ?? 0);
  });
  await expect(read).toBeVisible();
  const place = await read.evaluate((row) => row.getBoundingClientRect().top);
  // In one request, so that the list gets all of them at once.
  await seed.operation('Document.Move', {
    input: `docs:${added.join(',')}`,
    params: { target: workspace.id },
  });
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(page.getByRole('button', { name: '150 new above' })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await read.evaluate((row) => row.getBoundingClientRect().top)).toBeCloseTo(place, 0);
});

for (const offered of [true, false]) {
  test(`a document's page ${offered ? 'changes' : 'asks now and then where there is no stream, and changes'} with what others write`, {
    tag: offered ? '@own-server' : [],
  }, async ({ page, seed, workspace, expectedErrors }) => {
    const id = await seed.document(workspace.path, 'File', 'first', title('First paper'));
    const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
    await seed.operation('Document.AddPermission', {
      input: id,
      params: { users: [ada.username], permission: 'ReadWrite' },
    });
    if (!offered) {
      expectedErrors.push(/404/);
      await page.route('**/api/v1/changes?*', (route) =>
        route.fulfill({
          status: 404,
          contentType: 'application/json',
          body: '{"status":404,"message":"none"}',
        }),
      );
    }
    await page.clock.install();
    await signIn(page, new Seed(seed.origin, ada), ada.username);
    const changesAnswer = page.waitForResponse((response) => response.url().includes('/changes?'));
    await page.goto(`/doc/${id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('First paper');
    await page.clock.fastForward(5_000);
    expect((await changesAnswer).status()).toBe(offered ? 200 : 404);
    if (!offered) await firstLook(page, (url) => url.pathname.endsWith(`/id/${id}`));
    await rename(seed, id, 'Renamed');
    await expect(async () => {
      await page.clock.fastForward(offered ? 2_000 : 25_000);
      await expect(heading).toHaveText('Renamed', { timeout: 500 });
    }).toPass();

    expectedErrors.push(/403/);
    // Text being typed is kept even if the right to read is lost.
    await page.getByRole('button', { name: /^Source/ }).click();
    const source = page.getByLabel('Source', { exact: true });
    await source.fill('A long quotation');
    const refusal = page.waitForResponse(
      (response) => response.status() === 403 && response.url().includes(id),
    );
    await seed.operation('Document.RemovePermission', { input: id, params: { user: ada.username } });
    await withoutReaders(seed, workspace.id);
    await expect(async () => {
      await page.clock.fastForward(offered ? 2_000 : 25_000);
      await Promise.race([refusal, expect(heading).toHaveText('', { timeout: 500 })]);
    }).toPass();
    await expect(source).toHaveValue('A long quotation');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(async () => {
      await page.clock.fastForward(offered ? 2_000 : 25_000);
      await expect(heading).toHaveText('This document is no longer available to you', { timeout: 500 });
    }).toPass();
    await expect(page.getByText('Renamed', { exact: true })).toHaveCount(0);
  });
}

test('what others changed of a document while one was elsewhere is there on the way back', {
  tag: '@own-server',
}, async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'first', title('First paper'));
  // The server reports changes since the first stream was opened.
  const opened = app.waitForResponse((response) => response.url().includes('/changes?'));
  const list = await new FolderList(app).open(workspace.path);
  await opened;
  await list.row('First paper').dblclick();
  await expect(list.heading).toHaveText('First paper');
  await app.goBack();
  await expect(list.heading).toHaveText(workspace.title);
  await rename(seed, id, 'Renamed');
  await app.goForward();
  // The page comes from the cache, which is fresh.
  await expect(list.heading).toHaveText('Renamed');
});

for (const view of ['list', 'gallery'] as const) {
  test(`a name that is being typed stays while others add documents above, as ${view}`, {
    tag: '@own-server',
  }, async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'File', 'paper', title('Paper'));
    await seed.document(workspace.path, 'File', 'other', title('Other'));
    const opened = app.waitForResponse((response) => response.url().includes('/changes?'));
    await app.goto(`/browse${workspace.path}?view=${view}`);
    await opened;
    const documentNamed = (name: string) =>
      app.getByRole(view === 'list' ? 'row' : 'gridcell').filter({
        has: app.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
      });
    await documentNamed('Paper').click();
    await app.keyboard.press('F2');
    const field = app.getByRole('textbox', { name: 'New name for Paper' });
    await field.fill('Typed');
    // Enough tiles for more than one line.
    for (const name of 'ABCDEFGHI') await seed.document(workspace.path, 'File', name, title(name));
    await expect(documentNamed('I')).toBeVisible();
    await expect(field).toHaveValue('Typed');
    await expect(field).toBeFocused();
    await field.press('Enter');
    await expect(documentNamed('Typed')).toBeVisible();
  });
}

test('folders ask now and then where there is no stream, also behind the tab that asks', async ({
  page,
  context,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await context.route('**/api/v1/changes?*', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"status":404,"message":"none"}' }),
  );
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  await seed.document(workspace.path, 'File', 'first', title('First paper'));
  await context.clock.install();
  await signIn(page, new Seed(seed.origin, ada), ada.username);
  const changesAnswer = page.waitForResponse((response) => response.url().includes('/changes?'));
  const list = await new FolderList(page).open(workspace.path);
  await expect(list.row('First paper')).toBeVisible();
  await page.clock.fastForward(5_000);
  await changesAnswer;
  await firstLook(
    page,
    (url) => url.searchParams.get('query')?.endsWith('ORDER BY dc:modified DESC') === true,
  );
  const appears = (shown: FolderList, name: string) =>
    expect(async () => {
      await context.clock.fastForward(25_000);
      await expect(shown.row(name)).toBeVisible({ timeout: 500 });
    }).toPass();
  await seed.document(workspace.path, 'File', 'second', title('Second paper'));
  await appears(list, 'Second paper');

  // The first tab watches for both, and is hidden now.
  const tab = await context.newPage();
  await signIn(tab, new Seed(seed.origin, ada), ada.username);
  const other = await new FolderList(tab).open(workspace.path);
  await expect(other.row('Second paper')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await context.clock.fastForward(6_000);
  await seed.document(workspace.path, 'File', 'third', title('Third paper'));
  await appears(other, 'Third paper');
  await tab.close();
});

test('readers of a document see who else has it open', { tag: '@own-server' }, async ({
  page,
  browser,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'File', 'first', title('First paper'));
  const [ada, bob] = await Promise.all(
    ['ada', 'bob'].map((name) => seed.user(`${name}-${workspace.id.slice(-8)}`)),
  );
  if (ada === undefined || bob === undefined) throw new Error('There are two of them');
  const other = await browser.newContext({ baseURL: seed.origin });
  const second = await other.newPage();
  for (const [tab, person] of [
    [page, ada],
    [second, bob],
  ] as const) {
    await tab.clock.install();
    await signIn(tab, new Seed(seed.origin, person), person.username);
    const opened = tab.waitForResponse((response) => response.url().includes('/changes?'));
    await tab.goto(`/doc/${id}`);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('First paper');
    await tab.clock.fastForward(6_000);
    await opened;
  }
  const here = (tab: Page) => tab.getByRole('list', { name: 'Others here' });
  await expect(here(page)).toHaveText(new RegExp(`${bob.username} has this open, too`));
  await expect(here(second)).toHaveText(new RegExp(`${ada.username} has this open, too`));
  await checkAccessibility();
  await other.close();
  await expect(here(page)).toHaveCount(0);
});

/** Lets time pass until the page has polled once; later polls are compared with that. */
async function firstLook(page: Page, isLook: (url: URL) => boolean): Promise<void> {
  let polls = 0;
  page.on('response', (response) => {
    if (isLook(new URL(response.url()))) polls += 1;
  });
  await expect(async () => {
    await page.clock.fastForward(16_000);
    expect(polls).toBeGreaterThan(0);
  }).toPass();
}
