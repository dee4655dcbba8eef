/** Random texts and digests for tokens. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) text += lettersOf(crypto.getRandomValues(new Uint8Array(length)));
  return text.slice(0, length);
}

/** The same letters and digits for the same secret and purpose; without the secret nobody can tell them. */
export async function derivedText(secret: string, purpose: string, length: number): Promise<string> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) };
  // Not every byte gives a letter: twice as many bytes are always enough.
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(how, key, 2 * length * 8));
  return lettersOf(bytes).slice(0, length);
}

function lettersOf(bytes: Uint8Array): string {
  let text = '';
  // 248 is the largest multiple of 62 in a byte: what lies above would favour the first letters.
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

/** What is stored of a token: it cannot be used, and the same token always finds it. */
export async function tokenDigest(token: string): Promise<string> {
  return `${digestPrefix}${await sha256Base64Url(token)}`;
}

/** Tokens are letters, digits and dashes of other shapes. */
export function isTokenDigest(text: string): boolean {
  return text.startsWith(digestPrefix);
}

/** Takes as long for any two texts of equal length. */
export function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
