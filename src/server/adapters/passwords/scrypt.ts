/** Password hashes with scrypt. Invariant: a hash contains its parameters, so they can be raised while old hashes stay valid. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** Rounds that take a tenth of a second, on purpose. */
export const usualRounds = 2 ** 15;
const keyLength = 32;

/** Synchronous: blocks its thread. */
export function hashPassword(password: string, rounds: number): string {
  const cost = { N: rounds, r: 8, p: 1 };
  const salt = randomBytes(16);
  const key = derive(password, salt, keyLength, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

export function verifyPassword(password: string, hash: string): boolean {
  const [kind, N, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64');
  if (kind !== 'scrypt' || expected.length === 0) return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = derive(password, Buffer.from(salt, 'base64'), expected.length, parameters);
  return timingSafeEqual(actual, expected);
}

function derive(
  password: string,
  salt: Buffer,
  length: number,
  parameters: { readonly N: number; readonly r: number; readonly p: number },
): Buffer {
  const maxmem = 256 * parameters.N * parameters.r;
  return scryptSync(password.normalize('NFC'), salt, length, { ...parameters, maxmem });
}
