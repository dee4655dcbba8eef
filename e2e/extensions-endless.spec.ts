/**
 * Extensions whose views contain an endless loop. Chromium runs frames with an opaque origin in their own process; the
 * headless shell that the tests use needs `--site-per-process` for that.
 */
import config from '../playwright.config.ts';
import { folder, test } from './extension-host.ts';
import { expect, signIn } from './fixtures.ts';
import { Seed } from './seed.ts';

const { launchOptions } = config.use ?? {};
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--site-per-process'] },
});

const loops = {
  'at once': 'for (;;);',
  later: "root.textContent = 'Here it is'; setTimeout(() => { for (;;); });",
};

for (const [when, code] of Object.entries(loops))
  test(`a loop without end that begins ${when} holds up nothing but its own frame, and is ended`, async ({
    host,
    seed,
    page,
  }) => {
    host.put(
      'extensions/endless.js',
      `muniment.define({ protocol: 1, name: 'Endless', pages: [
        { key: 'loop', title: 'Round and round', show: (root) => { ${code} } } ] })`,
    );
    host.configure({
      server: `${seed.origin}/nuxeo`,
      extensions: [{ file: 'extensions/endless.js', seconds: 2 }],
    });
    const login = `endless-${when.length}`;
    await signIn(page, new Seed(seed.origin, await seed.user(login)), login);
    await page.goto(`${host.origin}${folder}#/browse/`);
    const navigation = page.getByRole('navigation', { name: 'Navigation' });
    await navigation.getByRole('link', { name: 'Round and round' }).click();
    await expect(page.getByText('The extension “Endless” did not answer.')).toBeVisible();
    await expect(page.locator('iframe[title="Round and round"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch off for me' }).click();
    await expect(navigation.getByRole('link', { name: 'Round and round' })).toHaveCount(0);
    await navigation.getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveURL(/#\/search/);
  });
