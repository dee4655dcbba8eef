/** Rights on several documents at once, by a person who may change them on some and only read another. */
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

test('rights on many are foreseen, given, blocked and undone, and what was refused is listed', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
  expectedErrors,
}) => {
  const [manager, reader] = await Promise.all(
    ['manager', 'reader'].map((name) => seed.user(`${name}-${workspace.id.slice(-8)}`)),
  );
  const grant = (input: string, user: string | undefined, permission: string) =>
    seed.operation('Document.AddPermission', { input, params: { users: [user ?? ''], permission } });
  const uids = await Promise.all(
    ['Lease', 'Map', 'Sealed'].map((name) => seed.file(workspace.path, name, name, 'text/plain')),
  );
  const [lease = '', map = '', sealed = ''] = uids;
  // Members may read everything else.
  await seed.operation('Document.BlockPermissionInheritance', { input: workspace.id, params: {} });
  await grant(workspace.id, manager?.username, 'Everything');
  await seed.operation('Document.BlockPermissionInheritance', { input: sealed, params: {} });
  await grant(sealed, manager?.username, 'Read');
  await grant(map, reader?.username, 'Read');
  // Whether that person may read each document, as the server answers them.
  const asReader = new Seed(seed.origin, reader);
  const readable = async () => {
    const answers = await Promise.allSettled(uids.map((uid) => asReader.json('GET', `/id/${uid}`)));
    return answers.map(({ status }) => status === 'fulfilled');
  };
  await signIn(page, new Seed(seed.origin, manager), manager?.username);
  const list = await new FolderList(page).open(workspace.path);
  const dialog = page.getByRole('dialog', { name: 'Access to 3 documents' });
  const open = async () => {
    await list.choose('Lease', 'Share');
    await expect(dialog.getByRole('status')).not.toHaveText('Reading the current rights…');
  };
  const line = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  const undo = () =>
    page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).last();
  await list.row('Lease').click();
  await list.row('Sealed').click({ modifiers: ['Shift'] });
  await expect(list.chosenRows).toHaveCount(3);

  // Granting: the dialog shows first who has the right already, and which documents cannot be changed.
  await open();
  await expect(dialog.getByRole('status')).toHaveText(/^Choose people or groups/);
  await dialog.getByRole('combobox', { name: 'Who' }).fill(reader?.username ?? '');
  await page.getByRole('option', { name: reader?.username }).first().click();
  await expect(dialog.getByRole('status')).toContainText('1 document will change.');
  await expect(line('Lease')).toContainText('No right');
  await expect(line('Map')).toContainText('Stays as it is.');
  await expect(line('Sealed')).toContainText('You may not change the rights here.');
  await checkAccessibility(page, '[role="dialog"]');
  expect(await readable()).toEqual([false, true, false]);
  await dialog.getByRole('button', { name: 'Change 1 document' }).click();
  await expect(list.toast('Rights changed on 1 document.')).toBeVisible();
  expect(await readable()).toEqual([true, true, false]);
  await undo().click();
  await expect(list.toast('The rights were put back.')).toBeVisible();
  expect(await readable()).toEqual([false, true, false]);

  // The browser logs what the server refuses.
  expectedErrors.push(/status of 403/);
  // Blocking: meanwhile this person may no longer change one of them.
  await open();
  await dialog.getByRole('button', { name: 'Block inheritance' }).click();
  await expect(dialog.getByRole('status')).toContainText('2 documents will change.');
  await seed.operation('Document.BlockPermissionInheritance', { input: lease, params: {} });
  await grant(lease, manager?.username, 'Read');
  await dialog.getByRole('button', { name: 'Change 2 documents' }).click();
  await expect(list.toast('Rights changed on 1 document.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  const failures = page.getByRole('dialog').filter({ hasText: 'Lease' });
  await expect(failures.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(failures).toHaveCount(0);
});
