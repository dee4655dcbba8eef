/** What others do in the folder that one looks at, without loading it anew. */
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

const title = (name: string) => ({ 'dc:title': name });

test('what others make, rename and remove appears by itself, in all tabs, over one stream', async ({
  page,
  context,
  seed,
  workspace,
}) => {
  const ada = await seed.user(`ada-${workspace.id.slice(0, 8)}`);
  await seed.document(workspace.path, 'File', 'first', title('First paper'));
  await context.clock.install();
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/changes?')) streams.push(request.url());
  });
  await signIn(page, new Seed(seed.origin, ada), ada.username);
  const list = await new FolderList(page).open(workspace.path);
  await expect(list.row('First paper')).toBeVisible();
  const opened = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
  await page.clock.fastForward(5_000);
  expect((await opened).status()).toBe(200);

  const id = await seed.document(workspace.path, 'File', 'second', title('Second paper'));
  await expect(list.row('Second paper')).toBeVisible();
  await seed.json('PUT', `/id/${id}`, {
    'entity-type': 'document',
    uid: id,
    properties: title('Another name'),
  });
  await expect(list.row('Another name')).toBeVisible();
  await expect(list.row('Second paper')).toHaveCount(0);

  await seed.document(workspace.path, 'Folder', 'below', title('Below'));
  const tab = await context.newPage();
  const other = await new FolderList(tab).open(`${workspace.path}/below`);
  await expect(other.heading).toHaveText('Below');
  const again = context.waitForEvent('response', (response) => response.url().includes('/changes?'));
  await tab.clock.fastForward(5_000);
  expect(new URL((await again).url()).searchParams.getAll('place')).toEqual([
    workspace.path,
    `${workspace.path}/below`,
  ]);
  await seed.document(`${workspace.path}/below`, 'File', 'third', title('Third paper'));
  await expect(other.row('Third paper')).toBeVisible();
  await seed.fetch(`/api/v1/id/${id}`, { method: 'DELETE' });
  await expect(list.row('Another name')).toHaveCount(0);
  expect(streams.length).toBe(2);
  await tab.close();
});
