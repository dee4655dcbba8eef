/**
 * Code of the app that does not load: the page stays, shows a notice in its place, and goes on as soon as the code loads.
 */
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';

test.use({ serviceWorkers: 'block', expectedErrors: [[/ERR_|404/], { scope: 'test' }] });

const missing = 'Part of the app has not come: the server does not answer.';

for (const width of [1440, 390])
  test(`a dialog says so, and opens when its code comes (${width} px)`, async ({
    app,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    await app.setViewportSize({ width, height: 844 });
    await seed.document(workspace.path, 'File', 'paper', { 'dc:title': 'Paper' });
    await app.goto(`/browse${workspace.path}`);
    await app.getByRole('row', { name: /Paper/ }).click();
    await expect(app.getByRole('toolbar', { name: 'Actions for the selection' })).toBeVisible();
    await app.route(/start-workflow-dialog/, (route) => route.abort());
    await app.keyboard.press('w');
    const dialog = app.getByRole('dialog');
    await expect(dialog).toContainText(missing);
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
    // If nothing on screen waits for it, a band shows the notice.
    const band = app.getByRole('region', { name: 'Part of the app is missing' });
    await expect(band).toBeVisible();
    await app.keyboard.press('w');
    await expect(dialog).toContainText(missing);
    await expect(band).toHaveCount(0);
    await app.keyboard.press('Tab');
    await app.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
    await app.unrouteAll();
    await app.keyboard.press('Enter');
    await expect(dialog.getByRole('heading')).toHaveText('Start workflow');
    await expect(dialog).not.toContainText(missing);
  });

test('a panel says so in its place, and the page beside it stays', async ({
  app,
  context,
  seed,
  workspace,
}) => {
  const id = await seed.document(workspace.path, 'File', 'paper', { 'dc:title': 'Paper' });
  await new DocumentPage(app).open(id);
  await context.setOffline(true);
  await app.getByRole('tab', { name: 'Versions' }).click();
  const panel = app.getByRole('tabpanel');
  await expect(panel).toContainText(missing);
  await expect(new DocumentPage(app).title).toHaveText('Paper');
  await context.setOffline(false);
  await expect(panel.getByText('Version', { exact: false }).first()).toBeVisible();
  await expect(panel).not.toContainText(missing);
});

test('its styles come, too', async ({ app, workspace }) => {
  const refused: string[] = [];
  await app.route(/palette-dialog/, (route) => {
    refused.push(route.request().url());
    return route.abort();
  });
  await app.goto(`/browse${workspace.path}`);
  // The page requests it when it is idle.
  await expect.poll(() => refused.some((address) => address.endsWith('.css'))).toBe(true);
  await app.unrouteAll();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(app.getByRole('dialog').getByRole('combobox')).toBeFocused();
  const styles = () => app.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? '').join());
  await expect.poll(styles).toContain('palette-dialog');
});

test('a part of an older release is gone: reloading is offered', async ({ app, seed, workspace, server }) => {
  await seed.document(workspace.path, 'File', 'paper', { 'dc:title': 'Paper' });
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('heading', { level: 1 })).toHaveText(workspace.title);
  await app.getByRole('row', { name: /Paper/ }).click();
  await expect(app.getByRole('toolbar', { name: 'Actions for the selection' })).toBeVisible();
  await app.route(/start-workflow-dialog/, (route) => route.fulfill({ status: 404 }));
  await app.route(`${server.origin}/`, (route) =>
    route.fulfill({ body: '<script type="module" src="./assets/early-00000000.js"></script>' }),
  );
  await app.keyboard.press('w');
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('The app on the server has been updated');
  await app.unrouteAll();
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(app.getByRole('heading', { level: 1 })).toHaveText(workspace.title);
  await expect(dialog).toHaveCount(0);
});
