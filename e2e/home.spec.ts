/** The start page and the palette: visited folders, tasks, and others' changes. */
import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

test('a person with rights on one workspace lands beside it, and goes on where she was', async ({
  page,
  seed,
  server,
  workspace,
  checkAccessibility,
}) => {
  const person = await seed.user(`ada-${randomUUID().slice(0, 8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [person.username], permission: 'ReadWrite' },
  });
  const own = new Seed(server.origin, person);
  const nearby = `Nearby ${person.username}`;
  await seed.document('/default-domain/workspaces', 'Workspace', randomUUID(), { 'dc:title': nearby });
  const mine = await own.document(workspace.path, 'File', 'mine', { 'dc:title': 'Written by Ada' });
  const survey = 'Survey of the quay walls, sheets 1 to 12, second edition.pdf';
  await own.document(workspace.path, 'File', 'survey', { 'dc:title': survey });
  await seed.document(workspace.path, 'File', 'theirs', { 'dc:title': 'Changed by others' });
  await own.json('POST', '/automation/User.GetUserWorkspace', {});
  await signIn(page, own, person.username);
  await page.goto('/');
  // A personal workspace is not named by its login.
  await expect(page.getByRole('main').getByRole('link', { name: 'Personal workspace' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: person.username, exact: true })).toHaveCount(
    0,
  );
  await page.getByRole('region', { name: 'Workspaces' }).getByRole('link', { name: workspace.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(workspace.title);
  await new DocumentPage(page).open(mine);
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Home' }).click();
  const last = page.getByRole('region', { name: 'Where you were' });
  await expect(last.getByRole('link')).toHaveText(['Written by Ada', workspace.title]);
  // With few visited folders, other workspaces are listed, too.
  const open = page.getByRole('region', { name: 'Workspaces' });
  await expect(open.getByRole('link', { name: nearby })).toBeVisible();
  await expect(open.getByRole('link', { name: workspace.title })).toHaveCount(0);
  // Each with the icon of its kind.
  await expect(last.getByRole('link').first().locator('[class*="other"]')).toHaveCount(1);
  await expect(last.getByRole('link').last().locator('[class*="folder"]')).toHaveCount(1);
  const work = page.getByRole('region', { name: 'Your recent work' });
  await expect(work.getByRole('link', { name: /Written by Ada/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /Changed by others/ })).toHaveCount(0);
  // A long name is truncated in the middle, as its end distinguishes it.
  const long = work.getByRole('link', { name: survey });
  await expect(long.getByText('edition', { exact: true })).toBeInViewport();
  await expect(long.getByText('.pdf', { exact: true })).toBeInViewport();
  const others = page.getByRole('region', { name: 'What others changed' });
  await expect(others.getByRole('link', { name: /Changed by others/ })).toContainText('Administrator');
  await expect(page.getByRole('region', { name: 'Your tasks' })).toContainText('No task waits for you.');
  await checkAccessibility();
});

test('a document that was opened is listed with the ending of its file', async ({ app, seed, workspace }) => {
  const scan = await seed.file(workspace.path, 'scan.txt', 'The lease.', 'text/plain');
  await seed.json('PUT', `/id/${scan}`, { 'entity-type': 'document', properties: { 'dc:title': 'Lease' } });
  await new DocumentPage(app).open(scan);
  await app.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Home' }).click();
  const last = app.getByRole('region', { name: 'Where you were' });
  await expect(last.getByRole('link').first()).toHaveText('Lease.txt');
});

test('what is gone no longer stands among the places where one was', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  const list = await new FolderList(app).open(`${workspace.path}/annexes`);
  await new DocumentPage(app).open(id);
  const home = app.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Home' });
  await home.click();
  const last = app.getByRole('region', { name: 'Where you were' });
  await expect(last.getByRole('link')).toHaveText(['Lease', 'Annexes']);
  await seed.fetch(`/api/v1/path${workspace.path}`, { method: 'DELETE' });
  for (const name of ['Lease', 'Annexes']) {
    await last.getByRole('link', { name }).click();
    await expect(list.heading).not.toHaveText(name);
    await home.click();
    await expect(last.getByRole('link', { name })).toHaveCount(0);
  }
});

test('a task that waits is on the page', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': `Lease ${workspace.title}` });
  await seed.json('POST', '/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [id],
  });
  await app.goto('/');
  const tasks = app.getByRole('region', { name: 'Your tasks' });
  await tasks.getByRole('link', { name: /Lease/ }).first().click();
  await expect(app).toHaveURL(/\/tasks\//);
});

test('the palette ranks names above texts, finds people, and offers what was opened', async ({
  app,
  seed,
  workspace,
}) => {
  const mark = randomUUID().slice(0, 8);
  const lease = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': `Re Quay${mark} 9000` });
  await seed.file(workspace.path, 'minutes.txt', `They spoke of quay${mark} at length`, 'text/plain');
  await seed.json('POST', '/user', {
    'entity-type': 'user',
    id: `zoe-${mark}`,
    properties: { username: `zoe-${mark}`, password: mark, firstName: `Zoe${mark}`, lastName: 'Quist' },
  });
  await new DocumentPage(app).open(lease);
  await app.keyboard.press('Control+k');
  const palette = app.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByRole('option').first()).toContainText(`Re Quay${mark}`);
  const field = palette.getByRole('combobox');
  await field.fill(`uay${mark} 900`);
  await expect(palette.getByRole('option').first()).toContainText(`Re Quay${mark} 9000`);
  await field.fill(`quay${mark}`);
  await expect(palette.getByRole('option').first()).toContainText(`Re Quay${mark} 9000`);
  await field.fill(`zoe${mark}`);
  await expect(palette.getByRole('option', { name: /Quist/ })).toBeVisible();
});
