/** Keys as they stand in files: 32 random bytes in Base64. Lines that begin with # are for people. */
import { randomBytes } from 'node:crypto';

const keyBytes = 32;

/** Undefined for anything else. */
export function parseKey(text: string): Uint8Array | undefined {
  const written = text.replaceAll(/^\s*#.*$/gm, '').trim();
  const bytes = Buffer.from(written, 'base64');
  const isKey = bytes.byteLength === keyBytes && bytes.toString('base64') === written;
  return isKey ? new Uint8Array(bytes) : undefined;
}

/** One or more, each on a line or divided by commas; undefined when one of them is none. */
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
