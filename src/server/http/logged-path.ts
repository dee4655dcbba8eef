/**
 * The path of a request for the log.
 * Invariant: it contains no secret, however the segment before the secret is encoded.
 */

/** Segments that are followed by a device token, or by the code of a one-time address. */
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
