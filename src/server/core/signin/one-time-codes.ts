/**
 * Codes of six digits that change every half minute (RFC 6238 with SHA-1, which all authenticator apps support).
 * Invariant: checking a code returns its time step, so that no step is accepted twice.
 */
const digits = 6;
const stepMilliseconds = 30_000;
/** Clocks differ: the step before and after are accepted too. */
const tolerance = 1;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const secretBytes = 20;

export function newSecret(): string {
  return base32(crypto.getRandomValues(new Uint8Array(secretBytes)));
}

/** The content of the QR code for authenticator apps. */
export function enrolmentAddress(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(digits), period: '30' })}`;
}

/** The time step of the code, later than the last one used; undefined for a wrong code. */
export async function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  lastStep: number,
): Promise<number | undefined> {
  const present = Math.floor(now.getTime() / stepMilliseconds);
  let found: number | undefined;
  for (let step = present - tolerance; step <= present + tolerance; step++)
    if ((await codeAt(secret, step)) === code && step > lastStep) found ??= step;
  return found;
}

export async function codeAt(secret: string, step: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  return String((mac.getUint32(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => letters.charAt(Number.parseInt(five, 2))).join('');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2));
}
