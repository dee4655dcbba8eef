import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { bytesOf, source, testConversion, textOf } from '../test-files.ts';
import { cleanHtml, markdownToHtml } from './clean-html.ts';
import { decodeText } from './decode-text.ts';
import { baseFonts } from './font-files.ts';

const conversion = await testConversion();

describe('encodings', () => {
  const table: readonly (readonly [string, Buffer, string])[] = [
    ['UTF-8', Buffer.from('é 漢'), 'é 漢'],
    ['UTF-8 with its mark', Buffer.from('\ufeffé'), 'é'],
    ['UTF-16LE with its mark', Buffer.from('\ufeffé漢', 'utf16le'), 'é漢'],
    ['UTF-16LE without', Buffer.from('plain words', 'utf16le'), 'plain words'],
    ['windows-1252', Buffer.from([0x93, 0xe9, 0x94, 0x80]), '“é”€'],
    [
      'declared',
      Buffer.from('<?xml version="1.0" encoding="koi8-r"?>\xc1', 'latin1'),
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
    ['line ends and control characters', Buffer.from('a\r\nb\rc\0\x07d'), 'a\nb\ncd'],
  ];
  for (const [name, bytes, expected] of table) {
    test(name, () => assert.equal(decodeText(bytes), expected));
  }
  test('a file cut within a character is still UTF-8', () => {
    assert.equal(decodeText(Buffer.from('aé').subarray(0, 2), true).slice(0, 1), 'a');
  });
});

describe('strangers’ HTML', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input><button>x</button></form>',
    '<img src="https://evil.example/track.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<style>@import "https://evil.example"</style>',
    '<link rel=stylesheet href="https://evil.example">',
    '<meta http-equiv=refresh content="0;url=https://evil.example">',
    '<p style="background:url(https://evil.example)" onclick="alert(1)">x</p>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<base href="https://evil.example">',
  ];
  for (const attack of attacks) {
    test(`nothing active survives of ${attack.slice(0, 50)}`, async () => {
      const active =
        /<script|<iframe|<form|<input|<style|<link|<meta|<base|<svg|<img|javascript:|\son\w+=|evil\.example/i;
      assert.doesNotMatch(cleanHtml(attack), active);
      assert.doesNotMatch(await markdownToHtml(attack), active);
    });
  }
  test('what people read stays', () => {
    const html = '<h1>T</h1><p dir="rtl">a <b>b</b></p><table><tr><td colspan="2">c</td></tr></table>';
    assert.equal(cleanHtml(html), html);
    assert.match(cleanHtml('<a href="https://a.example">x</a>'), /rel="noopener noreferrer nofollow"/);
  });
});

describe('text files', () => {
  test('plain text becomes a page that holds it', async () => {
    const name = conversion.find('text/plain; charset=utf-8', 'text/html') ?? '';
    const made = await conversion.convert(name, source('foo <b> & co', 'text/plain', 'foo.txt'), {});
    const html = await textOf(made);
    assert.match(html, /<html[\s\S]*foo &lt;b&gt; &amp; co/);
    assert.deepEqual([made.mimeType, made.name, made.encoding], ['text/html', 'foo.html', 'UTF-8']);
  });

  test('Markdown becomes HTML, text and PDF', async () => {
    const markdown = source(
      '# Title\n\n1. one\n2. **two**\n\n| a | b |\n|-|-|\n| c | d |',
      'text/markdown',
      'r.md',
    );
    assert.match(
      await textOf(await conversion.convert('md2html', markdown, {})),
      /<h1>Title<\/h1>[\s\S]*<strong>two/,
    );
    assert.equal(await conversion.text(markdown, 1000), 'Title\n\n1. one\n2. two\na\tb\nc\td\n');
    const page = source(await bytesOf(await conversion.convert('md2pdf', markdown, {})), 'application/pdf');
    assert.match((await conversion.text(page, 1000)) ?? '', /Title\s+1\. one\s+2\. two\s+a\s+b\s+c\s+d/);
  });

  test('HTML becomes text without what is not read', async () => {
    const html =
      '<title>t</title><style>s</style><script>x</script><p>One <i>two</i><br>three</p><pre>\n a\n  b</pre>';
    const made = await conversion.convert('html2text', source(html, 'text/html'), {});
    assert.equal(await textOf(made), 'One two\nthree\n\n a\n  b\n');
  });

  test('every script is drawn, and long words are broken', async () => {
    const text = `Ελληνικά Привет\n${'x'.repeat(400)}`;
    const made = await bytesOf(await conversion.convert('text2pdf', source(text, 'text/plain'), {}));
    const found = (await conversion.text(source(made, 'application/pdf'), 1000)) ?? '';
    assert.match(found, /Ελληνικά Привет/);
    assert.equal(found.replace(/[^x]/g, '').length, 400);
  });

  test('the fonts of the package alone draw the scripts of Europe', async () => {
    const text = 'é ł Привет Ελληνικά ∑';
    for (const style of ['regular', 'bold', 'italic', 'mono'] as const) {
      const [font] = baseFonts(style).slice(-2);
      assert.match(font?.path ?? '', /dejavu-fonts-ttf/);
      const document = new PDFDocument();
      document.font(font?.path ?? '').text(text);
      document.end();
      assert.equal(
        (await conversion.text(source(await buffer(document), 'application/pdf'), 100))?.trim(),
        text,
      );
    }
  });

  test('long text has many pages, a thumbnail has one', async () => {
    const text = source('line\n'.repeat(500), 'text/plain', 'a.txt');
    const made = await bytesOf(await conversion.convert('any2pdf', text, {}));
    assert.deepEqual(await conversion.metadata(source(made, 'application/pdf')), { pageCount: 9 });
    const thumbnail = await conversion.thumbnail(text, 100);
    assert.deepEqual(
      [thumbnail?.mimeType, (await sharp(await bytesOf(thumbnail)).metadata()).height],
      ['image/png', 100],
    );
  });

  test('CSV becomes a table', async () => {
    const csv = source('a,"b, c"\n1,<i>', 'text/csv', 't.csv');
    const html = await textOf(await conversion.convert('any2html', csv, {}));
    assert.match(html, /<td dir="auto">b, c<\/td><\/tr>\n<tr><td dir="auto">1<\/td><td dir="auto">&lt;i&gt;/);
  });

  test('text stops at the number of characters asked for', async () => {
    assert.equal((await conversion.text(source('word '.repeat(100_000), 'text/plain'), 100))?.length, 100);
  });

  test('an empty file has empty text and a blank page', async () => {
    assert.equal((await conversion.text(source('', 'text/plain'), 100))?.trim(), '');
    assert.equal((await conversion.thumbnail(source('', 'text/plain'), 64))?.mimeType, 'image/png');
  });
});

describe('mails', () => {
  const body = Buffer.from('Der Mietvertrag liegt bei.\r\nGrüße\r\n\r\nÅse').toString('base64');
  const mail = [
    'From: =?utf-8?q?=C3=85se_Berg?= <ase@example.org>',
    'To: "Quay Office" <quay@example.org>, group@example.org',
    'Subject: =?utf-8?q?Lease_=E2=80=93_Quay_7?=',
    'Date: Mon, 04 Mar 2024 09:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '--cut',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('secret bytes').toString('base64'),
    '--cut--',
  ].join('\r\n');

  test('are read as they were written, not as they travelled', async () => {
    const text = await conversion.text(source(mail, 'message/rfc822'), 10_000);
    assert.match(text ?? '', /Lease – Quay 7/);
    assert.match(text ?? '', /From: Åse Berg <ase@example\.org>/);
    assert.match(text ?? '', /To: Quay Office <quay@example\.org>, group@example\.org/);
    assert.match(text ?? '', /Der Mietvertrag liegt bei\.\s+Grüße\s+Åse/);
    assert.match(text ?? '', /plan\.pdf/);
    assert.doesNotMatch(text ?? '', /utf-8\?q|base64|--cut|secret/);
  });

  test('have pages, and nothing of theirs runs', async () => {
    const pdf = await conversion.convert('any2pdf', source(mail, 'message/rfc822'), {});
    const read = await conversion.convert('pdf2text', source(await bytesOf(pdf), 'application/pdf'), {});
    assert.match(await textOf(read), /Grüße/);
    const html = ['Subject: Hello', 'Content-Type: text/html', '', '<p>Read <script>alert(1)</script>me'];
    const page = await conversion.convert('any2html', source(html.join('\r\n'), 'message/rfc822'), {});
    const shown = await textOf(page);
    assert.match(shown, /Read\s+me/);
    assert.doesNotMatch(shown, /<script|alert/);
  });

  test('that are none are read as far as they go', async () => {
    const text = await conversion.text(source('no mail at all', 'message/rfc822'), 10_000);
    assert.equal(typeof text, 'string');
  });
});
