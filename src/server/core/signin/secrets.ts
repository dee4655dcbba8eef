/** Random texts and digests for tokens. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first letters.
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
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
