/** Files shown beside their properties: every viewer, and what is said when there is none. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Route } from '@playwright/test';
import { zipSync } from 'fflate';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, signInReader, test } from './fixtures.ts';
import { catchPrints, printed } from './models/caught-prints.ts';
import { DocumentPage } from './models/document-page.ts';

/** With a table of contents of two levels when there are many pages. */
function pdf(pages: number, userPassword?: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const made = new PDFDocument({ size: 'A4', userPassword });
    const chunks: Buffer[] = [];
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) made.addPage();
      made.text(`Page ${page}. La durée du bail est de ${page} années.`);
      if (page === 1 && pages > 9) made.outline.addItem('Bail');
      if (page === 9) made.outline.children[0]?.addItem('Annexe');
    }
    made.end();
  });
}

/** A few frames; `avi` in a codec of the nineties, which no browser plays. */
async function film(kind: 'avi' | 'webm', seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-film-'));
  try {
    const made = join(folder, `film.${kind}`);
    const source = ['-f', 'lavfi', '-i', `testsrc=duration=${seconds}:size=64x48:rate=5`];
    const codec = kind === 'avi' ? 'mpeg4' : 'libvpx';
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...source, '-c:v', codec, made]);
    return new Uint8Array(await readFile(made));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('reads a PDF: pages, size, turning, finding', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 12');
  await expect(preview.getByText('La durée du bail est de 1 années', { exact: false })).toBeAttached();
  await checkAccessibility();
  await preview.getByLabel('Page', { exact: true }).fill('7');
  await preview.getByLabel('Page', { exact: true }).press('Enter');
  await expect(preview.getByRole('region', { name: 'Page 7' })).toBeInViewport();
  await preview.getByRole('button', { name: 'Find in document' }).click();
  await preview.getByRole('searchbox').fill('DUREE du');
  await expect(preview.getByRole('status')).toHaveText('1 of 12');
  await preview.getByRole('searchbox').press('Shift+Enter');
  await expect(preview.getByRole('status')).toHaveText('12 of 12');
  await expect(preview.getByRole('region', { name: 'Page 12' })).toBeInViewport();
  await preview.getByRole('button', { name: 'End find' }).click();
  const upright = await preview.getByRole('region', { name: 'Page 12' }).boundingBox();
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await expect
    .poll(async () => {
      const box = await preview.getByRole('region', { name: 'Page 12' }).boundingBox();
      return box === null ? 0 : box.width / box.height;
    })
    .toBeGreaterThan(1);
  expect((upright?.width ?? 0) / (upright?.height ?? 1)).toBeLessThan(1);
  await preview.getByRole('button', { name: /^Zoom \d/ }).click();
  await app.getByRole('menuitemradio', { name: '200%' }).click();
  await expect(preview.getByRole('button', { name: 'Zoom 200%' })).toBeVisible();
});

test('leads through a PDF by its contents, and prints pages of it', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await catchPrints(app);
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  await preview.getByRole('button', { name: 'Contents' }).click();
  const contents = preview.getByRole('tree', { name: 'Contents' });
  await contents.getByRole('treeitem', { name: 'Bail' }).focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(preview.getByRole('region', { name: 'Page 9' })).toBeInViewport();
  await expect(contents.getByRole('treeitem', { name: 'Annexe' })).toHaveAttribute('aria-current', 'true');
  await checkAccessibility();
  await preview.getByRole('button', { name: 'Print…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Print' });
  await dialog.getByLabel('Pages').fill('2-40');
  await expect(dialog).toContainText('Write pages from 1 to 12');
  await dialog.getByLabel('Pages').fill('2, 9');
  await dialog.getByRole('button', { name: 'Print' }).click();
  // An A4 sheet at 150 dots an inch.
  expect((await printed(app)).widths).toEqual([1240, 1240]);
  await expect(dialog).toHaveCount(0);
});

test('keeps the page one reads when a property is saved', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const page = await new DocumentPage(app).open(id);
  const pageField = page.preview.getByLabel('Page', { exact: true });
  await pageField.fill('9');
  await pageField.press('Enter');
  const ninth = page.preview.getByRole('region', { name: 'Page 9' });
  await expect(ninth).toBeInViewport();
  const opened = await ninth.elementHandle();
  await (await page.edit('Source')).fill('Scan');
  await page.save();
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Source')).toContainText('Scan');
  await expect(ninth).toBeInViewport();
  // The very page that was there: nothing was opened anew.
  expect(await opened?.evaluate((element) => element.isConnected)).toBe(true);
});

test('reads a PDF of many megabytes in pieces', async ({ app, seed, workspace }) => {
  const side = 1600;
  const noise = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
  const made = new PDFDocument({ size: 'A4', compress: false });
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const chunks: Buffer[] = [];
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  made.text('The first sheet');
  for (let page = 2; page <= 3; page += 1) made.addPage().image(noise, 20, 20, { width: 400 });
  made.addPage().text('The last sheet').end();
  const content = await bytes;
  expect(content.byteLength).toBeGreaterThan(6_000_000);
  const id = await seed.file(workspace.path, 'Survey.pdf', content, 'application/pdf');
  const ranged = app.waitForRequest((request) => /^bytes=/.test(request.headers().range ?? ''));
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 4');
  await ranged;
  await preview.getByLabel('Page', { exact: true }).fill('4');
  await preview.getByLabel('Page', { exact: true }).press('Enter');
  await expect(preview.getByText('The last sheet')).toBeVisible();
});

test('asks for the password of a locked PDF', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Locked.pdf', await pdf(2, 'secret'), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  const dialog = app.getByRole('dialog', { name: 'Password needed' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog).toContainText('Wrong password');
  await dialog.getByLabel('Password', { exact: true }).fill('secret');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(preview).toContainText('of 2');
});

test('says why a broken PDF cannot be shown, in its own place', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Broken.pdf', '%PDF-1.7 nothing', 'application/pdf');
  const page = await new DocumentPage(app).open(id);
  await expect(page.preview.getByRole('alert')).toContainText('The preview failed');
  await expect(page.preview.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.property('Title')).toBeVisible();
});

test('shows a picture and enlarges it', async ({ app, seed, workspace, checkAccessibility }) => {
  const pixels = { width: 2400, height: 1200, channels: 3 as const, background: 'teal' };
  const bytes = new Uint8Array(await sharp({ create: pixels }).png().toBuffer());
  const id = await seed.file(workspace.path, 'Quay.png', bytes, 'image/png', 'Picture');
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  const picture = preview.getByRole('img', { name: 'Quay.png' });
  await expect(preview).toContainText('2,400 × 1,200');
  await checkAccessibility();
  const fitted = (await picture.boundingBox())?.width ?? 0;
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(fitted * 1.2);
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).widths).toEqual([2400]);
});

test('goes into a picture of many megapixels by its tiles, for somebody who may only read', {
  tag: '@own-server',
}, async ({ page, seed, workspace, checkAccessibility }) => {
  const pixels = { width: 2600, height: 1700, channels: 3 as const, background: 'teal' };
  const bytes = new Uint8Array(await sharp({ create: pixels }).png().toBuffer());
  const id = await seed.file(workspace.path, 'Map.png', bytes, 'image/png', 'Picture');
  const facts = async () => JSON.stringify(await seed.json('GET', `/id/${id}?properties=picture`));
  await expect.poll(facts).toContain('"width":2600');
  // What the server does for pictures of hundreds of megapixels, for one that takes no time to make.
  const info = { width: 26_000, height: 17_000 };
  await seed.json('PUT', `/id/${id}`, { 'entity-type': 'document', properties: { 'picture:info': info } });
  await signInReader(page, seed, workspace);
  const ranges: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/@rendition/tiles')) ranges.push(response.status());
  });
  const { preview } = await new DocumentPage(page).open(id);
  await expect(preview).toContainText('1,920 × 1,255');
  await preview.getByRole('button', { name: 'Actual size' }).click();
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await expect(preview).toContainText('2,600 × 1,700');
  const tiles = preview.locator('img[src^="blob:"]');
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  const region = preview.getByRole('region', { name: 'Picture' });
  const before = (await preview.getByRole('img', { name: 'Map.png' }).boundingBox())?.width ?? 0;
  // About the pointer, as with two fingers.
  await region.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect
    .poll(async () => (await preview.getByRole('img', { name: 'Map.png' }).boundingBox())?.width ?? 0)
    .toBeGreaterThan(before * 1.3);
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  expect(new Set(ranges)).toEqual(new Set([206]));
  await checkAccessibility();
});

test('shows a large picture in a smaller copy, and whole where one looks closer', async ({
  app,
  seed,
  workspace,
}) => {
  const pixels = { width: 2600, height: 1700, channels: 3 as const, background: 'teal' };
  const bytes = new Uint8Array(await sharp({ create: pixels }).png({ compressionLevel: 0 }).toBuffer());
  expect(bytes.length).toBeGreaterThan(12_000_000);
  const id = await seed.file(workspace.path, 'Chart.png', bytes, 'image/png', 'Picture');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('1,920 × 1,255');
  await expect(preview.getByRole('status')).toHaveText('Shown in a smaller copy');
  const picture = preview.getByRole('img', { name: 'Chart.png' });
  await preview.getByRole('button', { name: 'Actual size' }).click();
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await expect(preview).toContainText('2,600 × 1,700');
  await expect(preview.getByRole('status')).toHaveCount(0);
  // As large as the copy was: 1,920 pixels, enlarged once.
  await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(2688);
});

/** A second of a tone, as it would come from any recorder. */
function sound(): Uint8Array<ArrayBuffer> {
  const rate = 8000;
  const file = Buffer.alloc(44 + rate);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + rate, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(rate, 40);
  for (let at = 0; at < rate; at += 1) file[44 + at] = 128 + Math.round(100 * Math.sin(at / 3));
  return new Uint8Array(file);
}

test('plays a sound from the server, with nothing of the sign-in in its address', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(workspace.path, 'Interview.wav', sound(), 'audio/wav', 'Audio');
  const { preview } = await new DocumentPage(app).open(id);
  const player = preview.locator('audio');
  await expect(player).toHaveAttribute('aria-label', 'Interview.wav');
  await expect
    .poll(() => player.evaluate((element) => (element instanceof HTMLAudioElement ? element.duration : 0)))
    .toBeCloseTo(1, 1);
  const address = new URL((await player.getAttribute('src')) ?? '');
  expect([...address.searchParams.keys()]).toEqual(['changeToken', 'clientReason']);
  await checkAccessibility();
});

test('says when the browser cannot play a film, and gives the file', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  // The server is asked for a film that the browser plays, and cannot make one of this.
  expectedErrors.push(/status of [45]\d\d/);
  const id = await seed.file(workspace.path, 'Film.mp4', 'not a film', 'video/mp4', 'Video');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview.getByRole('alert')).toContainText('cannot play');
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('Film.mp4');
});

test('leads to the scenes of a film', async ({ app, seed, workspace, checkAccessibility }) => {
  const short = await seed.file(workspace.path, 'Mole.webm', await film('webm', 8), 'video/webm', 'Video');
  const id = await seed.file(workspace.path, 'Quay.webm', await film('webm', 20), 'video/webm', 'Video');
  const { preview } = await new DocumentPage(app).open(short);
  await preview.getByRole('button', { name: 'Show scenes' }).click();
  await expect(preview.getByRole('list', { name: 'Scenes' })).toHaveAttribute('aria-busy', 'false');
  await expect(preview.getByRole('button', { name: 'Go to 0:06' })).toBeVisible();
  // Of a longer film the server has made them once, for everybody.
  const made = () => seed.json('GET', `/id/${id}`, undefined, { properties: 'video' });
  await expect(async () => expect(JSON.stringify(await made())).toContain('scene-18.jpg')).toPass();
  await new DocumentPage(app).open(id);
  const scenes = preview.getByRole('list', { name: 'Scenes' });
  await expect(scenes.getByRole('listitem')).toHaveCount(9);
  const widthOf = (picture: SVGElement | HTMLElement) =>
    picture instanceof HTMLImageElement ? picture.naturalWidth : 0;
  await expect.poll(() => scenes.locator('img').first().evaluate(widthOf)).toBe(64);
  await checkAccessibility();
  await preview.getByRole('button', { name: 'Go to 0:12' }).press('Enter');
  const timeOf = (player: HTMLVideoElement | SVGElement | HTMLElement) =>
    player instanceof HTMLVideoElement ? player.currentTime : 0;
  await expect.poll(() => preview.locator('video').evaluate(timeOf)).toBeGreaterThanOrEqual(12);
});

test('shows a film that the browser cannot play as one that it can', async ({ app, seed, workspace }) => {
  test.slow();
  const id = await seed.file(workspace.path, 'Film.avi', await film('avi', 1), 'video/x-msvideo', 'Video');
  const { preview } = await new DocumentPage(app).open(id);
  const player = preview.locator('video');
  await expect
    .poll(() => player.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0)))
    .toBe(64);
  // A busy machine takes its time, and makes it anew when the film's facts have been read meanwhile.
  await expect(preview.getByRole('status')).toHaveCount(0, { timeout: 90_000 });
});

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

test('says that a picture cannot be read, and gives the file', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of [45]\d\d/);
  const id = await seed.file(
    workspace.path,
    'Plan.psd',
    'no picture',
    'image/vnd.adobe.photoshop',
    'Picture',
  );
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview.getByRole('alert')).toContainText('This picture cannot be shown');
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('Plan.psd');
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
    await checkAccessibility();
  }
  await preview.getByRole('button', { name: 'Quotation' }).press('Enter');
  await expect(text).toHaveValue('> **The rent**');
  await expect(text).toBeFocused();
  // The browser's own undo takes a mark back as it does what was typed.
  await text.press('ControlOrMeta+z');
  await expect(text).toHaveValue('**The rent**');
});

test('tells looking at a file from downloading it', async ({ app, seed, workspace }) => {
  const name = 'Bail – quai n° 7 (signé) 港.txt';
  const id = await seed.file(workspace.path, name, 'Article 1', 'text/plain');
  const page = await new DocumentPage(app).open(id);
  await expect(page.preview).toContainText('Article 1');
  const saved = app.waitForEvent('download');
  await page.head.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path(), 'utf8')).toBe('Article 1');
  await page.open(id, 'activity');
  await expect(page.panel.getByText('created it')).toBeVisible();
  await expect(page.panel.getByText('looked at it')).toHaveCount(0);
  await page.panel.getByRole('button', { name: 'Everything' }).click();
  await expect(page.panel.getByText('downloaded it')).toBeVisible();
  await expect(page.panel.getByText('looked at it').first()).toBeVisible();
});

test('shows Markdown as a page, and nothing in it acts', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const text =
    '# Notes\n\n<img src="x" onerror="document.title=1"><script>document.title=2</script>\n\n[out](javascript:3) [on](https://example.org)';
  const id = await seed.file(workspace.path, 'Notes.md', text, 'text/markdown');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview.getByRole('heading', { name: 'Notes' })).toBeVisible();
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
  // The app's keys are heard from within the page too.
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

test('shows tables, only the rows in sight: CSV, and a workbook with its sheets by keyboard', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
  expectedErrors,
}) => {
  const lines = Array.from({ length: 3000 }, (_, index) => `${index},"Tenant, ${index}"`);
  const csv = await seed.file(workspace.path, 'Rents.csv', `Quay,Tenant\n${lines.join('\n')}`, 'text/csv');
  await catchPrints(app);
  const page = await new DocumentPage(app).open(csv);
  const { preview } = page;
  await expect(preview).toContainText('3,000 rows');
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^Quay\s+Tenant\s+0\s+Tenant, 0[\s\S]+2999\s+Tenant, 2999$/);
  await expect(preview.getByRole('cell', { name: 'Tenant, 3', exact: true })).toBeVisible();
  expect(await preview.getByRole('row').count()).toBeLessThan(200);
  await checkAccessibility();

  const rows = Array.from({ length: 3000 }, (_, index) => `<row><c><v>${index}.5</v></c></row>`);
  const file = (text: string) => new TextEncoder().encode(text);
  const workbook = zipSync({
    'xl/workbook.xml': file(
      '<workbook><sheets><sheet name="Tenants" sheetId="1" r:id="a"/><sheet name="Rents" sheetId="2" r:id="b"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': file(
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/><Relationship Id="b" Target="worksheets/b.xml"/></Relationships>',
    ),
    'xl/worksheets/a.xml': file(
      '<worksheet><sheetData><row r="2"><c r="C2" t="inlineStr"><is><t>Åse Berg</t></is></c></row></sheetData></worksheet>',
    ),
    'xl/worksheets/b.xml': file(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const id = await seed.file(workspace.path, 'Rents.xlsx', new Uint8Array(workbook), type);
  await page.open(id);
  await expect(preview.getByRole('row', { name: '2 Åse Berg' })).toBeVisible();
  await checkAccessibility();
  await preview.getByRole('tab', { name: 'Tenants' }).press('ArrowRight');
  await app.keyboard.press('Enter');
  await expect(preview).toContainText('3,000 rows');
  await expect(preview.getByRole('cell', { name: '3.5', exact: true })).toBeVisible();
  expect(await preview.getByRole('row').count()).toBeLessThan(200);
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^0.5\s+1.5[\s\S]+2,?999.5$/);
  // The server may refuse to make pages of so bare a workbook.
  expectedErrors.push(/status of [45]\d\d/);
  await preview.getByRole('button', { name: 'Pages', exact: true }).press('Enter');
  await expect(preview.getByRole('table')).toHaveCount(0);
  await preview.getByRole('button', { name: 'Table', exact: true }).press('Enter');
  await expect(preview.getByRole('cell', { name: '3.5', exact: true })).toBeVisible();
});

test('lists the files of zip and tar archives, and takes single ones out without fetching all', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const archive = zipSync({
    'plans/quay 7.txt': new TextEncoder().encode('the plan'),
    // Bytes that do not shrink, so that fetching all of the archive would be seen.
    'large.bin': [new Uint8Array(randomBytes(3_000_000)), { level: 0 }],
  });
  const id = await seed.file(workspace.path, 'Harbour.zip', archive, 'application/zip');
  const fetched: Promise<number>[] = [];
  app.on('response', (response) => {
    if (response.request().headers().range !== undefined)
      fetched.push(response.headerValue('content-length').then(Number));
  });
  const page = await new DocumentPage(app).open(id);
  const { preview } = page;
  await expect(preview).toContainText('2 files');
  await expect(preview.getByRole('listitem').filter({ hasText: 'quay 7.txt' })).toContainText('plans/');
  await checkAccessibility();
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download quay 7.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('quay 7.txt');
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('the plan');
  const bytes = (await Promise.all(fetched)).reduce((sum, length) => sum + length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(1_000_000);

  const folder = await mkdtemp(join(tmpdir(), 'muniment-tar-'));
  try {
    await writeFile(join(folder, 'quay 8.txt'), 'another plan');
    await promisify(execFile)('tar', ['-czf', 'plans.tar.gz', 'quay 8.txt'], { cwd: folder });
    const packed = new Uint8Array(await readFile(join(folder, 'plans.tar.gz')));
    await page.open(await seed.file(workspace.path, 'Plans.tar.gz', packed, 'application/gzip'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await expect(preview).toContainText('1 file');
  const taken = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download quay 8.txt' }).click();
  expect(await readFile(await (await taken).path(), 'utf8')).toBe('another plan');
});

test('reads a book by chapters', async ({ app, seed, workspace, checkAccessibility }) => {
  const file = (text: string) => new TextEncoder().encode(text);
  const page = (title: string) =>
    file(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${title}</h1></body></html>`,
    );
  const items = ['one', 'two'].map(
    (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const book = zipSync({
    'META-INF/container.xml': file('<container><rootfile full-path="book.opf"/></container>'),
    'book.opf': file(
      `<package><manifest>${items.join('')}<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    ),
    'nav.xhtml': file(
      '<html><nav epub:type="toc"><ol><li><a href="one.xhtml">Arrival</a></li><li><a href="two.xhtml">Departure</a></li></ol></nav></html>',
    ),
    'one.xhtml': page('The ship arrives'),
    'two.xhtml': page('The ship departs'),
  });
  const id = await seed.file(workspace.path, 'Ships.epub', new Uint8Array(book), 'application/epub+zip');
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  const chapter = preview.frameLocator('iframe[title="Ships.epub"]');
  await expect(chapter.getByRole('heading', { name: 'The ship arrives' })).toBeVisible();
  await preview.getByRole('button', { name: 'Departure' }).press('Enter');
  await expect(chapter.getByRole('heading', { name: 'The ship departs' })).toBeVisible();
  await expect(preview.getByRole('status')).toHaveText('Chapter 2 of 2');
  await expect(preview.getByRole('button', { name: 'Departure' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toBe('The ship departs');
  const previous = preview.getByRole('button', { name: 'Previous chapter' });
  await previous.press('Enter');
  await expect(preview.getByRole('status')).toHaveText('Chapter 1 of 2');
  await expect(previous).toBeFocused();
  await expect(previous).toHaveAccessibleDescription('This is the first chapter');
  await checkAccessibility();
  // Where there is no room beside the page, the contents lie over it and go when one has chosen.
  await app.setViewportSize({ width: 390, height: 844 });
  await expect(preview.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
  await preview.getByRole('button', { name: 'Contents' }).click();
  await preview.getByRole('button', { name: 'Departure' }).press('Enter');
  await expect(preview.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
  await expect(chapter.getByRole('heading', { name: 'The ship departs' })).toBeVisible();
});

test('says that an archive is damaged, and gives it', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Broken.zip', 'PK, and then nothing', 'application/zip');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('The archive is damaged');
  await expect(preview.getByRole('button', { name: 'Download' })).toBeVisible();
});

test('shows an office document as its pages', async ({ app, seed, workspace }) => {
  const id = await seed.file(
    workspace.path,
    'Letter.docx',
    letter('Dear harbour master'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  );
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 1');
  await expect(preview.getByText('Dear harbour master')).toBeAttached();
});

test('offers what it cannot show for download, and no conversion that cannot be', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(
    workspace.path,
    'data.bin',
    new Uint8Array([1, 0, 2, 0]),
    'application/octet-stream',
  );
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('There is no preview for this kind of file.');
  await expect(preview.getByRole('button', { name: 'Convert to PDF' })).toHaveCount(0);
  await checkAccessibility();
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('data.bin');
});

function letter(text: string): Uint8Array<ArrayBuffer> {
  const file = (content: string) =>
    new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
  const office = 'http://schemas.openxmlformats.org';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const zipped = zipSync({
    '[Content_Types].xml': file(
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    '_rels/.rels': file(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': file(
      `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
  return new Uint8Array(zipped);
}

test.describe('where no service worker runs', () => {
  test.use({ serviceWorkers: 'block' });

  test('fetches a picture once more that did not come', async ({ app, seed, workspace, expectedErrors }) => {
    expectedErrors.push(/status of 400/);
    const bytes = new Uint8Array(
      await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    );
    const id = await seed.file(workspace.path, 'Quay.png', bytes, 'image/png', 'Picture');
    const file = '**/file:content/**';
    const refuse = (route: Route) =>
      route.fulfill({ status: 400, json: { 'entity-type': 'exception', status: 400, message: 'Not now' } });
    await app.route(file, refuse);
    const { preview } = await new DocumentPage(app).open(id);
    await expect(preview.getByRole('alert')).toContainText('Not now');
    await app.unroute(file, refuse);
    await preview.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(preview.getByRole('img', { name: 'Quay.png' })).toBeVisible();
  });
});
