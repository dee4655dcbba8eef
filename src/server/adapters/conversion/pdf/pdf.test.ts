import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { bytesOf, pdf, source, testConversion, textOf } from '../test-files.ts';
import { BlockSink } from '../text/blocks.ts';
import { pdfToBlocks } from './pdf-to-blocks.ts';

const conversion = await testConversion();
const pages = source(await pdf('First page & <text>', 'Second page'), 'application/pdf', 'two.pdf');

describe('PDF', () => {
  test('its text is found, as far as asked', async () => {
    assert.match((await conversion.text(pages, 1000)) ?? '', /First page & <text>\s+Second page/);
    assert.equal((await conversion.text(pages, 5))?.length, 5);
  });

  test('what was read before its time was over stays', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-pdf-'));
    const file = join(folder, 'two.pdf');
    await writeFile(file, await pdf('First page', 'Second page'));
    const sink = new BlockSink(1000);
    await pdfToBlocks(file, sink, 0);
    await rm(folder, { recursive: true });
    assert.deepEqual(sink.blocks, [{ kind: 'paragraph', spans: [{ text: 'First page' }] }]);
  });

  test('its HTML is escaped', async () => {
    const html = await textOf(await conversion.convert('pdf2html', pages, {}));
    assert.match(html, /First page &amp; &lt;text&gt;/);
  });

  test('its first page is its thumbnail, another page is a picture too', async () => {
    const { width, height } = await sharp(await bytesOf(await conversion.thumbnail(pages, 210))).metadata();
    assert.deepEqual([width, height], [147, 210]);
    const second = await conversion.convert('pdf2image', pages, { page: '2', size: '100' });
    assert.deepEqual([second.mimeType, second.name], ['image/png', 'two.png']);
    await assert.rejects(conversion.convert('pdf2image', pages, { page: '3' }), { message: /no page 3/ });
  });

  test('it says how many pages it has', async () => {
    assert.deepEqual(await conversion.metadata(pages), { pageCount: 2 });
  });

  test('pages are taken out and files joined', async () => {
    const second = await conversion.convert('pdfExtractPages', pages, { startPage: '2', endPage: '2' });
    const extract = source(await bytesOf(second), 'application/pdf', 'one.pdf');
    assert.deepEqual(await conversion.metadata(extract), { pageCount: 1 });
    const joined = source(
      await bytesOf(await conversion.concatenatePdfs([extract, pages])),
      'application/pdf',
    );
    assert.match((await conversion.text(joined, 1000)) ?? '', /Second.*First.*Second/s);
    await assert.rejects(conversion.convert('pdfExtractPages', pages, { startPage: '9' }), {
      message: /no pages/,
    });
  });

  test('of very many pages the first ones are read, and the file is neither parted nor joined', async () => {
    assert.match((await conversion.text(manyPages(5_000), 1000)) ?? '', /Again\s+Again/);
    const tooMany = manyPages(10_001);
    assert.deepEqual(await conversion.metadata(tooMany), { pageCount: 10_001 });
    assert.equal((await conversion.text(tooMany, 1_000_000))?.match(/Again/g)?.length, 10_000);
    const { width } = await sharp(await bytesOf(await conversion.thumbnail(tooMany, 100))).metadata();
    assert.equal(width, 100);
    const refusal = { code: 'conversionFailed', message: /more than 10000 pages/ };
    await assert.rejects(conversion.convert('pdfExtractPages', tooMany, {}), refusal);
    await assert.rejects(conversion.concatenatePdfs([pages, tooMany]), refusal);
  });

  test('a broken file has no text, no picture, and fails in words', async () => {
    const broken = source('%PDF-1.7\nnothing', 'application/pdf');
    assert.equal(await conversion.text(broken, 100), undefined);
    assert.equal(await conversion.thumbnail(broken, 100), undefined);
    for (const name of ['pdf2text', 'pdf2image', 'pdfExtractPages']) {
      await assert.rejects(conversion.convert(name, broken, {}), {
        code: 'conversionFailed',
        message: /damaged/,
      });
    }
    await assert.rejects(conversion.concatenatePdfs([pages, broken]), { message: /damaged/ });
    assert.deepEqual(await conversion.leftovers(), []);
  });
});

/** A PDF that refers to one page `count` times. */
function manyPages(count: number) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    '<< /Length 38 >> stream\nBT /F 12 Tf 20 100 Td (Again) Tj ET     \nendstream',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const bodies = objects.map((object, index) => `${index + 1} 0 obj ${object} endobj\n`);
  return source(
    `%PDF-1.4\n${bodies.join('')}trailer << /Root 1 0 R /Size 6 >>\n%%EOF`,
    'application/pdf',
    'many.pdf',
  );
}
