/**
 * Challenges that passkeys sign. They carry their time and our seal, so that nobody fills a table by asking for many, and
 * any server knows those of another.
 * Invariant: each is taken once, whichever server is asked, and only for what it was given for.
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

/** @param purpose and, where it is known, for whom */
export async function newChallenge(session: Session, purpose: string): Promise<string> {
  const nonce = randomText(24);
  const at = session.now.getTime().toString(36);
  return `${nonce}.${at}.${await seal(await keyOf(session), `${purpose}.${nonce}.${at}`)}`;
}

/** That it is ours and young; whether it was taken is another question. */
export async function isChallenge(session: Session, purpose: string, text: string): Promise<boolean> {
  const [nonce = '', at = '', sealed = ''] = text.split('.');
  const age = session.now.getTime() - Number.parseInt(at, 36);
  // Clocks of several servers differ.
  if (!(age <= lifetime && age >= -lifetime)) return false;
  return sameText(sealed, await seal(await keyOf(session), `${purpose}.${nonce}.${at}`));
}

/** False when it was taken before. */
export async function takeChallenge(session: Session, text: string): Promise<boolean> {
  const { entries } = await session.write();
  const id = text.split('.')[0] ?? '';
  return entries.insert(usedDirectory, { id, fields: { at: session.now.toISOString() } });
}

/** What nobody can bring again anyway. */
export function sweepChallenges(repository: Repository): Promise<void> {
  return sweepEntries(
    repository,
    usedDirectory,
    ({ fields }, now) => now.getTime() - Date.parse(String(fields.at)) > 3 * lifetime,
  );
}

/** Made when it is first needed; of servers that make it at once one is first. */
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
