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

export function newKey(): string {
  return randomBytes(keyBytes).toString('base64');
}
