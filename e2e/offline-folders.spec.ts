/**
 * Folders copied to the device: fetching, opening them with their files without a connection, refreshing, removing; no
 * other person can see them.
 */
import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test, type Workspace } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { SignInPage } from './models/sign-in-page.ts';
import type { Seed } from './seed.ts';

test.use({
  expectedErrors: [[/ERR_(INTERNET_DISCONNECTED|FAILED)|status of 40[134]/], { scope: 'test' }],
});

async function signIn(page: Page, name: string, stays: boolean): Promise<void> {
  const signInPage = new SignInPage(page);
  if (stays) await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check();
  await signInPage.withPassword(name, name);
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
}

/** Counts the documents and files of all folders in this browser. */
function onDevice(page: Page): Promise<readonly [number, number]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('muniment-offline');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = (store: string) =>
      new Promise<number>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const counts = [await count('documents'), await count('files')] as const;
    database.close();
    return counts;
  });
}

function isReleaseHere(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    return (await caches.match(scope)) !== undefined && navigator.serviceWorker.controller !== null;
  });
}

/** Counts the fonts and character maps for PDFs that are stored here, and those that the app has. */
function pdfDataHere(page: Page): Promise<readonly [number, number]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('muniment-pdf-data:'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const worker = await (await fetch('/sw.js')).text();
    return [kept.flat().length, worker.match(/"pdfjs\/[^"]+"/g)?.length ?? 0];
  });
}

interface OfflineSetUp {
  readonly page: Page;
  readonly seed: Seed;
  readonly workspace: Workspace;
}

/** A person who stays signed in copies a folder of five documents to the device. */
async function keepFieldWork({ page, seed, workspace }: OfflineSetUp) {
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  const field = `${workspace.path}/field`;
  await seed.document(workspace.path, 'Folder', 'field', { 'dc:title': 'Field work' });
  await seed.document(field, 'Folder', 'plans', { 'dc:title': 'Plans' });
  const leaseId = await seed.file(field, 'Lease.pdf', await lease(), 'application/pdf');
  await seed.file(field, 'Quay.png', await quay(), 'image/png', 'Picture');
  const notesId = await seed.file(`${field}/plans`, 'Notes.txt', 'Three piles are rotten', 'text/plain');
  await page.goto(`/browse${workspace.path}`);
  await signIn(page, ada.username, true);
  const list = new FolderList(page);
  await expect(list.row('Field work')).toBeVisible();
  await list.choose('Field work', 'Keep offline…');
  const dialog = page.getByRole('dialog', { name: 'Keep Field work offline' });
  await expect(dialog).toContainText(/[\d.]+ kB in 5 documents\. [\d.,]+ [GMT]B free in this browser\./);
  return { ada, field, list, dialog, leaseId, notesId };
}

async function quay(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = { width: 60, height: 40, channels: 3, background: '#27a' } as const;
  return new Uint8Array(await sharp({ create: pixels }).png().toBuffer());
}

function lease(): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const document = new PDFDocument();
    const chunks: Uint8Array[] = [];
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.text('Lease of the mill, with its weir').end();
  });
}

test('a folder opens without a line, with its files', async ({
  page,
  context,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const { list, dialog, field, leaseId } = await keepFieldWork({ page, seed, workspace });
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Keep offline' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list.row('Field work').getByRole('img', { name: 'On this device' })).toBeVisible();
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Kept on this device' });
  await expect(section.getByRole('listitem')).toContainText(/5 documents, [\d.]+ kB\. Refreshed/);
  await page.setViewportSize({ width: 390, height: 844 });
  await section.scrollIntoViewIfNeeded();
  await checkAccessibility();
  await expect.poll(() => isReleaseHere(page)).toBe(true);
  await expect(async () => {
    const [kept, all] = await pdfDataHere(page);
    expect(all).toBeGreaterThan(100);
    expect(kept).toBe(all);
  }).toPass();

  // Never opened before; once as wide as a phone, then on a wide screen.
  await context.setOffline(true);
  await section.getByRole('link', { name: 'Field work' }).click();
  await expect(page.getByRole('link', { name: 'Lease.pdf' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/browse${field}/plans`);
  // The band appears between the two clicks, and moves the row away from under the pointer.
  await list.row('Notes.txt').click();
  await expect(page.getByRole('region', { name: 'Connection' })).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const document = new DocumentPage(page);
  await expect(document.title).toHaveText('Notes.txt');
  await expect(document.preview).toContainText('Three piles are rotten');
  const fontsAsked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/standard_fonts/')) fontsAsked.push(request);
  });
  await page.goto(`/doc/${leaseId}`);
  await expect(document.title).toHaveText('Lease.pdf');
  await expect(document.preview.getByText('Lease of the mill, with its weir')).toBeVisible();
  // The file uses a standard font and does not embed it.
  expect(fontsAsked.length).toBeGreaterThan(0);
  expect(fontsAsked.map((request) => request.failure())).toEqual(fontsAsked.map(() => null));
  const saving = page.waitForEvent('download');
  await document.head.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.goto(`/browse${field}`);
  await list.row('Quay.png').dblclick();
  const picture = document.preview.getByRole('img', { name: 'Quay.png' });
  await expect(picture).toBeVisible();
  const drawn = picture.locator('img');
  await expect
    .poll(() => drawn.evaluate((shown) => shown instanceof HTMLImageElement && shown.naturalWidth))
    .toBe(60);
});

test('what changes and goes is followed; nothing stays for the next person', async ({
  page,
  seed,
  workspace,
}) => {
  const { ada, list, dialog, field, notesId } = await keepFieldWork({ page, seed, workspace });
  const eve = await seed.user(`eve-${workspace.id.slice(-8)}`);
  const held = Promise.withResolvers<void>();
  await page.route(/ecm%3Auuid\+IN/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Keep offline' }).click();
  const work = page.getByRole('region', { name: 'In progress' });
  const copying = work.getByRole('progressbar', { name: 'Fetching Field work' });
  await expect(copying).toHaveAttribute('aria-valuetext', '0 of 5');
  await work.getByRole('button', { name: 'Pause: Fetching Field work' }).press('Enter');
  await expect(work).toHaveCount(0);
  held.resolve();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Go on' }).click();
  await expect(list.row('Field work').getByRole('img', { name: 'On this device' })).toBeVisible();
  expect((await onDevice(page))[0]).toBe(5);

  // Two new files, and one that Ada may no longer read.
  await seed.file(field, 'Survey.txt', 'New since', 'text/plain');
  await seed.file(field, 'Soil.txt', 'New since', 'text/plain');
  const alone = { username: eve.username, permission: 'Read', acl: 'local' };
  await seed.operation('Document.AddPermission', { input: `doc:${notesId}`, params: alone });
  const block = { input: `doc:${notesId}`, params: { acl: 'local' } };
  await seed.operation('Document.BlockPermissionInheritance', block);
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Kept on this device' });
  await section.getByRole('button', { name: 'Refresh Field work now' }).click();
  await expect(section.getByRole('listitem')).toContainText('6 documents');
  expect((await onDevice(page))[0]).toBe(6);

  await section.getByRole('button', { name: 'Remove Field work from this device' }).click();
  await expect(section).toContainText('No folder yet.');
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByRole('listitem')).toContainText('6 documents');
  await page.getByRole('button', { name: ada.username, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(new SignInPage(page).login).toBeVisible();
  await expect.poll(() => onDevice(page)).toEqual([0, 0]);

  // A person signed in only for this tab is not offered copies.
  await page.goto(`/browse${workspace.path}`);
  await signIn(page, eve.username, false);
  await expect(list.row('Field work')).toBeVisible();
  const menu = await list.menu('Field work');
  await expect(menu.getByRole('menuitem', { name: 'Keep offline…' })).toBeDisabled();
});

test('signing out everywhere leaves nothing on the device, and asks about other tabs first', async ({
  page,
  context,
  seed,
  workspace,
}) => {
  const { list, dialog, notesId } = await keepFieldWork({ page, seed, workspace });
  await dialog.getByRole('button', { name: 'Keep offline' }).click();
  await expect(list.row('Field work').getByRole('img', { name: 'On this device' })).toBeVisible();
  expect(await onDevice(page)).toEqual([5, expect.any(Number)]);
  const other = await context.newPage();
  const document = await new DocumentPage(other).open(notesId, 'comments');
  await document.panel.getByLabel('New comment').fill('Which piles?');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('Changes in another tab are not saved.');
  await question.getByRole('button', { name: 'Leave' }).click();
  for (const tab of [page, other]) await expect(new SignInPage(tab).login).toBeVisible();
  await expect.poll(() => onDevice(page)).toEqual([0, 0]);
});
