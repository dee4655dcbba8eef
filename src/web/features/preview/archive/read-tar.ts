// Reads the files of a tar archive. It has no table, so this goes from header to header; each says how long its file is.
// Invariant: a wrong size in a header only moves the position of the next one; names are shown, and never used as paths.
import type { ReadRange } from '../parts/range-reader.ts';
import { type Archive, type ArchiveFile, mostFileBytes, TooLarge } from './archive.ts';
import { rangeSource, type TarBounds, type TarSource, tarBounds, unpackedSource } from './tar-source.ts';

const blockBytes = 512;
const mostNameBytes = 64 * 1024;

interface TarEntry {
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date | null;
  /** Offset of its first byte. */
  readonly start: number;
}

/** @throws if it is not a tar archive, or not one in gzip */
export async function readTar(
  size: number,
  read: ReadRange,
  isPacked: boolean,
  bounds: TarBounds = tarBounds,
): Promise<Archive> {
  const open = () => (isPacked ? unpackedSource : rangeSource)(size, read, bounds);
  const source = open();
  const files: ArchiveFile[] = [];
  let left: Archive['left'] = null;
  try {
    for await (const entry of tarEntries(source, bounds.heads)) {
      if (files.length === bounds.files) {
        left = 'tooLarge';
        break;
      }
      files.push({
        path: entry.path,
        bytes: entry.bytes,
        modified: entry.modified,
        isEncrypted: false,
        read: () => readEntry(open(), entry),
      });
    }
  } catch (cause) {
    // Files read before the damage, or within the limits, are worth showing.
    if (files.length === 0) throw cause;
    left = cause instanceof TooLarge ? 'tooLarge' : 'damaged';
  } finally {
    await source.close();
  }
  return { files, left };
}

async function readEntry(source: TarSource, { start, bytes }: TarEntry): Promise<Blob> {
  if (bytes > mostFileBytes) throw new TooLarge();
  try {
    await source.skip(start - source.position());
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let left = bytes; left > 0; ) {
      const chunk = await source.read(Math.min(left, 4_000_000));
      if (chunk.length === 0) throw new Error('The archive ends within it');
      chunks.push(chunk);
      left -= chunk.length;
    }
    return new Blob(chunks, { type: 'application/octet-stream' });
  } finally {
    await source.close();
  }
}

async function* tarEntries(source: TarSource, mostHeads: number): AsyncGenerator<TarEntry, void, undefined> {
  let extended: ReadonlyMap<string, string> = new Map();
  for (let heads = 0; heads < mostHeads; heads += 1) {
    const head = await source.read(blockBytes);
    // An archive ends with two empty blocks, or just ends.
    if (head.length === 0 || head.every((byte) => byte === 0)) return;
    if (head.length < blockBytes || !isHead(head))
      throw new Error('This is no tar archive, or a damaged one');
    const kind = String.fromCharCode(head[156] ?? 0);
    const claimed = numberOf(head, 124, 12);
    const start = source.position();
    if (kind === 'L' || kind === 'x') {
      if (claimed > mostNameBytes) throw new Error('A name in this archive is far too long');
      const content = await source.read(claimed);
      extended = kind === 'x' ? records(content) : new Map([...extended, ['path', textOf(content)]]);
      await source.skip(padding(claimed));
      continue;
    }
    const bytes = Number(extended.get('size') ?? claimed);
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error('A length in this archive is impossible');
    if (kind === '0' || kind === '\0' || kind === '7') {
      const seconds = Number(extended.get('mtime') ?? numberOf(head, 136, 12));
      const modified = new Date(seconds * 1000);
      const path = (extended.get('path') ?? pathOf(head)).replace(/^(?:\.\/)+/, '');
      yield { path, bytes, start, modified: Number.isNaN(modified.getTime()) ? null : modified };
    }
    // Folders and links have no bytes, even if their header has a size.
    const bodyBytes = /[1-6]/.test(kind) ? 0 : bytes;
    await source.skip(start + bodyBytes + padding(bodyBytes) - source.position());
    extended = new Map();
  }
  throw new TooLarge();
}

function padding(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

/** The header contains its checksum, computed as if the checksum's own field were spaces. */
function isHead(head: Uint8Array): boolean {
  const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return sum === numberOf(head, 148, 8);
}

/** Octal digits; large numbers are stored in binary. */
function numberOf(head: Uint8Array, start: number, length: number): number {
  const field = head.subarray(start, start + length);
  if (((field[0] ?? 0) & 0x80) !== 0)
    return field.subarray(1).reduce((value, byte) => value * 256 + byte, (field[0] ?? 0) & 0x7f);
  return Number.parseInt(textOf(field).trim() || '0', 8);
}

function pathOf(head: Uint8Array): string {
  const name = textOf(head.subarray(0, 100));
  const prefix = textOf(head.subarray(257, 262)) === 'ustar' ? textOf(head.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textOf(field: Uint8Array): string {
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}

/** Lines of `length key=value`, with the length of the whole line. */
function records(content: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const length = Number(textOf(content.subarray(at, space)));
    if (space === -1 || !Number.isInteger(length) || length <= space - at) break;
    const line = new TextDecoder().decode(content.subarray(space + 1, at + length - 1));
    const equals = line.indexOf('=');
    found.set(line.slice(0, equals), line.slice(equals + 1));
    at += length;
  }
  return found;
}
