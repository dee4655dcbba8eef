/**
 * Decodes text files of unknown encoding.
 * Invariant: never fails; invalid bytes become U+FFFD, control characters other than white space are removed.
 */
import { open } from 'node:fs/promises';

/** Longer files are cut. */
const mostBytes = 32 * 2 ** 20;

export async function readText(path: string, limitBytes: number = mostBytes): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const wanted = Math.min(size, limitBytes, mostBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, 0);
    return decodeText(buffer.subarray(0, bytesRead), bytesRead < size);
  } finally {
    await file.close();
  }
}

export function decodeText(bytes: Uint8Array, isCut = false): string {
  const text = new TextDecoder(encodingOf(bytes, isCut)).decode(bytes);
  return text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}--[\t\n\f]]/gv, '');
}

/** Undefined for other encodings. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return encodingOf(bytes, false) === 'utf-8' ? decodeText(bytes) : undefined;
}

function encodingOf(bytes: Uint8Array, isCut: boolean): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isUtf8(bytes, isCut))
    return isMostlyZero(bytes, 1) ? 'utf-16le' : isMostlyZero(bytes, 0) ? 'utf-16be' : 'utf-8';
  return declaredEncoding(bytes) ?? 'windows-1252';
}

/** A cut file may end within a character. */
function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

/** Recognizes UTF-16 without a byte order mark: every other byte of western text is zero. */
function isMostlyZero(bytes: Uint8Array, offset: number): boolean {
  const sample = Math.min(bytes.length, 1024);
  let zeros = 0;
  for (let index = offset; index < sample; index += 2) if (bytes[index] === 0) zeros += 1;
  return sample >= 4 && zeros > sample * 0.3;
}

/** XML and HTML may declare their encoding. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label = /<\?xml[^>]*\bencoding=["']([\w-]+)|<meta[^>]*\bcharset=["']?([\w-]+)/i.exec(head);
  const name = label?.[1] ?? label?.[2];
  if (name === undefined || /^utf-?16/i.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
