/** One document: its head, its tabs, versions, comments, access, activity and workflow. */
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';

test('shows what it is, and keeps the tab in the address', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(workspace.path, 'Lease.txt', 'Article 1', 'text/plain');
  const page = await new DocumentPage(app).open(id);
  await expect(page.title).toHaveText('Lease.txt');
  await expect(page.head).toContainText('Project');
  await expect(page.head).toContainText('TXT, 9 bytes');
  await expect(app.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(workspace.title);
  for (const tab of ['Comments', 'Versions', 'Access', 'Activity', 'Workflow', 'Details'] as const) {
    await page.openTab(tab);
    await expect(app).toHaveURL(new RegExp(`/doc/${id}/${tab.toLowerCase()}`));
    await expect(page.panel.getByRole('tabpanel', { name: tab }).locator('[aria-busy]')).toHaveCount(0);
    await checkAccessibility();
  }
  await page.open(id, 'access');
  await expect(page.panel.getByRole('tab', { name: 'Access' })).toHaveAttribute('aria-selected', 'true');
});

test('a field that is opened while a menu fades stays open', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id, 'details');
  await app.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('[role="menu"] { transition-duration: 1s !important }');
    document.adoptedStyleSheets.push(slow);
  });
  await page.head.getByRole('button', { name: 'More actions' }).click();
  const menu = app.getByRole('menu', { name: 'More actions' });
  await expect(menu).toBeFocused();
  await app.keyboard.press('Escape');
  const title = await page.edit('Title');
  await expect(menu).toHaveCount(0);
  await expect(title).toBeFocused();
});

test.describe('an address without a document', () => {
  test.use({ expectedErrors: [[/status of 404/], { scope: 'test' }] });

  test('says so', async ({ app, checkAccessibility }) => {
    await app.goto('/doc/11111111-2222-3333-4444-555555555555');
    await expect(app.getByRole('heading', { name: 'This document is not here' })).toBeVisible();
    await checkAccessibility();
  });
});

test('is locked, liked and put into the trash', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await page.head.getByRole('button', { name: 'Lock' }).click();
  await expect(page.head).toContainText('Locked by you since');
  await expect(page.toast).toContainText('Lease locked.');
  await app.keyboard.press('Control+z');
  await expect(page.head).not.toContainText('Locked by you');
  await page.head.getByRole('button', { name: 'Lock' }).click();
  await page.head.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.head).not.toContainText('Locked by you');
  // The screen changes before the server's answer; only after it can the change be undone.
  await expect(page.toast.last()).toContainText('Lease unlocked.');
  await page.head.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(page.head.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  await expect(page.toast.last()).toContainText('Lease added to favourites.');
  await app.keyboard.press('Control+z');
  await expect(page.head.getByRole('button', { name: 'Add to favourites' })).toBeVisible();
  await page.head.getByRole('button', { name: 'More actions' }).click();
  await app.getByRole('menuitem', { name: 'Approve' }).click();
  await expect(page.head).toContainText('Approved');
  await expect(page.toast.last()).toContainText('State of Lease: Approved.');
  await page.head.getByRole('button', { name: 'More actions' }).click();
  await expect(app.getByRole('menuitem', { name: 'Start workflow' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await app.keyboard.press('Escape');
  await expect(app.getByRole('menu')).toHaveCount(0);
  await app.keyboard.press('Control+k');
  await app.getByRole('combobox', { name: 'Search or jump to' }).fill('> move to trash');
  await app.getByRole('option', { name: /Move to trash/ }).click();
  await expect(app).toHaveURL(/\/browse\//);
  await expect(page.toast.last()).toContainText('Lease moved to trash.');
  await app.goto(`/doc/${id}`);
  await page.head.getByRole('button', { name: 'More actions' }).click();
  await app.getByRole('menuitem', { name: 'Delete for good' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(app).toHaveURL(/\/browse\//);
  await expect(page.toast.last()).toContainText('Lease deleted for good.');
});

test('makes a version, compares and goes back to it', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'First title' });
  const page = await new DocumentPage(app).open(id, 'versions');
  await page.panel.getByRole('button', { name: 'Make a version' }).click();
  const dialog = app.getByRole('dialog', { name: 'Make a version' });
  await dialog.getByLabel('Kind').selectOption('major');
  await dialog.getByLabel('What changed').fill('Signed');
  await dialog.getByRole('button', { name: 'Make a version' }).click();
  await expect(page.panel.getByRole('link', { name: '1.0' })).toBeVisible();
  await expect(page.panel.getByRole('listitem').filter({ hasText: '1.0' })).toContainText('Signed');
  await seed.json('PUT', `/id/${id}`, {
    'entity-type': 'document',
    properties: { 'dc:title': 'Second title' },
  });
  await page.open(id, 'versions');
  await expect(page.title).toHaveText('Second title');
  await page.panel.getByRole('link', { name: 'Compare' }).click();
  await expect(app.getByRole('row', { name: /Title/ })).toContainText('First title');
  await page.open(id, 'versions');
  await page.panel.getByRole('button', { name: 'Actions for version 1.0' }).click();
  await app.getByRole('menuitem', { name: 'Go back to this version' }).click();
  await expect(page.title).toHaveText('First title');
});

test('carries a conversation', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id, 'comments');
  await seed.user('penelope');
  await page.panel.getByLabel('New comment').pressSequentially('Is annex C missing, @penel');
  await expect(page.panel.getByRole('option', { name: 'penelope' })).toBeVisible();
  await checkAccessibility();
  await page.panel.getByLabel('New comment').press('Enter');
  await expect(page.panel.getByLabel('New comment')).toHaveValue('Is annex C missing, @penelope ');
  await page.panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.panel.getByText('Is annex C missing, @penelope')).toBeVisible();
  await expect(page.panel.locator('bdi', { hasText: '@penelope' })).toHaveAttribute('title', '@penelope');
  await expect(page.panel.getByLabel('New comment')).toHaveValue('');
  await expect(page.panel.getByLabel('New comment')).toBeFocused();
  await page.panel.getByRole('button', { name: 'Reply' }).click();
  await expect(page.panel.getByLabel('Reply')).toBeFocused();
  await app.keyboard.type('It is at the');
  await app.keyboard.press('Control+Enter');
  await expect(page.panel.getByRole('button', { name: 'Reply' })).toBeFocused();
  const actions = page.panel.getByRole('button', { name: 'Actions for this comment' });
  await expect(actions).toHaveCount(2);
  await actions.last().click();
  await app.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.panel.getByRole('textbox', { name: 'Edit' })).toBeFocused();
  await app.keyboard.type(' end');
  await app.keyboard.press('Control+Enter');
  await expect(page.panel.getByText('It is at the end', { exact: true })).toBeVisible();
  await expect(actions.last()).toBeFocused();
  await expect(page.panel.getByRole('tab', { name: /Comments/ })).toContainText('1');
});

test('starts a workflow and says whose turn it is', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await page.head.getByRole('button', { name: 'Start workflow' }).click();
  const dialog = app.getByRole('dialog', { name: 'Start workflow' });
  await dialog.getByLabel('Workflow').selectOption('ParallelDocumentReview');
  await dialog.getByRole('button', { name: 'Start workflow' }).click();
  await expect(page.panel.getByRole('region', { name: 'Task' })).toContainText('Administrator');
  await page.panel.getByRole('button', { name: 'Cancel workflow' }).click();
  await expect(page.panel).toContainText('No workflow runs on this document.');
});

test('is a page with a sheet on a phone', async ({ app, seed, workspace, checkAccessibility }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  const half = await page.panel.boundingBox();
  await page.panel.getByRole('button', { name: 'Resize the panel' }).press('ArrowUp');
  await expect
    .poll(async () => (await page.panel.boundingBox())?.height ?? 0)
    .toBeGreaterThan((half?.height ?? 0) + 100);
  await checkAccessibility();
});

test('leads to its neighbours in the list it was opened from', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const name of ['One', 'Two', 'Three']) await seed.document(workspace.path, 'Note', name);
  await app.goto(`/browse${workspace.path}`);
  await app.getByRole('grid').getByRole('row').filter({ hasText: 'Three' }).dblclick();
  const page = new DocumentPage(app);
  await expect(page.title).toHaveText('Three');
  await expect(app.getByText('2 of 3')).toBeVisible();
  await app.getByRole('button', { name: /^Next/ }).click();
  await expect(page.title).toHaveText('Two');
  await expect(app.getByRole('button', { name: /^Next/ })).toBeDisabled();
  await app.keyboard.press('k');
  await expect(page.title).toHaveText('Three');
  await app.getByRole('button', { name: 'Neighbours' }).click();
  const strip = app.getByRole('navigation', { name: 'Neighbours' });
  await expect(strip.getByRole('link', { name: 'Three' })).toHaveAttribute('aria-current', 'page');
  await expect(strip.getByRole('link', { name: 'One' })).toBeVisible();
  await checkAccessibility();
  await strip.getByRole('link', { name: 'Three' }).focus();
  await app.keyboard.press('ArrowRight');
  await app.keyboard.press('Enter');
  await expect(page.title).toHaveText('Two');
  await app.goBack();
  await expect(app).toHaveURL(/\/browse\//);
});

for (const tab of ['Details', 'Comments', 'Versions', 'Access', 'Activity', 'Workflow'] as const)
  test(`${tab} is for everyone in the dark, wide and on a phone`, async ({
    appInTheDark: app,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const id = await seed.file(workspace.path, 'Lease.txt', 'Article 1', 'text/plain');
    await seed.json('POST', `/id/${id}/@comment`, {
      'entity-type': 'comment',
      parentId: id,
      text: 'Is annex C missing?',
    });
    const page = await new DocumentPage(app).open(id, tab.toLowerCase());
    const content = page.panel.getByRole('tabpanel', { name: tab });
    for (const width of [1440, 390]) {
      await app.setViewportSize({ width, height: 844 });
      await expect(content).toBeVisible();
      await expect(content.locator('[aria-busy]')).toHaveCount(0);
      await checkAccessibility();
    }
  });

test('a version that is the same is said to be the same', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Lease.txt', 'Article 1', 'text/plain');
  await seed.json('POST', '/automation/Document.CreateVersion', {
    input: id,
    params: { increment: 'Minor' },
  });
  const page = await new DocumentPage(app).open(id, 'versions');
  await page.panel.getByRole('button', { name: 'Actions for version 0.1' }).click();
  await app.getByRole('menuitem', { name: 'Compare' }).click();
  await expect(app.getByRole('region', { name: 'Properties' })).toContainText('No property differs');
});

test('a workspace tells how much room it takes, and how much it may', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
}) => {
  await seed.file(workspace.path, 'Lease.txt', 'x'.repeat(2_000), 'text/plain');
  await seed.json('POST', '/automation/Quotas.SetMaxSize', {
    input: workspace.id,
    params: { targetSize: 1_000_000 },
  });
  const page = await new DocumentPage(app).open(workspace.id);
  await expect(page.panel).toContainText('2 kB of 1 MB');
  await expect(page.panel.getByRole('meter', { name: 'Space' })).toBeVisible();
  await app.goto(`/browse${workspace.path}`);
  const navigation = app.getByRole('navigation', { name: 'Navigation' });
  await expect(navigation.getByRole('meter', { name: `Space used in ${workspace.title}` })).toBeVisible();
  await expect(navigation).toContainText('2 kB of 1 MB');
});
