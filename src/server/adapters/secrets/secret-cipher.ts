/**
 * Encrypts secrets for the database with AES-256-GCM, bound to their row.
 * Invariant: the first key encrypts; a value is decrypted with the key that it names.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SecretCipher } from '#server/core/kernel/ports.ts';

const algorithm = 'aes-256-gcm';
const form = /^encrypted:1:(?<id>[0-9a-f]{16}):(?<bytes>[\w-]+)$/;
const nonceBytes = 12;
const tagBytes = 16;

/** @param keys 32 bytes each, the newest first */
export function secretCipher(keys: readonly [Uint8Array, ...Uint8Array[]]): SecretCipher {
  const [newest] = keys;
  const byId = new Map(keys.map((key) => [idOf(key), key]));
  const keyId = idOf(newest);
  return {
    keyId,
    knows: (id) => byId.has(id),
    isCurrent: (stored) => form.exec(stored)?.groups?.id === keyId,
    encrypt: (text, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newest, nonce).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `encrypted:1:${keyId}:${bytes.toString('base64url')}`;
    },
    decrypt: (stored, about) => {
      const { id = '', bytes: text = '' } = form.exec(stored)?.groups ?? {};
      if (id === '') return stored;
      const key = byId.get(id);
      const bytes = Buffer.from(text, 'base64url');
      if (key === undefined || bytes.byteLength < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const start = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
        return Buffer.concat([start, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** Identifies a key without revealing it. */
function idOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('muniment secrets key').digest('hex').slice(0, 16);
}
