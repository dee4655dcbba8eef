/** Notes, mails, Markdown, HTML and code beside their properties: nothing in them is executed. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { catchPrints, printed } from './models/caught-prints.ts';
import { DocumentPage } from './models/document-page.ts';

test('shows a mail as its reader sees it, and gives its attachments', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const mail = [
    'From: =?utf-8?q?=C3=85se_Berg?= <ase@example.org>',
    'To: quay@example.org',
    'Subject: =?utf-8?q?Lease_=E2=80=93_Quay_7?=',
    'Date: Mon, 04 Mar 2024 09:30:00 +0100',
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<h1>Gr=C3=BC=C3=9Fe</h1><script>document.title =3D "taken"</script><img src=3D"https://track.example/a.png">',
    '--cut',
    'Content-Type: text/plain; name="plan.txt"',
    'Content-Disposition: attachment; filename="plan.txt"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('the plan').toString('base64'),
    '--cut--',
  ].join('\r\n');
  const elsewhere: string[] = [];
  app.on('request', (request) => request.url().includes('track.example') && elsewhere.push(request.url()));
  const id = await seed.file(workspace.path, 'Lease.eml', mail, 'message/rfc822');
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview.getByRole('heading', { name: 'Lease – Quay 7' })).toBeVisible();
  await expect(preview).toContainText('Åse Berg <ase@example.org>');
  const message = preview.frameLocator('iframe[title="Message"]');
  await expect(message.getByRole('heading', { name: 'Grüße' })).toBeVisible();
  await expect(preview).toContainText('from elsewhere are not fetched');
  await expect(preview).toContainText('4 March 2024 at 09:30');
  await checkAccessibility();
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download plan.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('plan.txt');
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('the plan');
  await preview.getByRole('button', { name: 'Print…' }).click();
  const { title, text } = await printed(app);
  expect(title).toBe('Lease – Quay 7');
  expect(text).toMatch(
    /^Lease – Quay 7\s+From: Åse Berg <ase@example.org>[\s\S]+Attachments: plan.txt\s+Grüße/,
  );
  expect(await app.title()).not.toContain('taken');
  expect(elsewhere).toEqual([]);
});

test('a note is written where it is read', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.document(workspace.path, 'Note', 'minutes', { 'dc:title': 'Minutes' });
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('Nothing is written here yet.');
  await preview.getByRole('button', { name: 'Write' }).click();
  await preview.getByLabel('Kind of text').selectOption('Markdown');
  const text = preview.getByRole('textbox', { name: 'Text of the note' });
  await text.fill('# Agenda\n\n- Quay 7');
  await checkAccessibility();
  await preview.getByRole('button', { name: 'Look' }).click();
  await expect(preview.getByRole('heading', { name: 'Agenda' })).toBeVisible();
  await app.keyboard.press('Control+s');
  await expect(preview.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(preview.getByRole('listitem')).toHaveText('Quay 7');
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^Agenda\s+Quay 7$/);
  await expect(preview.getByRole('button', { name: 'Print…' })).toBeFocused();
  const saved = await seed.json('GET', `/id/${id}?properties=note`);
  expect(saved).toMatchObject({
    properties: { 'note:note': '# Agenda\n\n- Quay 7', 'note:mime_type': 'text/markdown' },
  });
  const undo = app.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(preview).toContainText('Nothing is written here yet.');
  await preview.getByRole('button', { name: 'Write' }).click();
  await text.fill('lost?');
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(text).toHaveValue('lost?');
});

test('marks are put around what is selected, and seen at once', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'Note', 'minutes', {
    'dc:title': 'Minutes',
    'note:note': 'The rent',
    'note:mime_type': 'text/markdown',
  });
  const { preview } = await new DocumentPage(app).open(id);
  await preview.getByRole('button', { name: 'Write' }).click();
  const text = preview.getByRole('textbox', { name: 'Text of the note' });
  await preview.getByRole('button', { name: 'Both' }).click();
  await expect(preview.getByRole('article')).toHaveText('The rent');
  await text.press('ControlOrMeta+a');
  await text.press('ControlOrMeta+b');
  await expect(text).toHaveValue('**The rent**');
  await expect(preview.getByRole('strong')).toHaveText('The rent');
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    const top = async (name: string) =>
      (await preview.getByRole('button', { name, exact: true }).boundingBox())?.y;
    expect(await top('Save'), `beside Cancel at ${width}`).toBe(await top('Cancel'));
    await checkAccessibility();
  }
  await preview.getByRole('button', { name: 'Quotation' }).press('Enter');
  await expect(text).toHaveValue('> **The rent**');
  await expect(text).toBeFocused();
  // The browser's own undo removes a mark like typed text.
  await text.press('ControlOrMeta+z');
  await expect(text).toHaveValue('**The rent**');
});

test('asks before a note replaces what a script has written', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
}) => {
  const id = await seed.document(workspace.path, 'Note', 'minutes', {
    'dc:title': 'Minutes',
    'note:note': 'The rent',
  });
  const { preview, title } = await new DocumentPage(app).open(id);
  await preview.getByRole('button', { name: 'Write' }).click();
  const text = preview.getByRole('textbox', { name: 'Text of the note' });
  await text.fill('Mine');
  const properties = { 'dc:title': 'By a script', 'note:note': 'Theirs' };
  await seed.json('PUT', `/id/${id}`, { 'entity-type': 'document', properties });
  await expect(title).toHaveText('By a script');
  await text.press('ControlOrMeta+s');
  await expect(preview).toContainText('Somebody has saved this note since you began.');
  await expect(text).toHaveValue('Mine');
  await preview.getByRole('button', { name: 'Replace theirs' }).click();
  await expect(text).toBeHidden();
  await expect(preview).toContainText('Mine');
});

test('shows Markdown as a page, and nothing in it acts', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const text =
    '# Notes\n\n## Rent\n\n<img src="x" onerror="document.title=1"><script>document.title=2</script>\n\n[out](javascript:3) [on](https://example.org)';
  const id = await seed.file(workspace.path, 'Notes.md', text, 'text/markdown');
  const { preview } = await new DocumentPage(app).open(id);
  // Below the page's own title.
  await expect(preview.getByRole('heading', { name: 'Notes' })).toHaveAttribute('aria-level', '2');
  await expect(preview.getByRole('heading', { name: 'Rent' })).toHaveAttribute('aria-level', '3');
  await expect(preview.locator('img, script')).toHaveCount(0);
  await expect(preview.getByRole('link')).toHaveText('on');
  await expect(preview.getByRole('link')).toHaveAttribute('rel', /noopener/);
  await checkAccessibility();
});

test('shows HTML as it looks: nothing in it acts, and nothing is fetched for it', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const elsewhere: string[] = [];
  app.on('request', (request) => request.url().includes('track.example') && elsewhere.push(request.url()));
  const text =
    '<style>h1 { color: rgb(9, 99, 9); background: url(https://track.example/a.png) }</style><h1>Grüße</h1><p style="color: rgb(1, 2, 3)" onclick="top.document.title=1">Quay 7</p><script>top.document.title = 2</script><img src="https://track.example/b.png" onerror="top.document.title=3" alt="Logo"><a href="javascript:top.document.title=4">in</a> <a href="https://example.org">out</a>';
  const id = await seed.file(workspace.path, 'Page.html', text, 'text/html');
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  const page = preview.frameLocator('iframe[title="Page.html"]');
  await expect(page.getByRole('heading', { name: 'Grüße' })).toHaveCSS('color', 'rgb(9, 99, 9)');
  await expect(page.getByText('Quay 7')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.getByRole('link')).toHaveText('out');
  await expect(preview).toContainText('from elsewhere are not fetched');
  await page.getByText('Quay 7').click();
  // The app's shortcuts work within the frame, too.
  await app.keyboard.press('?');
  const keys = app.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(page.locator('script, [onclick], [onerror]')).toHaveCount(0);
  expect(await app.title()).toContain('Page');
  expect(elsewhere).toEqual([]);
  await checkAccessibility();
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^Grüße\s+Quay 7/);
  expect(elsewhere).toEqual([]);
  await preview.getByRole('button', { name: 'Source' }).click();
  await expect(preview.getByText('<script>top.document.title = 2</script>')).toBeVisible();
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app, 2)).text).toContain('<script>top.document.title = 2</script>');
});

test('shows code in colours', async ({ app, seed, workspace, checkAccessibility }) => {
  const text = '{\r\n  "quay": 7,\r\n  "tenant": "Grüße"\r\n}\r\n';
  const id = await seed.file(workspace.path, 'quay.json', text, 'application/json');
  const { preview } = await new DocumentPage(app).open(id);
  const colourOf = (word: string) =>
    preview.getByText(word, { exact: true }).evaluate((element) => getComputedStyle(element).color);
  await expect(preview.locator('code span').first()).toBeVisible();
  const colours = [await colourOf('"quay"'), await colourOf('7'), await colourOf('"Grüße"')];
  expect(new Set(colours).size).toBe(3);
  await expect(preview.locator('code').nth(1)).toHaveText('  "quay": 7,');
  await checkAccessibility();
});
