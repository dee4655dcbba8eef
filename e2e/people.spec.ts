/** People and groups: finding, reading, creating, changing, deleting, and refusals. */
import { expect, signIn, test } from './fixtures.ts';
import { PeoplePage } from './models/people-page.ts';
import { taskOf } from './popup-seeds.ts';
import { Seed } from './seed.ts';

test('finds people by name and shows who they are', async ({ app, seed, checkAccessibility }) => {
  await seed.user('marcelle');
  const people = await new PeoplePage(app).open();
  await people.search('marc');
  await expect(people.list.getByRole('link')).toHaveCount(1);
  await people.choose('marcelle');
  await expect(people.pane.getByRole('heading', { name: 'marcelle' })).toBeVisible();
  await expect(people.pane.getByRole('button', { name: 'Members group', exact: true })).toBeVisible();
  await expect(app).toHaveURL(/\/people\/users\/marcelle$/);
  await checkAccessibility();
  await people.search('nobody at all');
  await expect(app.getByText('Nobody is called “nobody at all”.')).toBeVisible();
});

/** Creates people with these names. */
async function named(seed: Seed, names: Readonly<Record<string, readonly [string, string]>>): Promise<void> {
  for (const [id, [firstName, lastName]] of Object.entries(names))
    await seed.json('POST', '/user', {
      'entity-type': 'user',
      id,
      properties: { username: id, password: id, firstName, lastName },
    });
}

test('people are listed by the names that are shown', { tag: '@own-server' }, async ({ app, seed }) => {
  await named(seed, { pilot1: ['Zoe', 'Adams'], pilot2: ['ada', 'Zuse'], pilot3: ['', 'Berg'] });
  const people = await new PeoplePage(app).open();
  await people.search('pilot');
  await expect(people.list.getByRole('link')).toHaveText([/ada Zuse/, /Berg/, /Zoe Adams/]);
});

test('a picker offers people by name, also where more are found than it lists', async ({ app, seed }) => {
  await named(seed, { sailor1: ['Zoe', 'Sail'], sailor2: ['Ada', 'Sail'] });
  await seed.json('POST', '/group', { 'entity-type': 'group', groupname: 'sailing' });
  const people = await new PeoplePage(app).open('/people/groups/sailing');
  await people.pane.getByRole('button', { name: 'Add a person' }).click();
  const field = people.pane.getByRole('combobox', { name: 'Add a person' });
  await field.fill('sailor');
  await expect(app.getByRole('option')).toHaveText([/Ada Sail/, /Zoe Sail/]);
  const others = Array.from({ length: 19 }, (_, index) => `sailor-${index}`);
  await named(seed, Object.fromEntries(others.map((id) => [id, ['Bo', id]])));
  await field.fill('sail');
  await expect(app.getByRole('option')).toHaveCount(20);
});

test('lists where somebody was given rights, without what workflows keep for themselves', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.user('octavia');
  const params = { users: ['octavia'], permission: 'Read' };
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await seed.json('POST', '/workflow', {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [id],
  });
  for (const input of [workspace.id, await taskOf(seed, id)])
    await seed.operation('Document.AddPermission', { input, params });
  const people = await new PeoplePage(app).open('/people/users/octavia');
  const places = people.pane.getByRole('list', { name: 'Rights given here' });
  await expect(places.getByRole('link', { name: workspace.title })).toBeVisible();
  await expect(places).not.toContainText('task-root');
  // A path is left to right, but aligned with the page.
  await app.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await expect(places.getByText(workspace.path)).toHaveCSS('text-align', 'right');
});

test('makes a person, refuses a name that is taken, changes and deletes them', async ({
  app,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/409/);
  const people = await new PeoplePage(app).open();
  await people.create('New person', { Login: 'Administrator', Password: 'long enough 1' });
  await expect(people.dialog.getByText('This name is taken; choose another')).toBeVisible();
  await checkAccessibility();
  await people.fillAndSubmit({ Login: 'yumi', 'First name': '由美', 'Last name': '小林' }, 'Create');
  await expect(people.pane.getByRole('heading', { name: '由美 小林' })).toBeVisible();
  await people.pane.getByRole('button', { name: 'Edit' }).click();
  await people.fillAndSubmit({ Email: 'yumi@example.org' }, 'Save');
  await expect(people.pane.getByText('yumi@example.org')).toBeVisible();
  await people.add('Add to a group', 'power', 'Power users group');
  await expect(people.pane.getByRole('button', { name: 'Power users group', exact: true })).toBeVisible();
  await people.pane.getByRole('button', { name: 'Remove Power users group' }).click();
  await expect(people.pane.getByRole('button', { name: 'Power users group', exact: true })).toHaveCount(0);
  await people.pane.getByRole('button', { name: 'Delete' }).click();
  await people.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(people.list.getByRole('link', { name: '由美' })).toHaveCount(0);
});

test('makes a group, fills it and deletes it', async ({ app, seed, checkAccessibility }) => {
  await seed.user('tomasz');
  const people = await new PeoplePage(app).open('/people/groups');
  await people.create('New group', { Identifier: 'surveyors', Name: 'Surveyors' });
  await expect(people.pane.getByRole('heading', { name: 'Surveyors' })).toBeVisible();
  await expect(app.getByText('Surveyors created.')).toBeVisible();
  const adding = people.pane.getByRole('button', { name: 'Add a person' });
  await adding.press('Enter');
  await expect(people.pane.getByRole('combobox', { name: 'Add a person' })).toBeFocused();
  await app.keyboard.press('Escape');
  await app.keyboard.press('Escape');
  await expect(adding).toBeFocused();
  await people.add('Add a person', 'tom', 'tomasz');
  await expect(people.pane.getByRole('button', { name: 'tomasz', exact: true })).toBeVisible();
  await expect(adding).toBeFocused();
  await people.add('Add to a group', 'memb', 'Members group');
  await expect(people.pane.getByRole('button', { name: 'members', exact: true })).toBeVisible();
  await checkAccessibility();
  const removed = app.waitForResponse((response) => response.request().method() === 'DELETE');
  await people.pane.getByRole('button', { name: 'Remove tomasz' }).click();
  await removed;
  await expect(people.pane.getByRole('button', { name: 'tomasz', exact: true })).toHaveCount(0);
  await expect(adding).toBeFocused();
  // By label and id: groups of other tests have similar names.
  const inList = people.list.getByRole('link', { name: 'Surveyors surveyors', exact: true });
  await expect(inList).toHaveCount(1);
  await people.pane.getByRole('button', { name: 'Delete' }).click();
  await people.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(inList).toHaveCount(0);
});

test('lets members look and says why they cannot change', async ({ page, seed, server }) => {
  const reader = await seed.user('onlooker');
  await signIn(page, new Seed(server.origin, reader), 'onlooker');
  const people = await new PeoplePage(page).open('/people/users/Administrator');
  await expect(page.getByRole('button', { name: 'New person' })).toBeDisabled();
  await expect(people.pane.getByRole('button', { name: 'Edit' })).toBeDisabled();
  await expect(people.pane.getByText('Only administrators and power users change people')).toBeVisible();
  await people.choose('onlooker');
  await people.pane.getByRole('button', { name: 'Change password' }).click();
  await expect(people.dialog.getByRole('heading')).toContainText('password');
});

test('an administrator suspends somebody, finds them by the filter and lets them in again', {
  tag: '@own-server',
}, async ({ app, seed, server, checkAccessibility }) => {
  const person = await seed.user('wernstrom', ['members']);
  await new Seed(server.origin, person).fetch('/api/v1/me');
  const people = await new PeoplePage(app).open('/people/users/wernstrom');
  await expect(people.pane.getByRole('list', { name: 'Rights given here' })).toContainText('Sections');
  await expect(people.pane.getByText('Storage')).toBeVisible();
  await people.pane.getByRole('button', { name: 'Suspend' }).press('Enter');
  await checkAccessibility();
  await people.dialog.getByRole('button', { name: 'Suspend' }).press('Enter');
  await expect(people.pane.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(new Seed(server.origin, person).fetch('/api/v1/me')).rejects.toThrow('401');
  const filter = app.getByRole('combobox', { name: 'Show' });
  await filter.selectOption('Suspended');
  await expect(people.list.getByRole('link')).toHaveCount(1);
  await app.emulateMedia({ colorScheme: 'dark' });
  await app.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await app.setViewportSize({ width: 1440, height: 900 });
  await people.pane.getByRole('button', { name: 'Let in again' }).press('Enter');
  await expect(app.getByText('Nobody is listed here.')).toBeVisible();
  await filter.selectOption('Administrators group');
  await expect(people.list.getByRole('link', { name: 'Administrator' })).toBeVisible();
  await new Seed(server.origin, person).fetch('/api/v1/me');
});

test('members of a group are large enough to be pressed on a phone', async ({
  app,
  seed,
  checkAccessibility,
}) => {
  // Other tests add people to the group of all members, so it is shown in pages.
  const group = { 'entity-type': 'group', groupname: 'bargees', grouplabel: 'Crews of the barges' };
  await seed.json('POST', '/group', group);
  await seed.user('bo', ['bargees']);
  await app.setViewportSize({ width: 390, height: 844 });
  const people = await new PeoplePage(app).open('/people/groups/bargees');
  await expect(people.pane.getByRole('button', { name: 'bo', exact: true })).toBeVisible();
  await expect(app.getByRole('banner')).toContainText('Crews of the barges');
  await checkAccessibility();
});
