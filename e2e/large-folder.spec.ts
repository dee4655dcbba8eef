/** Ten thousand siblings: the list shows, walks, selects and leaves them as it does ten. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFolder, plantLibrary } from '../bench/library.ts';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

test('ten thousand siblings are gone through, chosen and let go', async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), 'muniment-large-'));
  await plantLibrary(['--data', data], { big: 1, list: 10_000 });
  const server = await startServer(['--data', data]);
  try {
    await signIn(page, new Seed(server.origin));
    await page.goto(`${server.origin}/browse${listFolder}`);
    const list = new FolderList(page);
    await expect(page.getByText('10,000 items')).toBeVisible();
    await list.rows.first().click();
    await page.keyboard.press('End');
    await expect(list.grid.locator('[aria-rowindex="10001"]:not([aria-busy])')).toBeFocused();
    // Only what is on screen exists.
    expect(await list.grid.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Control+a');
    await list.toolbar.getByRole('button', { name: 'all 10,000' }).click();
    await expect(list.toolbar).toContainText('10,000 selected', { timeout: 90_000 });
    await page.keyboard.press('Escape');
    await expect(list.chosenRows).toHaveCount(0);
    // It asks the server now and then, which is about to leave.
    await page.close();
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
});
