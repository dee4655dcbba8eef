/** Pictures, sounds and films beside their properties, and the messages for those that cannot be shown. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Route } from '@playwright/test';
import sharp from 'sharp';
import { expect, signInReader, test } from './fixtures.ts';
import { catchPrints, printed } from './models/caught-prints.ts';
import { DocumentPage } from './models/document-page.ts';

/** A film of a few frames; `avi` has an old codec that no browser plays. */
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

test('shows a picture and enlarges it', async ({ app, seed, workspace, checkAccessibility }) => {
  const pixels = { width: 2400, height: 1200, channels: 3 as const, background: 'teal' };
  const half = { create: { ...pixels, width: 1200, background: 'red' } };
  const drawn = sharp({ create: pixels }).composite([{ input: half, left: 0, top: 0 }]);
  const bytes = new Uint8Array(await drawn.png().toBuffer());
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
  expect(await printed(app)).toMatchObject({ widths: [2400], corners: [[255, 0, 0]] });
  // As it stands on the screen: what was on the left is above.
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect(await printed(app, 2)).toMatchObject({ widths: [1754], corners: [[0, 128, 128]] });
});

test('goes into a picture of many megapixels by its tiles, for somebody who may only read', {
  tag: '@own-server',
}, async ({ page, seed, workspace, checkAccessibility }) => {
  const pixels = { width: 2600, height: 1700, channels: 3 as const, background: 'teal' };
  const bytes = new Uint8Array(await sharp({ create: pixels }).png().toBuffer());
  const id = await seed.file(workspace.path, 'Map.png', bytes, 'image/png', 'Picture');
  const facts = async () => JSON.stringify(await seed.json('GET', `/id/${id}?properties=picture`));
  await expect.poll(facts).toContain('"width":2600');
  // What the server does for pictures of hundreds of megapixels, with a picture that is made quickly.
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
  // Zooms around the pointer, as with two fingers.
  await region.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect
    .poll(async () => (await preview.getByRole('img', { name: 'Map.png' }).boundingBox())?.width ?? 0)
    .toBeGreaterThan(before * 1.3);
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  // Printed by the browser's own command, it is whole on one sheet, and as it was rotated.
  await page.emulateMedia({ media: 'print' });
  const sheet = await preview.getByRole('img', { name: 'Map.png' }).boundingBox();
  const { width: across, height: down } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(sheet?.x).toBeGreaterThanOrEqual(0);
  expect((sheet?.x ?? 0) + (sheet?.width ?? 0)).toBeLessThanOrEqual(across);
  expect(sheet?.height).toBeLessThanOrEqual(down);
  expect((sheet?.width ?? 0) / (sheet?.height ?? 0)).toBeCloseTo(1700 / 2600, 2);
  await page.emulateMedia({ media: 'screen' });
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
  // As large as the copy: 1,920 pixels, zoomed in once.
  await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(2688);
});

/** A tone of a second, as WAV. */
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
  // The server is asked for a playable film, and cannot make one of this.
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
  // For a longer film the server has made the scenes in advance.
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
  const { preview, panel } = await new DocumentPage(app).open(id);
  const player = preview.locator('video');
  await expect(panel).toContainText('Frames per second');
  await expect
    .poll(() => player.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0)))
    .toBe(64);
  // A busy machine needs time, and starts again if the film's facts are extracted meanwhile.
  await expect(preview.getByRole('status')).toHaveCount(0, { timeout: 90_000 });
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
