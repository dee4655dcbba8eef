/** Changes made without a connection: they wait visibly, outlive a reload, and overwrite no other person's. */
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { isReleaseKept } from './models/stored-release.ts';
import { Seed } from './seed.ts';

/** The document as the server has it. */
async function stored(seed: Seed, path: string) {
  const { title, contextParameters, properties, uid } = await seed.json('GET', `/path${path}`, undefined, {
    'X-NXenrichers.document': 'tags',
    'X-NXproperties': '*',
  });
  return { title, uid, tags: JSON.stringify(contextParameters), properties };
}

test.describe('without a line', () => {
  test.use({ expectedErrors: [[/ERR_INTERNET_DISCONNECTED/, /status of 40[349]/], { scope: 'test' }] });

  test('changes wait, outlive a reload, and are sent; what met another value is decided', async ({
    page,
    context,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
    const params = { username: ada.username, permission: 'ReadWrite', acl: 'local' };
    await seed.operation('Document.AddPermission', { input: `doc:${workspace.path}`, params });
    const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
    await seed.document(workspace.path, 'File', 'deed', { 'dc:title': 'Deed' });
    await signIn(page, new Seed(seed.origin, ada), ada.username);
    await page.clock.install();
    const document = await new DocumentPage(page).open(id);
    const parent = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: workspace.title });
    await parent.click();
    const list = new FolderList(page);
    await expect(list.row('Lease')).toBeVisible();
    await page.goBack();
    await expect(document.title).toHaveText('Lease');
    await document.openTab('Comments');
    await expect(document.panel.getByLabel('New comment')).toBeVisible();
    await document.openTab('Details');
    await expect(document.property('Title')).toBeVisible();
    await expect.poll(() => isReleaseKept(page)).toBe(true);

    await context.setOffline(true);
    const band = page.getByRole('region', { name: 'Connection' });
    await expect(band).toContainText('The server cannot be reached.');
    // Commands that only fetch something, or must ask the server first, are refused with the reason.
    const share = page.getByRole('button', { name: 'Share' });
    await expect(share).toHaveAccessibleDescription('The server does not answer.');
    await share.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/doc/${id}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    for (const name of ['Share', 'Start workflow', 'Copy to…'])
      await expect(page.getByRole('menuitem', { name })).toContainText('The server does not answer.');
    await expect(page.getByRole('menuitem', { name: 'Add to favourites' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await (await document.edit('Title')).fill('Lease of the mill');
    await document.save();
    await expect(document.toast).toContainText('Saved on this device.');
    await expect(document.title).toHaveText('Lease of the mill');
    await document.panel.getByRole('button', { name: 'Add', exact: true }).click();
    await document.panel.getByLabel('New tag').fill('mill');
    await page.keyboard.press('Enter');
    await expect(document.panel.getByRole('link', { name: 'mill' })).toBeVisible();
    await document.openTab('Comments');
    await document.panel.getByLabel('New comment').fill('Is annex C missing?');
    await document.panel.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(document.panel.getByRole('listitem')).toContainText('Is annex C missing?');
    // Typed while the panel still loads the comments.
    await document.panel.getByLabel('New comment').fill('And annex D?');
    await document.panel.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(document.panel.getByLabel('New comment')).toHaveValue('');
    await expect(document.panel.getByRole('listitem').last()).toContainText('And annex D?');
    await expect(band).toContainText('4 changes wait for the server.');

    await parent.click();
    await expect(list.row('Lease of the mill')).toBeVisible();
    await list.row('Deed').click();
    await page.keyboard.press('t');
    const tags = page.getByRole('dialog', { name: 'Tags of Deed' });
    await expect(tags).toContainText('The server does not answer.');
    await expect(tags.getByRole('alert')).toHaveCount(0);
    await expect(tags.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tags).toHaveCount(0);
    // Commands that must ask the server first are disabled, with the reason.
    await page.keyboard.press('m');
    await expect(list.toast(/^Move.*: The server does not answer\.$/)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Folder', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Plans');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Waiting to be made here' })).toContainText('Plans');

    await page.goto(`/doc/${id}`);
    await expect(document.title).toHaveText('Lease of the mill');
    await expect(band).toContainText('5 changes wait for the server.');
    // On a narrow screen, also at 400 % zoom, two lines of it are shown, and a button unfolds the rest.
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 256 },
    ]) {
      await page.setViewportSize(size);
      await expect(band.getByRole('button', { name: 'Retry now' })).toBeHidden();
      expect((await band.boundingBox())?.height, `at ${size.width}`).toBeLessThanOrEqual(64);
      await band.getByRole('button', { name: 'Show all of it' }).click();
      await band.getByText('What you opened before can still be read.').scrollIntoViewIfNeeded();
      await band.getByRole('button', { name: 'Retry now' }).scrollIntoViewIfNeeded();
      if (size.width === 320) await checkAccessibility(page, 'section[aria-label="Connection"]');
      await band.getByRole('button', { name: 'Show less' }).click();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // The schema of its fields is kept from before, too.
    await expect(document.property('Title')).toContainText('Lease of the mill');
    await page.getByRole('button', { name: ada.username }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out with changes not sent?' });
    await expect(question).toContainText('5 changes have not reached the server.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await band.getByRole('button', { name: 'Show changes' }).click();
    const waiting = page.getByRole('dialog', { name: 'Waiting changes' });
    await expect(waiting.getByRole('listitem')).toHaveCount(5);
    await checkAccessibility(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(waiting).toHaveCount(0);

    await seed.json('PUT', `/id/${id}`, {
      'entity-type': 'document',
      properties: { 'dc:title': 'Lease of the barn', 'dc:source': 'Scan' },
    });
    await context.setOffline(false);
    const decide = page.getByRole('region', { name: 'Waiting changes' });
    await expect(decide).toContainText('1 change that waited needs your decision.');
    await expect(document.toast).toContainText('4 waiting changes were sent.');
    await decide.getByRole('button', { name: 'Show changes' }).click();
    await expect(waiting).toContainText('Lease of the mill');
    await expect(waiting).toContainText('Lease of the barn');
    await checkAccessibility(page, '[role="dialog"]');
    await waiting.getByRole('radio', { name: /Your value/ }).check();
    await waiting.getByRole('button', { name: 'Save my choice' }).click();
    await expect(waiting).toContainText('Nothing waits.');
    await page.keyboard.press('Escape');
    await expect(decide).toHaveCount(0);
    await expect(document.property('Source')).toContainText('Scan');

    const lease = await stored(seed, `${workspace.path}/lease`);
    expect(lease.title).toBe('Lease of the mill');
    expect(lease.tags).toContain('"mill"');
    expect((await stored(seed, `${workspace.path}/Plans`)).title).toBe('Plans');
    const comments = await seed.json('GET', `/id/${id}/@comment`);
    expect(JSON.stringify(comments.entries).match(/Is annex C missing\?/g)).toHaveLength(1);
    expect(JSON.stringify(comments.entries).match(/And annex D\?/g)).toHaveLength(1);
  });
});

test.describe('while the server is down', () => {
  test.use({
    expectedErrors: [
      [/ERR_CONNECTION_(REFUSED|RESET)|ERR_INTERNET_DISCONNECTED|status of (404|503)/],
      { scope: 'test' },
    ],
  });

  test('edits wait; of a document that went meanwhile the words are kept', async ({
    app,
    server,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const note = { 'dc:title': 'Minutes', 'note:note': 'Old words', 'note:mime_type': 'text/plain' };
    const id = await seed.document(workspace.path, 'Note', 'minutes', note);
    const document = await new DocumentPage(app).open(id);
    await expect(document.property('Title')).toBeVisible();
    await server.end();
    await (await document.edit('Title')).fill('Minutes of May');
    await document.save();
    await expect(document.toast).toContainText('Saved on this device.');
    const band = app.getByRole('region', { name: 'Connection' });
    await expect(band).toContainText('1 change waits for the server.');
    await app.context().setOffline(true);
    await server.restart();
    await seed.fetch(`/api/v1/id/${id}`, { method: 'DELETE' });
    await app.context().setOffline(false);
    const decide = app.getByRole('region', { name: 'Waiting changes' });
    await decide.getByRole('button', { name: 'Show changes' }).click();
    const waiting = app.getByRole('dialog', { name: 'Waiting changes' });
    await expect(waiting).toContainText('The document was deleted meanwhile');
    await checkAccessibility(app, '[role="dialog"]');
    await waiting.getByRole('button', { name: 'Save as a new document in my workspace' }).click();
    await expect(waiting).toContainText('Nothing waits.');
    const found = await seed.json(
      'GET',
      `/search/execute?query=${encodeURIComponent("SELECT * FROM Note WHERE dc:title = 'Minutes of May' AND ecm:isVersion = 0")}`,
    );
    expect(found.resultsCount).toBe(1);
  });

  test('another name and tags given in a list say that they wait', async ({
    app,
    seed,
    server,
    workspace,
  }) => {
    await seed.document(workspace.path, 'Note', 'deed', { 'dc:title': 'Deed' });
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Deed').click();
    // The dialog was opened before, and knows the tags.
    await app.keyboard.press('t');
    const tags = app.getByRole('dialog', { name: 'Tags of Deed' });
    await expect(tags.getByRole('button', { name: 'Save tags' })).toBeEnabled();
    await app.keyboard.press('Escape');
    await expect(tags).toHaveCount(0);
    await server.end();
    // The first change to find the server unreachable waits, too.
    await list.choose('Deed', 'Add to favourites');
    const band = app.getByRole('region', { name: 'Connection' });
    await expect(band).toContainText('1 change waits in this page alone: keep it open.');
    const waits = list.toast('Saved on this device. It is sent when the server answers.');
    await list.rename('Deed', 'Deed of the mill');
    await expect(waits).toHaveCount(1);
    await list.row('Deed of the mill').click();
    await app.keyboard.press('t');
    await app.getByRole('combobox', { name: 'Tags' }).fill('mill');
    await app.getByRole('option', { name: 'mill' }).click();
    await app.getByRole('button', { name: 'Save tags' }).click();
    await expect(waits).toHaveCount(2);
    await expect(list.toast(/renamed to|Tags of/)).toHaveCount(0);
    await band.getByRole('button', { name: 'Show changes' }).click();
    const waiting = app.getByRole('dialog', { name: 'Waiting changes' });
    await expect(waiting.getByRole('heading', { name: 'Deed of the mill' })).toBeVisible();
    await expect(waiting.getByRole('status')).toContainText('1 change waits in this page alone');
    await app.keyboard.press('Escape');
    await server.restart();
    const path = `${workspace.path}/deed`;
    await expect.poll(async () => (await stored(seed, path)).tags).toContain('"mill"');
    expect((await stored(seed, path)).title).toBe('Deed of the mill');
    await expect(list.toast('Deed added to favourites.')).toBeVisible();
  });
});
