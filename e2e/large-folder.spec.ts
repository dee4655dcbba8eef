/** A folder with more than 10,000 children, the limit of an index: the list works as with ten. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFolder, plantLibrary } from '../bench/library.ts';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';
import { onStock, startServer } from './server.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

test('more than ten thousand siblings are gone through, chosen and let go', async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), 'muniment-large-'));
  await plantLibrary(['--data', data], { big: 1, list: 10_060 });
  const server = await startServer(['--data', data]);
  try {
    await signIn(page, new Seed(server.origin));
    await page.goto(`${server.origin}/browse${listFolder}`);
    const list = new FolderList(page);
    await expect(page.getByText('10,060 items')).toBeVisible();
    await list.rows.first().click();
    await page.keyboard.press('End');
    await expect(list.grid.locator('[aria-rowindex="10061"]:not([aria-busy])')).toBeFocused();
    // Only visible rows are rendered.
    expect(await list.grid.getByRole('row').count()).toBeLessThan(80);
    await page.keyboard.press('Control+a');
    await list.toolbar.getByRole('button', { name: 'all 10,060' }).click();
    await expect(list.toolbar).toContainText('10,060 selected', { timeout: 90_000 });
    await page.keyboard.press('Escape');
    await expect(list.chosenRows).toHaveCount(0);
    // A search shows its rows while they are still being counted.
    const counted = Promise.withResolvers<void>();
    await page.route(/execute\?(?!.*maxResults)/, async (route) => {
      await counted.promise;
      await route.continue();
    });
    const files = new URLSearchParams({ filter: 'system_primaryType_agg~File', sort: 'dc:title~asc' });
    await page.goto(`${server.origin}/search?${files}`);
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results.locator('[aria-rowindex]:not([aria-busy])').first()).toBeVisible();
    await expect(results.getByRole('status')).toContainText('More than 10,000 results');
    await page.getByRole('button', { name: 'With all 10,000+ results' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await expect(page.getByRole('dialog', { name: 'Move 10,000+ documents to trash?' })).toBeVisible();
    await page.keyboard.press('Escape');
    counted.resolve();
    // An index stops counting there.
    if (!onStock) {
      await expect(results.getByRole('status')).toContainText('10,061 results');
      await expect(page.getByRole('button', { name: 'With all 10,061 results' })).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Filters' })).toContainText('10,061');
      const query = 'SELECT * FROM File';
      await page.goto(`${server.origin}/search?${new URLSearchParams({ mode: 'nxql', q: query })}`);
      await expect(results.getByRole('status')).toContainText('10,061 results');
    }
    // The page polls the server, which is about to stop.
    await page.close();
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
});
