/** Tasks: the list, the form, the route, handing over, and refusals. */
import { isJsonObject } from '#wire/json.ts';
import { expect, signIn, test } from './fixtures.ts';
import { TasksPage } from './models/tasks-page.ts';
import { Seed } from './seed.ts';

async function startReview(seed: Seed, path: string, title: string): Promise<void> {
  const id = await seed.document(path, 'Note', title, { 'dc:title': title });
  await seed.json('POST', '/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [id],
  });
}

test('goes through a review from one person to the next', async ({
  app,
  browser,
  seed,
  server,
  workspace,
  checkAccessibility,
}) => {
  const reviewer = await seed.user('siobhan');
  await startReview(seed, workspace.path, 'Emphyteutic lease');
  const tasks = await new TasksPage(app).open();
  await tasks.choose('Emphyteutic lease');
  await expect(tasks.task.getByRole('heading', { name: 'Choose participants' })).toBeVisible();
  await expect(tasks.route.getByRole('listitem').filter({ hasText: 'Now' })).toContainText(
    'Choose participants',
  );
  await checkAccessibility();
  // On a phone the top bar shows the name; the heading remains for screen readers.
  await app.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await app.setViewportSize({ width: 1440, height: 900 });
  await tasks.act('Start the review');
  await expect(tasks.task.getByText('Choose at least one person or group')).toBeVisible();
  await tasks.pick(tasks.task, 'Participants', 'siob', 'siobhan');
  await tasks.task.getByLabel('Comment').fill('Please check article 6.');
  await tasks.act('Start the review');
  await expect(app.getByText('Choose participants: Start the review.')).toBeVisible();

  const context = await browser.newContext({ baseURL: server.origin, locale: 'en-GB' });
  const hers = await context.newPage();
  await signIn(hers, new Seed(server.origin, reviewer), 'siobhan');
  const waiting = await new TasksPage(hers).open();
  await expect(hers.getByRole('link', { name: 'Tasks' }).first()).toContainText('1');
  await waiting.choose('Emphyteutic lease');
  await expect(waiting.task.getByText('Please check article 6.')).toBeVisible();
  await waiting.act('Validate');
  await expect(hers.getByText('Validate the document: Validate.')).toBeVisible();
  await expect(hers.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await context.close();
});

test('delegates a task, and says when it has ended meanwhile', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  await seed.user('priya');
  await startReview(seed, workspace.path, 'Handover report');
  const tasks = await new TasksPage(app).open();
  await tasks.choose('Handover report');
  await tasks.act('Delegate…');
  await tasks.pick(tasks.dialog, 'To', 'priy', 'priya');
  await tasks.dialog.getByRole('button', { name: 'Delegate' }).click();
  const toast = app.getByRole('status').getByText('Task delegated.');
  await expect(toast).toBeVisible();
  // It stands above the buttons at the foot, not over them.
  const button = tasks.task.getByRole('button', { name: 'Delegate…' });
  const gap = async () => {
    const [above, below] = await Promise.all([toast.boundingBox(), button.boundingBox()]);
    return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
  };
  await expect.poll(gap).toBeGreaterThan(0);
  const id = new URL(app.url()).pathname.split('/').at(-1) ?? '';
  await seed.json('PUT', `/task/${id}/cancel`, { 'entity-type': 'task', id });
  await tasks.act('Cancel review');
  await expect(tasks.task.getByText('Somebody else has ended this task meanwhile.')).toBeVisible();
});

test('finds tasks among others and decides those of a kind together', async ({
  app,
  seed,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/409/);
  for (const title of ['Roof survey', 'Roof estimate', 'Roof contract', 'Cellar plan'])
    await startReview(seed, workspace.path, title);
  const tasks = await new TasksPage(app).open();
  await tasks.filter('roof');
  await expect(tasks.list.getByRole('link', { name: /Cellar plan/ })).toHaveCount(0);
  await expect(tasks.list.getByRole('link', { name: /Roof/ })).toHaveCount(3);
  await tasks.mark('Roof survey');
  await tasks.together.getByRole('button', { name: 'All 3 like these' }).click();
  await expect(tasks.together).toContainText('3 chosen');
  const { entries } = await seed.json('GET', '/task?pageSize=50', undefined, {
    'fetch-task': 'targetDocumentIds',
  });
  const ended = Array.isArray(entries)
    ? entries.find((task) => JSON.stringify(task).includes('Roof contract'))
    : undefined;
  const id = isJsonObject(ended) ? String(ended.id) : '';
  await tasks.together.getByRole('button', { name: 'Decide…' }).click();
  await expect(tasks.dialog.getByRole('heading', { name: 'Decide 3 tasks' })).toBeVisible();
  await tasks.dialog.getByRole('button', { name: 'Start the review' }).click();
  await expect(tasks.dialog.getByText('Choose at least one person or group')).toBeVisible();
  await checkAccessibility();
  await seed.json('PUT', `/task/${id}/cancel`, { 'entity-type': 'task', id });
  await tasks.dialog.getByRole('button', { name: 'Cancel review' }).click();
  await expect(tasks.dialog.getByRole('heading', { name: '1 task is not decided' })).toBeVisible();
  await expect(tasks.dialog.getByRole('listitem')).toContainText('Roof contract');
  await expect(tasks.dialog.getByRole('listitem')).toContainText('Somebody else has ended this task');
  await tasks.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(tasks.list.getByRole('link', { name: /Roof/ })).toHaveCount(0);
});

test('says what a task that is not there means', async ({ app, expectedErrors, checkAccessibility }) => {
  expectedErrors.push(/404/);
  await app.goto('/tasks/00000000-0000-0000-0000-000000000000');
  await expect(app.getByRole('heading', { name: 'This task is not there' })).toBeVisible();
  await checkAccessibility();
});
