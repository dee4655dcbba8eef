/** Uploads in several tabs of one person: each shows all of them, and buttons act in the tab that has the files. */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { digestOf, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { holdAfterTwo } from './held-pieces.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';
import { spoken } from './spoken.ts';

let folder: TestFolder;
/** Errors logged by tabs other than the first. */
const errors: string[] = [];

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());
test.beforeEach(() => {
  errors.length = 0;
});
test.afterEach(() => expect(errors).toEqual([]));

const large = () => randomBytes(11_000_000);
/** Two of its three pieces have arrived. */
const inTheMiddle = /1\d(\.\d)? MB of 11 MB/;

/** Opens another tab with the same folder. */
async function besides(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // A piece that a closed tab has still sent is refused when it is sent again.
    if (message.type() === 'error' && !message.text().includes('status of 500')) errors.push(message.text());
  });
  await page.goto(`/browse${path}`);
  await new UploadTray(page).ready();
  return page;
}

test('a second tab shows what the first uploads, and pauses, cancels and goes on with it', async ({
  app,
  context,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const bytes = large();
  // A text of its own: the upload of one that another test has filed would ask whether it is the same.
  const small = `small ${workspace.id}`;
  const { letGo } = await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const early = await besides(context, workspace.path);
  const tray = new UploadTray(app);
  await tray.pickFiles([
    await folder.write('stays.bin', bytes),
    await folder.write('goes.bin', large()),
    await folder.write('small.txt', small),
  ]);
  const late = await besides(context, workspace.path);
  for (const tab of [app, early, late]) {
    const each = new UploadTray(tab);
    await expect(each.heading).toHaveText('Uploading 3 files');
    await expect(each.line('stays.bin')).toContainText(inTheMiddle);
    await expect(each.line('goes.bin')).toContainText(inTheMiddle);
    await expect(each.line('small.txt')).toContainText('Done');
  }
  const from = `Sent from another tab, “${await app.title()}”. Leave it open until this is done.`;
  const other = new UploadTray(late);
  await expect(other.tray).toContainText(from);
  await expect(new UploadTray(early).tray).toContainText(from);
  await expect(tray.tray).not.toContainText('another tab');
  await checkAccessibility(late, '[aria-label="Uploads"]');

  await other.line('goes.bin').getByRole('button', { name: 'Cancel goes.bin' }).click();
  for (const tab of [app, early, late]) await expect(new UploadTray(tab).line('goes.bin')).toHaveCount(0);
  await other.line('stays.bin').getByRole('button', { name: 'Pause stays.bin' }).click();
  for (const tab of [app, early, late]) {
    await expect(new UploadTray(tab).heading).toHaveText('Uploads paused');
    await expect(new UploadTray(tab).line('stays.bin')).toContainText('Paused at');
  }
  await letGo();
  await new UploadTray(early).resumeAll();
  for (const tab of [app, early, late])
    await expect(new UploadTray(tab).heading).toHaveText('2 files uploaded');
  await expect(other.tray).not.toContainText('another tab');
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'stays.bin': digestOf(bytes),
    'small.txt': digestOf(small),
  });
  await other.tray.getByRole('button', { name: 'Clear finished' }).click();
  for (const tab of [app, early, late]) await expect(new UploadTray(tab).tray).toHaveCount(0);
});

test('questions about taken names are answered in any tab', async ({ app, context, seed, workspace }) => {
  for (const name of ['one.txt', 'two.txt', 'three.txt'])
    await seed.file(workspace.path, name, `old ${name}`, 'text/plain');
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(
    await Promise.all(
      ['one.txt', 'two.txt', 'three.txt'].map((name) => folder.write(name, `new ${name} ${workspace.id}`)),
    ),
  );
  const other = new UploadTray(await besides(context, workspace.path));
  await expect(other.tray).toContainText('For all 3 files');
  await other.decide('one.txt', 'Replace');
  await tray.decide('two.txt', 'Keep both');
  await other.decide('three.txt', 'Skip');
  for (const { heading } of [tray, other]) await expect(heading).toHaveText('2 files uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'one.txt': digestOf(`new one.txt ${workspace.id}`),
    'two.txt': digestOf('old two.txt'),
    'two (2).txt': digestOf(`new two.txt ${workspace.id}`),
    'three.txt': digestOf('old three.txt'),
  });
});

test('closing asks only where the files are; what is left is taken up by the other tab', async ({
  app,
  context,
  seed,
  workspace,
}) => {
  const bytes = large();
  const path = await folder.write('left.bin', bytes);
  await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles([path]);
  await expect(tray.line('left.bin')).toContainText(inTheMiddle);
  const closed = await besides(context, workspace.path);
  await expect(new UploadTray(closed).line('left.bin')).toContainText(inTheMiddle);
  const rest = await besides(context, workspace.path);
  const other = new UploadTray(rest);
  await expect(other.line('left.bin')).toContainText(inTheMiddle);
  const asked: string[] = [];
  closed.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const isClosed = closed.waitForEvent('close');
  await closed.close({ runBeforeUnload: true });
  await isClosed;
  expect(asked).toEqual([]);

  const warned = app.waitForEvent('dialog');
  await app.close({ runBeforeUnload: true });
  await (await warned).accept();
  await expect(other.heading).toHaveText('Uploads need you');
  await expect(other.tray).toContainText('1 file has to be chosen again. What has arrived of it is kept.');
  await other.chooseAgain([path]);
  await expect(other.heading).toHaveText('1 file uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'left.bin': digestOf(bytes) });
});

test('a reloaded tab goes on with what another one took up meanwhile, dropped or picked', async ({
  app,
  context,
  seed,
  workspace,
}) => {
  const [dropped, picked] = [large(), large()];
  const paths = [
    await folder.write('dropped.bin', dropped),
    await folder.write('picked.bin', picked),
  ] as const;
  const { letGo } = await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.drop([paths[0]]);
  await tray.pickFiles([paths[1]]);
  const other = new UploadTray(await besides(context, workspace.path));
  for (const each of [tray, other]) {
    await expect(each.line('dropped.bin')).toContainText(inTheMiddle);
    await expect(each.line('picked.bin')).toContainText(inTheMiddle);
  }
  app.once('dialog', (dialog) => dialog.accept());
  await app.reload();
  await letGo();
  for (const each of [tray, other]) {
    await expect(each.line('dropped.bin')).toContainText('Paused at');
    await expect(each.line('picked.bin')).toContainText('Interrupted');
  }
  const sent: string[] = [];
  app.on('request', (request) => {
    const index = request.headers()['x-upload-chunk-index'];
    if (index !== undefined) sent.push(index);
  });
  await tray.resumeAll();
  await expect(other.line('dropped.bin')).toContainText('Done');
  await tray.chooseAgain([paths[1]]);
  for (const { heading } of [tray, other]) await expect(heading).toHaveText('2 files uploaded');
  // Sent by the tab with the click, continuing after the pieces that had arrived.
  expect(sent).toEqual(['2', '2']);
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'dropped.bin': digestOf(dropped),
    'picked.bin': digestOf(picked),
  });
});

test('two tabs upload at once; signing out in one ends both', async ({ app, context, seed, workspace }) => {
  await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const second = await context.newPage();
  await holdAfterTwo(second);
  await second.goto(`/browse${workspace.path}`);
  const [tray, other] = [new UploadTray(app), new UploadTray(second)];
  await tray.pickFiles([await folder.write('mine.bin', large())]);
  await other.pickFiles([await folder.write('too.bin', large())]);
  for (const each of [tray, other]) {
    await expect(each.heading).toHaveText('Uploading 2 files');
    await expect(each.line('mine.bin')).toContainText(inTheMiddle);
    await expect(each.line('too.bin')).toContainText(inTheMiddle);
  }
  // Another person in the same browser.
  const stranger = await seed.user(`stranger-${workspace.id.slice(0, 8)}`);
  const third = await context.newPage();
  await signIn(third, new Seed(seed.origin, stranger), stranger.username);
  await third.goto('/');
  await expect(third.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(third.getByRole('button', { name: stranger.username, exact: true })).toBeVisible();
  await expect(new UploadTray(third).tray).toHaveCount(0);

  await app.getByRole('button', { name: 'Administrator', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = app.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  for (const tab of [app, second]) {
    await expect(new SignInPage(tab).login).toBeVisible();
    await expect(new UploadTray(tab).tray).toHaveCount(0);
  }
  // Another person's session does not send the remaining uploads, and the other tab stays on the sign-in page.
  await new SignInPage(second).withPassword(stranger.username, stranger.password);
  await expect(second.getByRole('button', { name: stranger.username, exact: true })).toBeVisible();
  await expect(new UploadTray(second).tray).toHaveCount(0);
  await expect(new SignInPage(app).login).toBeVisible();
  expect(Object.keys(await storedDigests(seed, workspace.path))).toEqual([]);
});

test('a tab behind another says nothing, and is up to date when one comes back to it', async ({
  app,
  context,
  workspace,
}) => {
  await app.goto(`/browse${workspace.path}`);
  const behind = await besides(context, workspace.path);
  await turn(behind, 'hidden');
  const [here, there] = [await spoken(app), await spoken(behind)];
  const [tray, other] = [new UploadTray(app), new UploadTray(behind)];
  await tray.pickFiles([await folder.write('spoken.txt', workspace.id)]);
  await expect(tray.heading).toHaveText('1 file uploaded');
  await expect.poll(here).toContain('1 of 1 files uploaded');
  await expect(other.tray).toHaveCount(0);
  expect((await there()).filter((said) => said.includes('uploaded'))).toEqual([]);
  await turn(behind, 'visible');
  await expect(other.heading).toHaveText('1 file uploaded');
});

/** All pages of a test are in front, so tell the page its visibility as a browser would. */
async function turn(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
