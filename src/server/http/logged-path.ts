/**
 * The path of a request as the log may show it.
 * Invariant: it holds no secret, however the address spells the segment before it.
 */

/** What follows them is a device's token, or the code of an address for one use. */
const beforeSecrets: ReadonlySet<string> = new Set(['token', 'nxonce']);

export function loggedPath(pathname: string): string {
  const segments = pathname.split('/');
  const before = segments.findIndex((segment) => beforeSecrets.has(decoded(segment)));
  if (before < 0 || before === segments.length - 1) return pathname;
  return [...segments.slice(0, before + 1), '…'].join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return segment;
  }
}
