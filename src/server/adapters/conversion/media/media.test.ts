import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { isJsonObject } from '#wire/json.ts';
import { bytesOf, source, testConversion } from '../test-files.ts';

const conversion = await testConversion({ environment: process.env });
const directory = await mkdtemp(join(tmpdir(), 'media-'));
const missing = conversion.list().find(({ name }) => name === 'convertToMP4')?.unavailable !== undefined;
let wanted = 0;
after(async () => {
  await rm(directory, { recursive: true });
  if (wanted > 0) process.stdout.write(`ffmpeg is not installed: ${wanted} tests wanted it\n`);
});

/** Runs only with ffmpeg; otherwise the end of the test run reports how many tests were skipped. */
function mediaTest(name: string, run: () => Promise<void>): void {
  if (missing) wanted += 1;
  else test(name, run);
}

async function made(name: string, ...options: string[]): Promise<Buffer> {
  const path = join(directory, name);
  await promisify(execFile)('ffmpeg', ['-y', '-loglevel', 'error', ...options, path]);
  return readFile(path);
}

const film = () =>
  made(
    'film.mkv',
    ...['-f', 'lavfi', '-i', 'color=c=red:s=320x180:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=2', '-shortest'],
  );

describe('sound and moving pictures', () => {
  mediaTest('a film says its size and duration, and shows a frame', async () => {
    const given = source(await film(), 'video/x-matroska', 'film.mkv');
    const info = (await conversion.metadata(given))['vid:info'];
    assert.ok(isJsonObject(info));
    assert.deepEqual(
      [info.width, info.height, info.frameRate, Math.round(Number(info.duration))],
      [320, 180, 25, 2],
    );
    const frame = await conversion.thumbnail(given, 160);
    const { width, height } = await sharp(await bytesOf(frame)).metadata();
    assert.deepEqual([frame?.mimeType, width, height], ['image/jpeg', 160, 90]);
    const shot = await conversion.convert('videoScreenshot', given, { position: '1', width: '64' });
    assert.equal((await sharp(await bytesOf(shot)).metadata()).width, 64);
  });

  mediaTest('a film gives the scenes that it has, and nothing else gives any', async () => {
    const given = source(await film(), 'video/x-matroska', 'film.mkv');
    const scenes = (await conversion.scenes(given, [0, 1, 60], 64)) ?? [];
    assert.deepEqual(
      scenes.map(({ seconds, picture: { mimeType } }) => [seconds, mimeType]),
      [
        [0, 'image/jpeg'],
        [1, 'image/jpeg'],
      ],
    );
    const { width, height } = await sharp(await bytesOf(scenes[1]?.picture)).metadata();
    assert.deepEqual([width, height], [64, 36]);
    assert.equal(await conversion.scenes(source('words', 'text/plain'), [0], 64), undefined);
  });

  mediaTest('a film becomes MP4 and WebM, never larger than it was', async () => {
    const given = source(await film(), 'video/x-matroska', 'film.mkv');
    for (const [name, type] of [
      ['convertToMP4', 'video/mp4'],
      ['convertToWebM', 'video/webm'],
    ] as const) {
      const result = await conversion.convert(name, given, { height: '720' });
      const bytes = await bytesOf(result);
      assert.equal(conversion.detectMimeType(null, bytes.subarray(0, 4096)), type);
      const info = (await conversion.metadata(source(bytes, type)))['vid:info'];
      assert.ok(isJsonObject(info));
      assert.equal(info.height, 180);
    }
  });

  mediaTest('a sound says its duration and has no picture', async () => {
    const given = source(await made('tone.mp3', '-f', 'lavfi', '-i', 'sine=d=3'), 'audio/mpeg');
    assert.deepEqual(await conversion.metadata(given), { 'aud:duration': 3 });
    assert.equal(await conversion.thumbnail(given, 100), undefined);
  });

  mediaTest('a Photoshop file is drawn', async () => {
    const header = Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x30\0\0\0\x60\0\x08\0\x03', 'latin1');
    // Without colour table, resources and layers; then uncompressed channels: red, green, blue.
    const channels = [200, 40, 40].map((value) => Buffer.alloc(48 * 96, value));
    const given = source(
      Buffer.concat([header, Buffer.alloc(14), ...channels]),
      'image/vnd.adobe.photoshop',
      'plan.psd',
    );
    const drawn = sharp(await bytesOf(await conversion.convert('pictureResize', given, { width: '48' })));
    const { width, height } = await drawn.metadata();
    assert.deepEqual([width, height], [48, 24]);
    const { data } = await drawn.raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual(
      [...data.subarray(0, 3)].map((value) => Math.round(value / 40)),
      [5, 1, 1],
    );
  });

  mediaTest('a rarer picture is drawn through PNG', async () => {
    const bytes = await made('red.bmp', '-f', 'lavfi', '-i', 'color=c=red:s=40x20', '-frames:v', '1');
    const drawn = await conversion.thumbnail(source(bytes, 'image/bmp'), 20);
    assert.equal((await sharp(await bytesOf(drawn)).metadata()).height, 10);
  });

  mediaTest('a playlist that names other files opens none of them', async () => {
    const secret = join(directory, 'secret.mkv');
    await writeFile(secret, await film());
    const playlists = [
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${secret}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${secret}'\n`,
    ];
    for (const playlist of playlists) {
      const given = source(playlist, 'video/mp4');
      assert.equal(await conversion.thumbnail(given, 100), undefined);
      await assert.rejects(conversion.convert('convertToMP4', given, {}), { code: 'conversionFailed' });
    }
  });

  mediaTest('a broken film has nothing to show', async () => {
    const broken = source((await film()).subarray(0, 400), 'video/x-matroska');
    assert.equal(await conversion.thumbnail(broken, 100), undefined);
    assert.deepEqual(await conversion.leftovers(), []);
  });
});
