/**
 * Mail addresses: `ada@example.org` or `Ada Lovelace <ada@example.org>`.
 * Invariant: an accepted address cannot end a header line or contain a second address.
 */
const local = String.raw`[\w.!#$%&'*+/=?^{|}~-]{1,64}`;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domain = `(?:${label}\\.)*${label}`;
const bare = new RegExp(`^${local}@${domain}$`, 'i');
const named = new RegExp(`^[\\p{L}\\p{N} .'-]{1,80} <(${local}@${domain})>$`, 'iu');

const longest = 254;

export function isMailAddress(text: string): boolean {
  return text.length <= longest && bare.test(text);
}

/** With or without a name before the address. */
export function isSender(text: string): boolean {
  return isMailAddress(text) || isMailAddress(named.exec(text)?.[1] ?? '');
}

/** One line of at most 200 characters, as a subject must be. */
export function asSubject(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 200);
}
