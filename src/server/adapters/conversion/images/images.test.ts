import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { bytesOf, heic, picture, source, testConversion } from '../test-files.ts';

const conversion = await testConversion();

describe('pictures', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const) {
    test(`a ${format} becomes a thumbnail that fits the square`, async () => {
      const made = await conversion.thumbnail(source(await picture(format), `image/${format}`), 20);
      const { width, height } = await sharp(await bytesOf(made)).metadata();
      assert.deepEqual([width, height], [20, 10]);
    });
  }

  test('a telephone’s HEIC becomes a thumbnail, and a broken one does not', async () => {
    const made = await conversion.thumbnail(source(heic, 'image/heic', 'photo.heic'), 32);
    const { data, info } = await sharp(await bytesOf(made))
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, made?.name], [32, 16, 'photo.jpg']);
    assert.ok((data[0] ?? 0) > 150 && (data[2] ?? 0) < 50);
    assert.equal(await conversion.thumbnail(source(heic.subarray(0, 300), 'image/heic'), 32), undefined);
    const facts = await conversion.metadata(source(heic, 'image/heic'));
    assert.deepEqual(facts['picture:info'], {
      width: 64,
      height: 32,
      depth: 8,
      format: 'HEIC',
      colorSpace: 'srgb',
    });
  });

  test('a turned photo is shown upright and says nothing of its maker', async () => {
    const made = await conversion.thumbnail(source(await picture('jpeg', 6), 'image/jpeg', 'a.jpg'), 30);
    const { width, height, exif, orientation } = await sharp(await bytesOf(made)).metadata();
    assert.deepEqual([width, height, exif, orientation], [15, 30, undefined, undefined]);
    assert.equal(made?.name, 'a.jpg');
  });

  test('pictures are never enlarged, drawings are', async () => {
    const small = await conversion.thumbnail(source(await picture('png'), 'image/png'), 300);
    assert.equal((await sharp(await bytesOf(small)).metadata()).width, 60);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>';
    const drawing = await conversion.thumbnail(source(svg, 'image/svg+xml'), 300);
    assert.equal((await sharp(await bytesOf(drawing)).metadata()).width, 300);
    assert.equal(drawing?.mimeType, 'image/png');
  });

  test('a drawing with a script and outside pictures is drawn without them, whatever it is called', async (context) => {
    const secret = join(tmpdir(), `secret-${process.pid}.png`);
    context.after(() => rm(secret));
    await writeFile(
      secret,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
        .png()
        .toBuffer(),
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>x()</script>
      <rect width="20" height="20" fill="#0f0"/><image href="file://${secret}" width="20" height="20"/>
      <image href="${secret.split('/').at(-1)}" width="20" height="20"/></svg>`;
    for (const mimeType of ['image/svg+xml', 'image/png']) {
      const made = await conversion.convert('pictureConvertToPNG', source(svg, mimeType), {});
      const { data } = await sharp(await bytesOf(made))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      assert.deepEqual([...data.subarray(0, 3)], [0, 255, 0]);
    }
  });

  test('a broken picture has no thumbnail and its conversion fails in words', async () => {
    const broken = (await picture('jpeg')).subarray(0, 300);
    assert.equal(await conversion.thumbnail(source(broken, 'image/jpeg'), 50), undefined);
    await assert.rejects(conversion.convert('pictureResize', source('no picture', 'image/jpeg'), {}), {
      code: 'conversionFailed',
      message: /damaged/,
    });
    assert.deepEqual(await conversion.leftovers(), []);
  });

  test('a 40-megapixel photo works, a picture that unpacks to gigabytes is refused', async () => {
    const large = sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#123' } });
    const made = await conversion.thumbnail(source(await large.jpeg().toBuffer(), 'image/jpeg'), 100);
    assert.equal((await sharp(await bytesOf(made)).metadata()).width, 100);
    assert.equal(await conversion.thumbnail(source(pngHeader(60_000, 60_000), 'image/png'), 100), undefined);
  });

  test('a large picture is held against a higher bound where it comes in strips', async () => {
    const factsOf = async (bytes: Buffer) =>
      (await conversion.metadata(source(bytes, 'image/png')))['picture:info'] !== undefined;
    assert.equal(await factsOf(pngHeader(20_000, 20_000)), true);
    assert.equal(await factsOf(pngHeader(20_000, 20_000, { isInterlaced: true })), false);
    assert.equal(await factsOf(pngHeader(60_000, 60_000)), false);
    for (const [width, height] of [
      [60_000, 60_000],
      [20_000, 20_000],
    ] as const)
      await assert.rejects(
        conversion.convert('pictureTiles', source(pngHeader(width, height), 'image/png'), {}),
        { code: 'conversionFailed' },
      );
    assert.deepEqual(await conversion.leftovers(), []);
  });

  test('a picture becomes tiles of every size, upright and none of them packed', async () => {
    const pixels = { width: 700, height: 1100, channels: 4 as const, background: '#f000' };
    const turned = await sharp({ create: pixels }).png().withMetadata({ orientation: 6 }).toBuffer();
    const made = await conversion.convert('pictureTiles', source(turned, 'image/png', 'map.png'), {});
    assert.deepEqual([made.mimeType, made.name], ['application/zip', 'map.zip']);
    const packed = await bytesOf(made);
    const files = unzipSync(packed);
    const tiles = Object.keys(files).filter((name) => name.endsWith('.jpeg'));
    assert.deepEqual(tiles.map((name) => name.split('/').slice(-2).join('/')).sort(), [
      '0/0_0.jpeg',
      '1/0_0.jpeg',
      '1/1_0.jpeg',
      '2/0_0.jpeg',
      '2/0_1.jpeg',
      '2/1_0.jpeg',
      '2/1_1.jpeg',
      '2/2_0.jpeg',
      '2/2_1.jpeg',
    ]);
    const [last = ''] = tiles.filter((name) => name.endsWith('2/2_1.jpeg'));
    const { width, height, hasAlpha } = await sharp(files[last]).metadata();
    assert.deepEqual([width, height, hasAlpha], [1100 - 1024, 700 - 512, false]);
    const sizes = Object.values(files).reduce((sum, { length }) => sum + length, 0);
    assert.ok(packed.length > sizes);
  });

  test('resizing understands every name for the box, and formats', async () => {
    const given = source(await picture('png'), 'image/png', 'red.png');
    const boxes: readonly Record<string, string>[] = [
      { width: '30' },
      { maxWidth: '30', maxHeight: '0' },
      { targetWidth: '30' },
    ];
    for (const parameters of boxes) {
      const made = await conversion.convert('pictureResize', given, {
        ...parameters,
        conversionFormat: 'webp',
      });
      const { width, height, format } = await sharp(await bytesOf(made)).metadata();
      assert.deepEqual([width, height, format, made.name], [30, 15, 'webp', 'red.webp']);
    }
  });

  test('cropping and turning keep within the picture', async () => {
    const given = source(await picture('png'), 'image/png');
    const cropped = await conversion.convert('pictureCrop', given, {
      x: '50',
      y: '10',
      width: '40',
      height: '40',
    });
    const turned = await conversion.convert('pictureRotation', given, { angle: '90' });
    const sizes = [await bytesOf(cropped), await bytesOf(turned)].map(async (bytes) => {
      const { width, height } = await sharp(bytes).metadata();
      return [width, height];
    });
    assert.deepEqual(await Promise.all(sizes), [
      [10, 20],
      [30, 60],
    ]);
  });

  test('a picture becomes a PDF of its own proportions', async () => {
    const made = await conversion.convert(
      'image2pdf',
      source(await picture('jpeg', 6), 'image/jpeg', 'p.jpg'),
      {},
    );
    assert.deepEqual([made.mimeType, made.name], ['application/pdf', 'p.pdf']);
    assert.match((await bytesOf(made)).toString('latin1'), /MediaBox \[0 0 22\.5 45\]/);
  });

  test('metadata has the names of the schemas', async () => {
    const found = await conversion.metadata(source(await picture('jpeg', 6), 'image/jpeg'));
    assert.deepEqual(found['picture:info'], {
      width: 30,
      height: 60,
      depth: 8,
      format: 'JPEG',
      colorSpace: 'srgb',
    });
    assert.equal(found['imd:equipment'], 'Maker Model 1');
    assert.equal(found['imd:copyright'], 'Somebody');
    assert.equal(found['imd:orientation'], '6');
    assert.equal(found['imd:xresolution'], 144);
    assert.deepEqual(await conversion.metadata(source('broken', 'image/jpeg')), {});
  });
});

/** The start of a PNG that claims this size. */
function pngHeader(width: number, height: number, { isInterlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const body = deflateSync(Buffer.alloc(1000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', body),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
