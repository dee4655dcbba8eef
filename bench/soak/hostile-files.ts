/**
 * Files made to harm programs that open them. Invariant: all of them are made here, and none is larger than some megabytes.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export interface HostileFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const openText = 'application/vnd.oasis.opendocument.text';
const megabyte = 2 ** 20;

export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const film = await oneFrame();
  const file = (name: string, type: string, content: string | Uint8Array): HostileFile => ({
    name,
    type,
    bytes: new Uint8Array(typeof content === 'string' ? Buffer.from(content, 'latin1') : content),
  });
  return [
    file('bomb.zip', 'application/zip', zip([{ name: 'zeros', bytes: Buffer.alloc(300 * megabyte) }])),
    file(
      'many.zip',
      'application/zip',
      zip(Array.from({ length: 60_000 }, (_, index) => ({ name: `f${index}`, bytes: Buffer.of(0) }))),
    ),
    file(
      'links.zip',
      'application/zip',
      zip([
        { name: 'link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
        { name: '../../../../tmp/muniment-escaped', bytes: Buffer.from('out') },
        { name: '/tmp/muniment-escaped', bytes: Buffer.from('out') },
      ]),
    ),
    file('bomb.docx', word, docx(Buffer.alloc(200 * megabyte, '<w:p/>'))),
    file('deep.docx', word, docx(body(`${'<w:tbl>'.repeat(100_000)}x${'</w:tbl>'.repeat(100_000)}`))),
    file('laughs.docx', word, docx(`${laughs}${body('<w:p><w:r><w:t>&i;</w:t></w:r></w:p>')}`)),
    file('cut.docx', word, docx(body('<w:p/>')).subarray(0, 300)),
    file('wide.xlsx', sheet, workbook()),
    file('links.odt', openText, openDocument()),
    file(
      'script.svg',
      'image/svg+xml',
      svg(
        'width="10" height="10"',
        '<script>fetch("/")</script><image href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:1/x"/>',
      ),
    ),
    file('laughs.svg', 'image/svg+xml', `${laughs}${svg('width="10" height="10"', '<text>&i;</text>')}`),
    file(
      'huge.svg',
      'image/svg+xml',
      svg('width="999999" height="999999"', '<rect width="100%" height="100%"/>'),
    ),
    file(
      'uses.svg',
      'image/svg+xml',
      svg('width="10" height="10"', `<g id="g0"><rect width="1" height="1"/></g>${uses(12, 12)}`),
    ),
    file(
      'deep.svg',
      'image/svg+xml',
      svg('width="10" height="10"', `${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
    ),
    file('huge.png', 'image/png', png(60_000, 60_000)),
    ...Object.entries(facts()).map(([name, facts]) =>
      file(name, 'image/png', png(4, 4, { facts, pixels: Buffer.alloc(4 * (1 + 4 * 4)) })),
    ),
    file('loop.jpg', 'image/jpeg', loopedFacts()),
    file('huge.gif', 'image/gif', gif(65_535, 65_535)),
    file('huge.bmp', 'image/bmp', bmp(60_000, 60_000)),
    file('huge.tiff', 'image/tiff', tiff(100_000, 100_000)),
    file('huge.jpg', 'image/jpeg', jpeg(65_500, 65_500)),
    file('huge.webp', 'image/webp', webp(16_383, 16_383)),
    file('endless.pdf', 'application/pdf', pdf('/Kids [2 0 R 3 0 R] /Count 100000000')),
    file('many.pdf', 'application/pdf', pdf(`/Kids [${'3 0 R '.repeat(100_000)}] /Count 100000`)),
    file('wide.pdf', 'application/pdf', pdf('/Kids [3 0 R] /Count 1', '[0 0 2000000000 2000000000]')),
    file(
      'links.rtf',
      'application/rtf',
      `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "/etc/passwd"}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDETEXT "http://127.0.0.1:1/"}}${'{'.repeat(50_000)}x}`,
    ),
    file(
      'all.gif',
      'image/gif',
      Buffer.concat([
        Buffer.from('GIF89a/*'),
        Buffer.from('%PDF-1.4 '),
        zip([{ name: 'a.js', bytes: Buffer.from('*/alert(1)') }]),
        Buffer.from('<svg onload=alert(1)>'),
      ]),
    ),
    ...(film ? [file('long.mp4', 'video/mp4', film)] : []),
    file(
      'list.m3u8',
      'application/vnd.apple.mpegurl',
      '#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXTINF:9,\nhttp://127.0.0.1:1/\n',
    ),
    file('deep.html', 'text/html', `${'<div>'.repeat(200_000)}<iframe src="file:///etc/passwd"></iframe>`),
    file(
      'marks.md',
      'text/markdown',
      `${'['.repeat(100_000)}\n${'> '.repeat(20_000)}x\n${'*a_'.repeat(50_000)}`,
    ),
    file('deep.eml', 'message/rfc822', mail(2_000)),
    file('line.txt', 'text/plain', 'x'.repeat(8 * megabyte)),
    file('line.csv', 'text/csv', `${'"",'.repeat(2 * megabyte)}\n`),
    file(
      'none.heic',
      'image/heic',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1'.padEnd(4_096, '\xff'), 'latin1'),
    ),
    file('empty.docx', word, ''),
  ];
}

const laughs = `<!DOCTYPE x [<!ENTITY a "haha">${[...'bcdefghi'].map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`).join('')}]>`;

// ------------------------------------------------------------------------------------------------ packages

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode?: number;
}

/** Writes names unchanged, which no library would do. */
function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, mode = 0o100644 } of entries) {
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.of(20, 3), shared, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relations}/officeDocument" Target="${target}"/></Relationships>`;
const contentType = (part: string, type: string): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="${part}" ContentType="${type}.main+xml"/></Types>`;

function texts(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  return zip(Object.entries(entries).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
}

function docx(content: string | Buffer): Buffer {
  return texts({
    '[Content_Types].xml': contentType('/word/document.xml', word.replace(/\.document$/, '.document')),
    '_rels/.rels': relation('word/document.xml'),
    'word/document.xml': content,
  });
}

function body(content: string): string {
  return `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${content}</w:body></w:document>`;
}

/** One cell at each end of the largest sheet, and a range that fills it. */
function workbook(): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return texts({
    '[Content_Types].xml': contentType('/xl/workbook.xml', sheet),
    '_rels/.rels': relation('xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="r"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheets/sheet1.xml').replace('officeDocument"', 'worksheet"'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><f>WEBSERVICE("http://127.0.0.1:1/")</f><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
  });
}

function openDocument(): Buffer {
  const names = ['office', 'text', 'draw', 'table'].map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  );
  return texts({
    mimetype: openText,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${openText}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${names.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:text><text:p><draw:frame><draw:image xlink:href="file:///etc/passwd" xlink:type="simple"/></draw:frame></text:p><text:section><text:section-source xlink:href="http://127.0.0.1:1/"/></text:section><table:table><table:table-column table:number-columns-repeated="99999999"/><table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="99999999"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`,
  });
}

// ------------------------------------------------------------------------------------------------ pictures

function svg(attributes: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
}

/** Nested `use` elements: each level repeats the one before. */
function uses(levels: number, each: number): string {
  return Array.from(
    { length: levels },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(each)}</g>`,
  ).join('');
}

function pngPart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function png(
  width: number,
  height: number,
  { facts, pixels = Buffer.alloc(64 * megabyte) }: { readonly facts?: Buffer; readonly pixels?: Buffer } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  head.writeUInt8(6, 9);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', head),
    ...(facts ? [facts] : []),
    pngPart('IDAT', deflateSync(pixels)),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

/** Metadata of pictures: compressed texts and profiles that unpack to a lot, XMP that is nested, repeated and expanded. */
function facts(): Readonly<Record<string, Buffer>> {
  const packed = deflateSync(Buffer.alloc(256 * megabyte, ' '));
  const xmp = (content: string | Buffer, isPacked = 0): Buffer =>
    pngPart(
      'iTXt',
      Buffer.concat([
        Buffer.from(`XML:com.adobe.xmp\0${String.fromCharCode(isPacked)}\0\0\0`),
        Buffer.from(content),
      ]),
    );
  const described = (content: string): string =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const levels = 20_000;
  return {
    'text.png': pngPart('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])),
    'profile.png': pngPart('iCCP', Buffer.concat([Buffer.from('icc\0\0'), packed])),
    'packed.png': xmp(packed, 1),
    'nested.png': xmp(
      described(`${'<dc:a rdf:parseType="Resource">'.repeat(levels)}x${'</dc:a>'.repeat(levels)}`),
    ),
    'words.png': xmp(
      described(`<dc:subject><rdf:Bag>${'<rdf:li>k</rdf:li>'.repeat(500_000)}</rdf:Bag></dc:subject>`),
    ),
    'laughs.png': xmp(`${laughs}${described('<dc:title>&i;</dc:title>')}`),
  };
}

/** EXIF directories that refer to each other in a cycle, and a text of four gigabytes. */
function loopedFacts(): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  bytes.write('II*\0\x08', 0, 'latin1');
  bytes.writeUInt16LE(2, 8);
  for (const [index, [tag, kind, count, value]] of [
    [0x8769, 4, 1, 8],
    [0x010e, 2, 0xffff_fff0, 8],
  ].entries()) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag ?? 0, at);
    bytes.writeUInt16LE(kind ?? 0, at + 2);
    bytes.writeUInt32LE(count ?? 0, at + 4);
    bytes.writeUInt32LE(value ?? 0, at + 8);
  }
  bytes.writeUInt32LE(8, bytes.length - 4);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length + 8);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    length,
    Buffer.from('Exif\0\0'),
    bytes,
    Buffer.from([0xff, 0xd9]),
  ]);
}

function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 1, 0])]);
  const frames = Array.from({ length: 2_000 }, () => frame);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...frames,
    Buffer.from(';'),
  ]);
}

function bmp(width: number, height: number): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return head;
}

function tiff(width: number, height: number): Buffer {
  const tags = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, 1_000],
  ] as const;
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [index, [tag, value]] of tags.entries()) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([bytes, Buffer.alloc(1_000)]);
}

function jpeg(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8]),
    size,
    Buffer.from([1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
    Buffer.alloc(10_000),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function webp(width: number, height: number): Buffer {
  const size = Buffer.alloc(10);
  size.writeUIntLE(width - 1, 4, 3);
  size.writeUIntLE(height - 1, 7, 3);
  const chunk = Buffer.concat([
    Buffer.from('WEBPVP8X\x0a\0\0\0', 'latin1'),
    size,
    Buffer.from('VP8 \x64\0\0\0', 'latin1'),
    Buffer.alloc(100),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(chunk.length);
  return Buffer.concat([Buffer.from('RIFF'), length, chunk]);
}

// ------------------------------------------------------------------------------------------------ others

function pdf(pages: string, box = '[0 0 600 800]'): string {
  return `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R /OpenAction << /S /Launch /F (/bin/sh) >> >> endobj
2 0 obj << /Type /Pages ${pages} >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox ${box} /Contents 4 0 R >> endobj
4 0 obj << /Length 30000000 >> stream
${'q 1 0 0 1 0 0 cm 0 0 1 1 re f '.repeat(20_000)}
endstream endobj
trailer << /Root 1 0 R /Size 5 /Prev 9 >>
startxref
9
%%EOF`;
}

function mail(depth: number): string {
  const heads = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  );
  return `From: a@example.org\r\nSubject: deep\r\nMIME-Version: 1.0\r\n${heads.join('')}\r\nx`;
}

/** A film that claims to last for years; undefined if the machine cannot make one. */
async function oneFrame(): Promise<Buffer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-film-'));
  try {
    const path = join(folder, 'a.mp4');
    const { status } = spawnSync('ffmpeg', [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=red:s=64x64:r=1:d=1', '-frames:v', '1', path],
    ]);
    if (status !== 0) return undefined;
    const film = await readFile(path);
    // Sets the time scale to one second, and the duration to its maximum.
    for (const [name, from] of [
      ['mvhd', 16],
      ['mdhd', 16],
    ] as const) {
      const at = film.indexOf(name);
      if (at < 0) continue;
      film.writeUInt32BE(1, at + from);
      film.writeUInt32BE(0x7fffffff, at + from + 4);
    }
    return film;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
