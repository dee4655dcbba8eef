/** Password hashes with scrypt. Invariant: the parameters stand in the hash, so they can be raised without losing old ones. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '#server/core/kernel/ports.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 } as const;
const keyLength = 32;

export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(16);
    const key = await derive(password, salt, keyLength, cost);
    return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
  },
  verify: async (password, hash) => {
    const [kind, N, r, p, salt = '', key = ''] = hash.split('$');
    const expected = Buffer.from(key, 'base64');
    if (kind !== 'scrypt' || expected.length === 0) return false;
    const parameters = { N: Number(N), r: Number(r), p: Number(p) };
    const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, parameters);
    return timingSafeEqual(actual, expected);
  },
};

function derive(
  password: string,
  salt: Buffer,
  length: number,
  parameters: { readonly N: number; readonly r: number; readonly p: number },
): Promise<Buffer> {
  const maxmem = 256 * parameters.N * parameters.r;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, length, { ...parameters, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
