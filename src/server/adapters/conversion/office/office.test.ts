import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { mimeTypes } from '../mime/kinds.ts';
import {
  bytesOf,
  docx,
  odt as openDocument,
  picture,
  source,
  testConversion,
  textOf,
  zip,
} from '../test-files.ts';
import { baseFonts } from '../text/font-files.ts';

const conversion = await testConversion();
const complete = await testConversion({ environment: process.env });
const missing = complete.list().find(({ name }) => name === 'office2pdf')?.unavailable !== undefined;
let wanted = 0;

/** Runs only with LibreOffice; otherwise the end of the test run reports how many tests were skipped. */
function officeTest(name: string, run: () => Promise<void>): void {
  if (missing) wanted += 1;
  else test(name, run);
}
after(() => {
  if (wanted > 0) process.stdout.write(`LibreOffice is not installed: ${wanted} tests wanted it\n`);
});

const letter = await docx(`
  <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p>
  <w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t xml:space="preserve"> &amp; plain</w:t></w:r>
    <w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
  <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>&lt;b&gt;</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`);

describe('office packages without an office', () => {
  test('a docx gives its text and clean HTML', async () => {
    const given = source(letter, mimeTypes.docx, 'letter.docx');
    assert.equal(await conversion.text(given, 1000), 'Title\n\nBold & plain\n\na\t<b>\n');
    const html = await textOf(await conversion.convert('office2html', given, {}));
    assert.match(html, /<h1 dir="auto">Title<\/h1>\n<p dir="auto"><strong>Bold<\/strong> &amp; plain<\/p>/);
    assert.match(html, /<td dir="auto">&lt;b&gt;<\/td>/);
  });

  test('an xlsx gives its sheets as tables, dates as dates', async () => {
    const bytes = await zip({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Sales" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
      'xl/sharedStrings.xml': '<sst><si><t>when</t></si><si><r><t>how </t></r><r><t>much</t></r></si></sst>',
      'xl/styles.xml': '<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
        <row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
        <row><c r="A2" s="1"><v>45000</v></c><c r="B2" t="b"><v>1</v></c><c r="C2"><f>1+1</f><v>2.5</v></c></row>
      </sheetData></worksheet>`,
    });
    const text = await conversion.text(source(bytes, mimeTypes.xlsx), 1000);
    assert.equal(text, 'Sales\n\nwhen\t\thow much\n2023-03-15\tTRUE\t2.5\n');
  });

  test('a pptx gives its slides in order', async () => {
    const slide = (text: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
    const bytes = await zip({
      'ppt/slides/slide10.xml': slide('Ten'),
      'ppt/slides/slide2.xml': slide('Two'),
    });
    assert.match((await conversion.text(source(bytes, mimeTypes.pptx), 1000)) ?? '', /Two\s+Ten/);
  });

  test('an odt gives paragraphs and lists, an ods its tables, without tracked changes', async () => {
    const content = (body: string) =>
      zip({ mimetype: mimeTypes.odt, 'content.xml': `<d xmlns:t="t">${body}</d>` });
    const odt = await content(
      '<t:tracked-changes><t:p>gone</t:p></t:tracked-changes><t:h t:outline-level="2">Head</t:h><t:p>a<t:s t:c="3"/>b</t:p><t:list><t:list-item><t:p>one</t:p></t:list-item></t:list>',
    );
    assert.equal(await conversion.text(source(odt, mimeTypes.odt), 1000), 'Head\n\na   b\n\n• one\n');
    const ods = await content(
      '<t:spreadsheet><t:table t:name="S"><t:table-row><t:table-cell t:number-columns-repeated="2"/><t:table-cell><t:p>x</t:p></t:table-cell><t:table-cell t:number-columns-repeated="99999"/></t:table-row></t:table></t:spreadsheet>',
    );
    assert.equal(await conversion.text(source(ods, mimeTypes.ods), 1000), 'S\n\n\t\tx\n');
  });

  test('an epub gives its chapters in reading order and its cover', async () => {
    const bytes = await zip({
      'META-INF/container.xml': '<c><rootfile full-path="OPS/p.opf"/></c>',
      'OPS/p.opf':
        '<p><item id="a" href="a.xhtml"/><item id="b" href="b%20b.xhtml"/><item id="c" href="c.png" properties="cover-image"/><spine><itemref idref="b"/><itemref idref="a"/></spine></p>',
      'OPS/a.xhtml': '<html><body><p>Last</p></body></html>',
      'OPS/b b.xhtml':
        '<html><head><title>x</title></head><body><h1>First</h1><script>x()</script></body></html>',
      'OPS/c.png': await picture('png'),
    });
    const book = source(bytes, mimeTypes.epub);
    assert.match((await conversion.text(book, 1000)) ?? '', /^First\s+Last\s*$/);
    assert.equal((await sharp(await bytesOf(await conversion.thumbnail(book, 30))).metadata()).width, 30);
  });

  test('a thumbnail is drawn from the text when there is nothing better', async () => {
    const made = await conversion.thumbnail(source(letter, mimeTypes.docx), 120);
    assert.equal((await sharp(await bytesOf(made)).metadata()).height, 120);
  });

  test('a bomb is refused before it unfolds, a broken package in words', async () => {
    const bomb = await zip({ 'content.xml': Buffer.alloc(64 * 2 ** 20, ' ') });
    await assert.rejects(conversion.convert('any2text', source(bomb, mimeTypes.odt), {}), {
      message: /far more/,
    });
    const broken = source(letter.subarray(0, 200), mimeTypes.docx);
    await assert.rejects(conversion.convert('any2text', broken, {}), { message: /damaged/ });
    assert.equal(await conversion.text(broken, 100), undefined);
  });

  test('entities of a document type are not expanded', async () => {
    const laughs =
      '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
    const bytes = await zip({ 'content.xml': `${laughs}<d xmlns:t="t"><t:p>x&b;&f;</t:p></d>` });
    assert.doesNotMatch((await conversion.text(source(bytes, mimeTypes.odt), 1000)) ?? '', /haha|root:/);
  });

  test('an archive is listed without being unpacked', async () => {
    const made = await conversion.convert(
      'zip2html',
      source(await zip({ 'a/b.txt': '123' }), 'application/zip'),
      {},
    );
    assert.match(await textOf(made), /<td dir="auto">a\/b\.txt<\/td><td dir="auto">3<\/td>/);
  });

  test('what needs LibreOffice says so, and how to get it', async () => {
    const given = source(letter, mimeTypes.docx);
    for (const name of ['office2pdf', 'any2pdf', 'any2odt']) {
      await assert.rejects(conversion.convert(name, given, {}), {
        code: 'badRequest',
        message: new RegExp(`^The '${name}' converter is not available: install LibreOffice`),
      });
    }
    await assert.rejects(conversion.convert('any2text', source('\xd0\xcf', mimeTypes.doc), {}), {
      code: 'badRequest',
    });
    assert.equal(await conversion.text(source('x', mimeTypes.doc), 100), undefined);
  });
});

describe('office files with LibreOffice', () => {
  officeTest('a docx becomes PDF, and its thumbnail is that page', async () => {
    const given = source(letter, mimeTypes.docx, 'letter.docx');
    const name = complete.find(mimeTypes.docx, mimeTypes.pdf) ?? '';
    const made = await complete.convert(name, given, {});
    assert.deepEqual([name, made.name, made.mimeType], ['office2pdf', 'letter.pdf', mimeTypes.pdf]);
    assert.match(
      (await complete.text(source(await bytesOf(made), mimeTypes.pdf), 1000)) ?? '',
      /Title\s+Bold & plain/,
    );
    assert.equal((await complete.thumbnail(given, 100))?.mimeType, 'image/png');
    assert.deepEqual(await complete.leftovers(), []);
  });

  officeTest('Markdown becomes a legacy document, whose text is found', async () => {
    const made = await complete.convert('any2doc', source('# Title\n\nwords', 'text/markdown', 'a.md'), {});
    assert.deepEqual([made.name, made.mimeType], ['a.doc', mimeTypes.doc]);
    assert.equal(await complete.text(source(await bytesOf(made), mimeTypes.doc), 1000), 'Title\n\nwords\n');
  });

  officeTest('a broken file fails in words', async () => {
    await assert.rejects(
      complete.convert('office2pdf', source(letter.subarray(0, 300), mimeTypes.docx), {}),
      {
        code: 'conversionFailed',
      },
    );
  });

  officeTest('a bomb is refused before LibreOffice sees it, whatever it is called', async () => {
    const bomb = await zip({ mimetype: mimeTypes.odt, 'content.xml': Buffer.alloc(64 * 2 ** 20, ' ') });
    for (const type of [mimeTypes.odt, mimeTypes.docx, mimeTypes.doc])
      await assert.rejects(complete.convert('office2pdf', source(bomb, type), {}), { message: /far more/ });
  });

  officeTest('links to files of the server are not followed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secret-'));
    const [text, image] = [join(folder, 'secret.txt'), join(folder, 'blue.png')];
    await writeFile(text, 'SECRET');
    await writeFile(
      image,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00f' } })
        .png()
        .toBuffer(),
    );
    const given = source(
      await openDocument(`<text:p>Hello</text:p>
      <text:p><draw:frame text:anchor-type="as-char" svg:width="9cm" svg:height="9cm"><draw:image xlink:href="file://${image}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>
      <text:section text:name="S"><text:section-source xlink:href="file://${text}" xlink:type="simple"/><text:p>kept</text:p></text:section>`),
      mimeTypes.odt,
    );
    const made = source(await bytesOf(await complete.convert('office2pdf', given, {})), mimeTypes.pdf);
    await rm(folder, { recursive: true });
    assert.match((await complete.text(made, 1000)) ?? '', /^Hello\s+kept\s*$/);
    const page = sharp(await bytesOf(await complete.thumbnail(made, 300)));
    const [red, , blue] = (await page.removeAlpha().stats()).channels;
    assert.equal(red?.mean, blue?.mean);
  });

  officeTest('a font that a document brings is not there for the next one', async () => {
    const [mono] = baseFonts('mono');
    assert.ok(mono);
    const fontOf = async (face: string, parts: Readonly<Record<string, Buffer>>) => {
      const before = `<office:font-face-decls><style:font-face style:name="Own" svg:font-family="Own">${face}</style:font-face></office:font-face-decls>
        <office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:text-properties style:font-name="Own"/></style:style></office:automatic-styles>`;
      const given = await openDocument('<text:p text:style-name="P">Hello</text:p>', { before, parts });
      const made = await complete.convert('office2pdf', source(given, mimeTypes.odt), {});
      return /BaseFont\/[A-Z]*\+([\w-]+)/.exec((await bytesOf(made)).toString('latin1'))?.[1] ?? '';
    };
    const face =
      '<svg:font-face-src><svg:font-face-uri xlink:href="Fonts/own.ttf" xlink:type="simple"><svg:font-face-format svg:string="truetype"/></svg:font-face-uri></svg:font-face-src>';
    assert.match(await fontOf(face, { 'Fonts/own.ttf': await readFile(mono.path) }), /Mono/);
    assert.doesNotMatch(await fontOf('', {}), /Mono/);
  });
});
