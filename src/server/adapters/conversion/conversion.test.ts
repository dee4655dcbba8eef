import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openConversion } from './open-conversion.ts';
import { bytesOf, picture, source, testConversion } from './test-files.ts';

const conversion = await testConversion();
const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${body}</svg>`;
/** Nested filters: a few kilobytes that take minutes. */
const slow = svg(
  `<filter id="f" width="300%" height="300%">${'<feTurbulence numOctaves="400"/><feMorphology radius="200"/>'.repeat(60)}</filter><rect width="2000" height="2000" filter="url(#f)"/>`,
);

describe('the registry', () => {
  test('holds every documented name', () => {
    const names = conversion.list().map(({ name }) => name);
    const documented =
      'any2pdf any2html any2text office2html pdf2html html2text any2doc any2docx any2odt md2html md2pdf pictureResize pictureConvertToPDF image2pdf pdf2image pdf2text convertToMP4';
    for (const name of documented.split(' ')) assert.ok(names.includes(name), name);
    assert.equal(new Set(names).size, names.length);
  });

  const pairs: readonly (readonly [string, string, string | undefined])[] = [
    ['text/plain', 'application/pdf', 'text2pdf'],
    ['text/markdown', 'text/html', 'md2html'],
    ['application/pdf', 'text/plain', 'pdf2text'],
    ['image/png', 'application/pdf', 'image2pdf'],
    ['image/png', 'image/webp', 'pictureConvertToWebP'],
    ['application/pdf', 'image/png', 'pdf2image'],
    ['application/vnd.oasis.opendocument.text', 'text/html', 'office2html'],
    ['video/quicktime', 'video/mp4', 'convertToMP4'],
    ['application/octet-stream', 'application/pdf', undefined],
    ['image/png', 'audio/mpeg', undefined],
  ];
  for (const [from, to, expected] of pairs) {
    test(`${from} becomes ${to} by ${expected}`, () => assert.equal(conversion.find(from, to), expected));
  }

  test('an unknown name, a wrong source and a missing program are refused', async () => {
    const given = source('x', 'text/plain');
    await assert.rejects(conversion.convert('x2y', given, {}), {
      code: 'conversionFailed',
      message: 'Converter x2y is not registered',
    });
    await assert.rejects(conversion.convert('pictureResize', given, {}), { code: 'badRequest' });
    await assert.rejects(conversion.convert('convertToMP4', source('x', 'video/mp4'), {}), {
      code: 'badRequest',
      message: /^The 'convertToMP4' converter is not available: install ffmpeg/,
    });
  });

  test('short and long texts are read alike, whatever their encoding', async () => {
    const words = 'Prüfung\r\n\tzwölf\u0007';
    const encoded = (text: string, encoding: 'utf8' | 'latin1' | 'utf16le') =>
      Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}${text}`, encoding);
    const long = words.padEnd(200_000, ' ');
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
      const [short, whole] = await Promise.all(
        [words, long].map((text) =>
          conversion.text(source(encoded(text, encoding), 'text/plain'), 1_000_000),
        ),
      );
      assert.equal(short?.trim(), 'Prüfung\n\tzwölf', encoding);
      assert.equal(whole?.trim(), short?.trim(), encoding);
    }
    assert.equal(await conversion.text(source('abcdef', 'text/plain'), 3), 'abc');
  });

  test('pictures that cost little wait for who looks', () => {
    for (const type of ['image/png', 'application/pdf', 'video/mp4', 'application/msword'])
      assert.equal(conversion.picturesAhead(type), true, type);
    for (const type of ['text/plain', 'text/html', 'application/zip', 'application/octet-stream'])
      assert.equal(conversion.picturesAhead(type), false, type);
  });

  test('only what is never read holds no text', () => {
    for (const type of ['text/plain', 'application/pdf', 'application/msword'])
      assert.equal(conversion.holdsText(type), true, type);
    for (const type of ['image/png', 'video/mp4', 'application/zip', 'application/octet-stream', ''])
      assert.equal(conversion.holdsText(type), false, type);
  });

  test('what holds no picture or text has none', async () => {
    const given = source('\0\x01', 'application/octet-stream');
    assert.equal(await conversion.thumbnail(given, 100), undefined);
    assert.equal(await conversion.text(given, 100), undefined);
    assert.deepEqual(await conversion.metadata(given), {});
  });
});

describe('limits', () => {
  test('a file that takes too long is given up, and the next one works', async () => {
    const hasty = await testConversion({ timeLimitMs: 1500, concurrency: 1 });
    await assert.rejects(hasty.convert('pictureConvertToPNG', source(slow, 'image/svg+xml'), {}), {
      code: 'conversionFailed',
      message: /longer than 1\.5 s/,
    });
    const next = source(await picture('png'), 'image/png');
    // A slow machine may take longer than the limit to start a process.
    const converted = async (attempts: number): Promise<unknown> =>
      hasty.thumbnail(next, 10).catch((error: unknown) => {
        if (attempts === 1 || !/longer than/.test(String(error))) throw error;
        return converted(attempts - 1);
      });
    assert.ok(await converted(20));
    assert.deepEqual(await hasty.leftovers(), []);
  });

  test('a file that takes too much memory is given up', { skip: process.platform !== 'linux' }, async () => {
    const poor = await testConversion({ memoryBytes: 40 * 2 ** 20 });
    await assert.rejects(poor.convert('pictureConvertToPNG', source(slow, 'image/svg+xml'), {}), {
      message: /memory/,
    });
  });

  test('an abort ends a running and a waiting conversion', async () => {
    const single = await testConversion({ concurrency: 1 });
    const controller = new AbortController();
    const running = [1, 2].map(() =>
      single.convert('pictureConvertToPNG', source(slow, 'image/svg+xml'), {}, controller.signal),
    );
    const places = () => single.load().find((one) => one.places === 'files');
    while (places()?.waiting !== 1) await new Promise(setImmediate);
    assert.equal(places()?.running, 1, 'the other of two places is for others');
    controller.abort(new Error('enough'));
    for (const result of await Promise.allSettled(running)) {
      assert.equal(result.status === 'rejected' && result.reason.message, 'enough');
    }
    assert.ok(await single.thumbnail(source(await picture('png'), 'image/png'), 10));
    assert.deepEqual(await single.leftovers(), []);
  });

  test('a result that is too large is refused', async () => {
    const small = await testConversion({ mostOutputBytes: 10 });
    await assert.rejects(small.convert('pictureResize', source(await picture('png'), 'image/png'), {}), {
      message: 'The result is too large',
    });
    assert.deepEqual(await small.leftovers(), []);
  });

  test('a large result is streamed, and its folder goes with the last byte or with the reader', async () => {
    const noise = Buffer.from(Array.from({ length: 6 * 2 ** 20 }, (_, index) => 97 + ((index * index) % 23)));
    for (const whole of [true, false]) {
      const made = await conversion.convert('any2text', source(noise, 'text/plain'), {});
      assert.equal((await conversion.leftovers()).length, 1);
      if (whole) assert.equal((await bytesOf(made)).length, noise.length + 1);
      else for await (const _ of made.bytes) break;
      assert.deepEqual(await conversion.leftovers(), []);
    }
  });

  test('many at once all succeed', async () => {
    const given = await picture('jpeg');
    const made = await Promise.all(
      Array.from({ length: 12 }, () => conversion.thumbnail(source(given, 'image/jpeg'), 10)),
    );
    assert.equal(made.filter((result) => result !== undefined).length, 12);
  });
});

test('what a crash left behind is cleared at the next start, and nothing of a neighbour', async () => {
  const workDirectory = await mkdtemp(join(tmpdir(), 'conversion-'));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const neighbour = await openConversion({ workDirectory, log, environment: {} });
  const [own = ''] = await readdir(workDirectory);
  // A folder of this machine, of a process that has ended.
  const gone = own.replace(String(process.pid), String(spawnSync(process.execPath, ['-e', '']).pid));
  await mkdir(join(workDirectory, gone));
  await writeFile(join(workDirectory, gone, 'x'), 'x');
  await writeFile(join(workDirectory, own, 'x'), 'x');
  const opened = await openConversion({ workDirectory, log, environment: {} });
  const left = await readdir(workDirectory);
  assert.equal(left.length, 2);
  assert.ok(left.includes(own) && !left.includes(gone));
  assert.deepEqual(await readdir(join(workDirectory, own)), ['x']);
  await opened.close();
  await neighbour.close();
  assert.deepEqual(await readdir(workDirectory), []);
  await rm(workDirectory, { recursive: true });
});
