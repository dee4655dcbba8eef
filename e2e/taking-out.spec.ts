/**
 * What leaves the app, for a person who may only read: the data of a drag for other programs, and a folder as an archive.
 */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, signInReader, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

declare global {
  interface Window {
    carried?: readonly string[] | undefined;
  }
}

test('a document is dragged out as its file, which its address gives once', { tag: '@own-server' }, async ({
  page,
  seed,
  workspace,
  request,
}) => {
  await seed.file(workspace.path, 'Plan: north.txt', 'The north side.', 'text/plain');
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await signInReader(page, seed, workspace);
  const list = await new FolderList(page).open(workspace.path);
  await page.evaluate(() => {
    addEventListener('dragstart', ({ dataTransfer }) => {
      window.carried = ['DownloadURL', 'text/uri-list'].map((type) => dataTransfer?.getData(type) ?? '');
    });
  });
  const carried = async (name: string): Promise<readonly string[]> => {
    await page.evaluate(() => {
      window.carried = undefined;
    });
    await list.row(name).hover();
    await page.mouse.down();
    await page.mouse.move(700, 600, { steps: 3 });
    // The browser starts a drag with a delay: the data of the one before could be taken for it.
    let found: readonly string[] | undefined;
    const isBegun = async () => {
      found = await page.evaluate(() => window.carried);
      return found !== undefined;
    };
    try {
      await expect.poll(isBegun, { timeout: 20_000 }).toBe(true);
    } finally {
      await page.mouse.up();
    }
    return found ?? [];
  };
  const accepted: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/me/file-addresses')) accepted.push(response.status());
  });
  let downloaded = '';
  let link = '';
  // The first mouse move makes the page ask whether the server has such addresses.
  await expect(async () => {
    [downloaded = '', link = ''] = await carried('Plan: north.txt');
    expect(downloaded).not.toBe('');
  }).toPass();
  await expect.poll(() => accepted).toEqual([201]);
  const [, address = ''] = /^text\/plain:Plan_ north\.txt:(http.+)$/.exec(downloaded) ?? [];
  expect(address).toMatch(/^http:\/\/[^?]+\/nuxeo\/nxonce\/[\w-]{43}$/);
  expect(link).toMatch(/^http:\/\/[^?]*\/doc\/[\w-]+$/);

  // The browser's request after the drop is made without this page's sign-in.
  const given = await request.get(address);
  expect([given.status(), await given.text()]).toEqual([200, 'The north side.']);
  expect(given.headers()['content-disposition']).toMatch(/^attachment; filename/);
  expect((await request.get(address)).status()).toBe(404);

  // A folder is not offered as a file.
  expect((await carried('Annexes'))[0]).toBe('');
});

test('a drag whose row has gone meanwhile leaves nothing to the next one', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
}) => {
  await seed.file(workspace.path, 'plan.txt', 'The north side.', 'text/plain');
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('plan.txt').hover();
  await app.mouse.down();
  for (const x of [60, 64, 68, 72]) await list.row('Annexes').hover({ position: { x, y: 12 } });
  // The rest opens the folder; the row, which would hear the end of the drag, is no longer there.
  await expect(list.heading).toHaveText('Annexes');
  await app.keyboard.press('Escape');
  await app.mouse.up();
  const next = await app.evaluateHandle(() => new DataTransfer());
  await list.heading.dispatchEvent('dragstart', { dataTransfer: next });
  expect(await next.evaluate(({ types }) => [...types])).toEqual([]);
});

test('one folder is downloaded as an archive of folders, without what others may not see', async ({
  page,
  seed,
  workspace,
}) => {
  const folder = `${workspace.path}/annexes`;
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(folder, 'Folder', 'maps', { 'dc:title': 'Maps' });
  await seed.file(`${folder}/maps`, 'north.txt', 'The north side.', 'text/plain');
  const sealed = await seed.file(folder, 'sealed.txt', 'Not for readers.', 'text/plain');
  await seed.operation('Document.BlockPermissionInheritance', { input: sealed, params: {} });
  await signInReader(page, seed, workspace);
  const list = await new FolderList(page).open(workspace.path);
  await list.row('Annexes').click();
  const coming = page.waitForEvent('download');
  await list.toolbar.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Annexes.zip');
  const names = Object.keys(unzipSync(await readFile(await download.path())));
  expect(names.toSorted()).toEqual(['Annexes/', 'Annexes/Maps/', 'Annexes/Maps/north.txt']);
});

test('several are downloaded as an archive that is called as their folder, each called as its document', async ({
  page,
  seed,
  workspace,
}) => {
  const folder = `${workspace.path}/contracts`;
  await seed.document(workspace.path, 'Folder', 'contracts', { 'dc:title': 'Contracts 1/2' });
  const scan = await seed.file(folder, 'scan.txt', 'The lease.', 'text/plain');
  await seed.json('PUT', `/id/${scan}`, {
    'entity-type': 'document',
    properties: { 'dc:title': 'Lease 4.1' },
  });
  await seed.file(folder, 'LEASE 4.1.txt', 'Another.', 'text/plain');
  await signInReader(page, seed, workspace);
  const list = await new FolderList(page).open(folder);
  await list.row('Lease 4.1.txt').click();
  await list.row('LEASE 4.1.txt').click({ modifiers: ['ControlOrMeta'] });
  const coming = page.waitForEvent('download');
  await list.toolbar.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Contracts 1_2.zip');
  const names = Object.keys(unzipSync(await readFile(await download.path())));
  expect(names.map((name) => name.toLowerCase()).toSorted()).toEqual(['1-lease 4.1.txt', 'lease 4.1.txt']);
});
