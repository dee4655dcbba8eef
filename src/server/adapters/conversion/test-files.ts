/**
 * Helpers for the tests of this folder: a conversion in a temporary folder, and files made in memory.
 * Invariant: all test files are made here.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import type { Conversion, ConversionResult, ConversionSource } from '#server/core/kernel/ports.ts';
import { type ConversionOptions, openConversion } from './open-conversion.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Closed after the test file. Programs of the machine are used only on request: most tests must not depend on them. */
export async function testConversion(
  options: Partial<ConversionOptions> = {},
): Promise<Conversion & { leftovers(): Promise<readonly string[]> }> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'conversion-'));
  const environment = { PATH: process.env.PATH, MUNIMENT_SOFFICE: 'none', MUNIMENT_FFMPEG: 'none' };
  const conversion = await openConversion({ workDirectory, log: quiet, environment, ...options });
  after(async () => {
    await conversion.close();
    await rm(workDirectory, { recursive: true, force: true });
  });
  return {
    ...conversion,
    leftovers: async () =>
      (await readdir(workDirectory, { recursive: true })).filter((name) => /(^|\/)run-[^/]*$/.test(name)),
  };
}

export function source(
  bytes: Uint8Array | string,
  mimeType: string,
  name: string | null = null,
): ConversionSource {
  const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return {
    name,
    mimeType,
    content: {
      size: content.length,
      stream: () => new Blob([Uint8Array.from(content)]).stream(),
      localPath: undefined,
    },
  };
}

export async function bytesOf(result: ConversionResult | undefined): Promise<Buffer> {
  if (result === undefined) throw new Error('There is no result');
  return buffer(result.bytes);
}

export async function textOf(result: ConversionResult | undefined): Promise<string> {
  return (await bytesOf(result)).toString('utf8');
}

/** A red picture, 60 pixels wide and 30 high. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif',
  orientation = 1,
): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 30, channels: 3, background: '#c00000' } })
    .withExif({ IFD0: { Make: 'Maker', Model: 'Model 1', Copyright: 'Somebody' } })
    .withMetadata({ orientation, density: 144 })
    .toFormat(format)
    .toBuffer();
}

export async function pdf(...pages: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A5', autoFirstPage: false });
  for (const text of pages) document.addPage().text(text);
  document.end();
  return buffer(document);
}

export async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name);
  file.end();
  return buffer(file.outputStream);
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export function docx(body: string): Promise<Buffer> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`,
  });
}

const namespaces = Object.entries({
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  manifest: 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

export function odt(
  body: string,
  { before = '', parts = {} }: { before?: string; parts?: Readonly<Record<string, Buffer>> } = {},
): Promise<Buffer> {
  const type = 'application/vnd.oasis.opendocument.text';
  const entry = (path: string, media: string) =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${media}"/>`;
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest ${namespaces}>${entry('/', type)}${['content.xml', ...Object.keys(parts)].map((path) => entry(path, '')).join('')}</manifest:manifest>`,
    'content.xml': `<office:document-content ${namespaces}>${before}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...parts,
  });
}

/** A HEIC picture, 64 pixels wide and 32 high: red on the left, blue on the right. */
export const heic: Buffer = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAJAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAACxtZGF0AAAAICgBrxmA70mlv//saV/3JS/5Qshf/72Qd9e0H/DUQ21v',
  'base64',
);
