/** A selection stays over folders, filters and a reload; and a whole list is changed by one job of the server. */
import { expect, test } from './fixtures.ts';
import { FolderList, withRowsBySearch } from './models/folder-list.ts';

test('what is ticked in one folder is still selected in another, and after a reload', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  for (const name of ['North', 'South'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
  await seed.document(`${workspace.path}/annexes`, 'Note', 'plan', { 'dc:title': 'Plan' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('North').getByRole('checkbox').click({ force: true });
  await list.row('South').getByRole('checkbox').click({ force: true });
  await expect(list.toolbar).toContainText('2 selected');
  // Opening a folder does not select it.
  await list.tree.getByRole('treeitem', { name: workspace.title }).press('ArrowRight');
  await list.tree.getByRole('treeitem', { name: 'Annexes' }).click();
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.toolbar).toHaveText('2 elsewhere');
  await list.row('Plan').getByRole('checkbox').click({ force: true });
  await expect(list.toolbar).toContainText('1 selected');
  await expect(list.toolbar).toContainText('2 elsewhere');
  await checkAccessibility();
  await app.reload();
  await expect(list.row('Plan')).toHaveAttribute('aria-selected', 'true');
  await list.toolbar.getByRole('link', { name: '2 elsewhere' }).click();
  await expect(list.heading).toHaveText('Selection');
  await expect(list.chosenRows).toHaveCount(3);
  await expect(list.toolbar).toContainText('3 selected');
  await checkAccessibility();
  await list.toolbar.getByRole('button', { name: 'Move to trash' }).click();
  await expect(list.toast('3 documents moved to trash.')).toBeVisible();
  await list.open(workspace.path);
  await expect(list.rows).toHaveCount(1);
  await expect(list.toolbar).toHaveCount(0);
});

test('a double press opens a folder and leaves what is ticked as it was', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Note', 'plan', { 'dc:title': 'Plan' });
  for (const name of ['North', 'South'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('North').getByRole('checkbox').click({ force: true });
  await list.row('South').getByRole('checkbox').click({ force: true });
  await expect(list.toolbar).toContainText('2 selected');
  await list.row('Annexes').dblclick();
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.toolbar).toHaveText('2 elsewhere');
  await app.goBack();
  await expect(list.heading).toHaveText(workspace.title);
  await expect(list.toolbar).toContainText('2 selected');
  await expect(list.row('Annexes')).toHaveAttribute('aria-selected', 'false');
  // A plain click still clears the selection of its list, and the row at the cursor is not added to it.
  await list.row('Annexes').click();
  await expect(list.chosenRows).toHaveCount(1);
  await list.row('Annexes').dblclick();
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.row('Plan')).toBeVisible();
  await expect(list.toolbar).toHaveCount(0);
});

test('a folder that is gone through is selected nowhere', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Note', 'plan', { 'dc:title': 'Plan' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Annexes').dblclick();
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.row('Plan')).toBeVisible();
  await expect(list.toolbar).toHaveCount(0);
  await app.goBack();
  await expect(list.row('Annexes')).toHaveAttribute('aria-selected', 'true');
});

test('every row but some is one job, whose failures are named', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  // As in lists whose rows are never all loaded; the job itself is the real server's.
  const list = new FolderList(app);
  for (const name of ['Deed 1', 'Deed 2', 'Deed 3', 'Deed 4'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
  await chooseAllOfMany(list, workspace.path);
  await expect(list.toolbar).toContainText('5,000 selected');
  await app.keyboard.press('Delete');
  await expect(app.getByRole('dialog', { name: 'Move 5,000 documents to trash?' })).toBeVisible();
  await app.keyboard.press('Escape');
  await list.row('Deed 2').getByRole('checkbox').click({ force: true });
  await expect(list.toolbar).toContainText('4,999 selected');
  await expect(list.row('Deed 2')).toHaveAttribute('aria-selected', 'false');
  await expect(list.row('Deed 3')).toHaveAttribute('aria-selected', 'true');
  await checkAccessibility(app, '[role="toolbar"]');
  await app.unroute('**/search/execute?**');
  await list.toolbar.getByRole('button', { name: 'Move to trash' }).click();
  const question = app.getByRole('dialog', { name: /Move 4,999 documents to trash/ });
  await question.getByRole('button', { name: 'Move to trash' }).click();
  await expect(list.toast('3 documents moved to trash.')).toBeVisible();
  await expect(list.rows).toHaveCount(1);
  await expect(list.row('Deed 2')).toBeVisible();
});

test('what a job could not do is listed, also after a reload and on another page', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const list = new FolderList(app);
  const uids = [];
  for (const name of ['Deed 1', 'Deed 2', 'Deed 3'])
    uids.push(await seed.document(workspace.path, 'Note', name, { 'dc:title': name }));
  const status = {
    'entity-type': 'bulkStatus',
    commandId: 'c1',
    state: 'RUNNING',
    processed: 1,
    total: 3,
    error: true,
    errorCount: 2,
    errorMessage: 'Bulk Action Operation with commandId: c1 fails on documents: [d2]',
    errors: uids.slice(1).map((uid) => ({ uid, message: 'Locked by someone else' })),
  };
  await app.route('**/search/bulk/**', (route) => route.fulfill({ status: 202, json: status }));
  await app.route('**/bulk/c1', (route) => route.fulfill({ json: status }));
  await chooseAllOfMany(list, workspace.path);
  await list.toolbar.getByRole('button', { name: 'Tag', exact: true }).click();
  const tags = app.getByRole('dialog', { name: 'Tag 5,000 documents' });
  await tags.getByRole('combobox', { name: 'Tags' }).fill('harbour');
  await app.getByRole('option', { name: 'harbour' }).click();
  await tags.getByRole('button', { name: 'Save tags' }).click();
  const work = app.getByRole('region', { name: 'In progress' });
  const progress = work.getByRole('progressbar', { name: 'Changing 5,000 documents' });
  await expect(progress).toHaveAttribute('aria-valuetext', '1 of 3');
  await app.goto('/');
  await expect(progress).toHaveAttribute('aria-valuetext', '1 of 3');
  await expect(work.getByRole('button', { name: /^Stop/ })).toBeVisible();
  Object.assign(status, { state: 'COMPLETED', processed: 3 });
  await expect(progress).toHaveCount(0);
  await app.reload();
  await expect(work).toContainText('2 documents were not changed: Somebody has locked it.');
  await expect(work).not.toContainText('commandId');
  await work.getByRole('button', { name: 'Show them' }).click();
  const failures = app.getByRole('dialog', { name: '2 documents were not changed' });
  // One reason for both documents.
  await expect(failures.getByText('Locked by someone else')).toHaveCount(1);
  await expect(failures.getByRole('link')).toHaveText(['Deed 2', 'Deed 3']);
  await checkAccessibility();
  await app.keyboard.press('Escape');
  await expect(failures).toHaveCount(0);
  await checkAccessibility(app, '[aria-label="In progress"]');
  await work.getByRole('button', { name: /^Dismiss/ }).press('Enter');
  await expect(work).toHaveCount(0);
});

test('a job that is stopped lists what it could not change until then', async ({ app, seed, workspace }) => {
  const uids = [];
  for (const name of ['Deed 1', 'Deed 2', 'Deed 3'])
    uids.push(await seed.document(workspace.path, 'Note', name, { 'dc:title': name }));
  const status = {
    'entity-type': 'bulkStatus',
    commandId: 'c1',
    state: 'RUNNING',
    processed: 2,
    total: 3,
    error: true,
    errorCount: 1,
    errors: [{ uid: uids[1], message: 'Locked by someone else' }],
  };
  await app.route('**/search/bulk/**', (route) => route.fulfill({ status: 202, json: status }));
  await app.route('**/bulk/c1', (route) => route.fulfill({ json: status }));
  await app.route('**/bulk/c1/abort', (route) => route.fulfill({ json: { ...status, state: 'ABORTED' } }));
  const list = new FolderList(app);
  await chooseAllOfMany(list, workspace.path);
  await list.toolbar.getByRole('button', { name: 'Move to trash' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  const work = app.getByRole('region', { name: 'In progress' });
  await expect(work.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 3');
  await work.getByRole('button', { name: /^Stop/ }).click();
  await expect(list.toast('Stopped: 1 of 3 done. What is done stays.')).toBeVisible();
  await expect(work).toContainText('1 document was not changed: Somebody has locked it.');
  await work.getByRole('button', { name: 'Show them' }).click();
  const failures = app.getByRole('dialog', { name: '1 document was not changed' });
  await expect(failures.getByRole('link')).toHaveText(['Deed 2']);
});

/** Chooses all documents of a folder that says it has 5,000, as in lists whose rows are never all loaded. */
async function chooseAllOfMany(list: FolderList, path: string): Promise<void> {
  const { page: app } = list;
  await withRowsBySearch(app);
  await app.route('**/search/execute?**', async (route) => {
    const response = await route.fetch();
    const page = await response.json();
    const many = page.entries.length > 2 ? { resultsCount: 5_000, totalSize: 5_000 } : {};
    await route.fulfill({ response, json: { ...page, ...many } });
  });
  await list.open(path);
  await list.row('Deed 1').click();
  await app.keyboard.press('ControlOrMeta+a');
  await list.toolbar.getByRole('button', { name: 'all 5,000' }).click();
}
