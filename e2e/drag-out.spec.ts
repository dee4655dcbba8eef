/** What a drag carries for programs outside of the window, as somebody who may only read. */
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

declare global {
  interface Window {
    carried?: readonly string[];
  }
}

test('a document is dragged out as its file, which its address gives once', { tag: '@own-server' }, async ({
  page,
  seed,
  server,
  workspace,
  request,
}) => {
  const reader = await seed.user(`reader-${workspace.id.slice(-8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [reader.username], permission: 'Read' },
  });
  await seed.file(workspace.path, 'Plan: north.txt', 'The north side.', 'text/plain');
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await signIn(page, new Seed(server.origin, reader), reader.username);
  const list = await new FolderList(page).open(workspace.path);
  await page.evaluate(() => {
    addEventListener('dragstart', ({ dataTransfer }) => {
      window.carried = ['DownloadURL', 'text/uri-list'].map((type) => dataTransfer?.getData(type) ?? '');
    });
  });
  const carried = async (name: string): Promise<readonly string[]> => {
    await list.row(name).hover();
    await page.mouse.down();
    await page.mouse.move(700, 600, { steps: 3 });
    const found = await page.evaluate(() => window.carried);
    await page.mouse.up();
    return found ?? [];
  };
  let address = '';
  let link = '';
  // The first movement of the mouse makes the page ask whether the server has such addresses.
  await expect(async () => {
    const accepted = page.waitForResponse('**/me/file-addresses', { timeout: 2_000 });
    const [downloaded = '', uris = ''] = await carried('Plan: north.txt');
    [, address = ''] = /^text\/plain:Plan_ north\.txt:(http.+)$/.exec(downloaded) ?? [];
    link = uris;
    expect((await accepted).status()).toBe(201);
  }).toPass();
  expect(address).toMatch(/^http:\/\/[^?]+\/nuxeo\/nxonce\/[\w-]{43}$/);
  expect(link).toMatch(/^http:\/\/[^?]*\/doc\/[\w-]+$/);

  // What the browser does after the drop: without this page's sign-in.
  const given = await request.get(address);
  expect([given.status(), await given.text()]).toEqual([200, 'The north side.']);
  expect(given.headers()['content-disposition']).toMatch(/^attachment; filename/);
  expect((await request.get(address)).status()).toBe(404);

  // A folder is no file.
  expect((await carried('Annexes'))[0]).toBe('');
});
