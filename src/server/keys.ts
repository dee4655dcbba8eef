/** Keys in files: 32 random bytes in Base64. Lines that begin with # are comments. */
import { randomBytes } from 'node:crypto';

const keyBytes = 32;

/** Undefined for anything but one key. */
export function parseKey(text: string): Uint8Array | undefined {
  const written = text.replaceAll(/^\s*#.*$/gm, '').trim();
  const bytes = Buffer.from(written, 'base64');
  const isKey = bytes.byteLength === keyBytes && bytes.toString('base64') === written;
  return isKey ? new Uint8Array(bytes) : undefined;
}

/** One or more keys, separated by line ends or commas; undefined when one of them is invalid. */
export function parseKeys(text: string): readonly [Uint8Array, ...Uint8Array[]] | undefined {
  const words = text.replaceAll(/^\s*#.*$/gm, '').split(/[\s,]+/);
  const keys: Uint8Array[] = [];
  for (const word of words.filter((one) => one !== '')) {
    const key = parseKey(word);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  const [first, ...others] = keys;
  return first && [first, ...others];
}

export function newKey(): string {
  return randomBytes(keyBytes).toString('base64');
}
