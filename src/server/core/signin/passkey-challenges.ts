/**
 * Challenges for passkeys. Each contains its time and a seal (HMAC) instead of being stored: nobody can fill a table by
 * asking for many, and each server recognizes those of the others.
 * Invariant: a challenge is accepted once on all servers together, and only for its purpose.
 */
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { sweepEntries } from '../kernel/sweeping.ts';
import { decryptSecret, encryptSecret } from '../secrets/stored-secrets.ts';
import { randomText, sameText } from './secrets.ts';

const keyDirectory = 'signInKeys';
const keyName = 'passkeys';
const usedDirectory = 'usedChallenges';
const lifetime = 5 * 60_000;

/** @param purpose includes the person, if known */
export async function newChallenge(session: Session, purpose: string): Promise<string> {
  const nonce = randomText(24);
  const at = session.now.getTime().toString(36);
  return `${nonce}.${at}.${await seal(await keyOf(session), `${purpose}.${nonce}.${at}`)}`;
}

/** Whether this repository made it for this purpose a short time ago. `takeChallenge` tells whether it was used before. */
export async function isChallenge(session: Session, purpose: string, text: string): Promise<boolean> {
  const [nonce = '', at = '', sealed = ''] = text.split('.');
  const age = session.now.getTime() - Number.parseInt(at, 36);
  // Clocks of several servers differ.
  if (!(age <= lifetime && age >= -lifetime)) return false;
  return sameText(sealed, await seal(await keyOf(session), `${purpose}.${nonce}.${at}`));
}

/** False when it was used before. */
export async function takeChallenge(session: Session, text: string): Promise<boolean> {
  const { entries } = await session.write();
  const id = text.split('.')[0] ?? '';
  return entries.insert(usedDirectory, { id, fields: { at: session.now.toISOString() } });
}

/** Removes used challenges that are too old to be accepted anyway. */
export function sweepChallenges(repository: Repository): Promise<void> {
  return sweepEntries(
    repository,
    usedDirectory,
    ({ fields }, now) => now.getTime() - Date.parse(String(fields.at)) > 3 * lifetime,
  );
}

/** Made when it is first needed; when several servers make one at the same time, all use the one stored first. */
async function keyOf(session: Session): Promise<string> {
  const known = await session.read.entries.get(keyDirectory, keyName);
  if (known) return decryptSecret(session.repository, keyDirectory, keyName, String(known.fields.secret));
  const { entries } = await session.write();
  const secret = await encryptSecret(session, keyDirectory, keyName, randomText(40));
  await entries.insert(keyDirectory, { id: keyName, fields: { secret } });
  const first = await entries.get(keyDirectory, keyName);
  return decryptSecret(session.repository, keyDirectory, keyName, String(first?.fields.secret));
}

async function seal(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', imported, encoder.encode(text));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
