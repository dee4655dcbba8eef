/** Random texts and digests for tokens. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each with the same probability. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) text += lettersOf(crypto.getRandomValues(new Uint8Array(length)));
  return text.slice(0, length);
}

/** Always the same letters and digits for a secret and purpose; unpredictable without the secret. */
export async function derivedText(secret: string, purpose: string, length: number): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) };
  // Some bytes are skipped: twice as many are always enough.
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(how, key, 2 * length * 8));
  return lettersOf(bytes).slice(0, length);
}

function lettersOf(bytes: Uint8Array): string {
  let text = '';
  // 248 is the largest multiple of 62 in a byte: larger values would favour the first letters.
  for (const byte of bytes) if (byte < 248) text += letters[byte % 62];
  return text;
}

export async function sha256Base64Url(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const digestPrefix = 'sha256-';

/** The stored form of a token: it cannot be used as a token, and is always the same for the same token. */
export async function tokenDigest(token: string): Promise<string> {
  return `${digestPrefix}${await sha256Base64Url(token)}`;
}

/** Tokens never begin with this prefix. */
export function isTokenDigest(text: string): boolean {
  return text.startsWith(digestPrefix);
}

/** Takes the same time for all texts of equal length. */
export function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
