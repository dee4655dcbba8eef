/** Reads the Authorization header. Invariant: an empty name or password, or one with U+0000, counts as no credentials. */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export function basicCredentials(headers: Headers): BasicCredentials | undefined {
  const encoded = /^basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  const decoded = encoded === undefined ? undefined : decodeBase64(encoded);
  const colon = decoded?.indexOf(':') ?? -1;
  if (decoded === undefined || colon < 1 || colon === decoded.length - 1) return undefined;
  if (decoded.includes('\0')) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

export function bearerToken(headers: Headers): string | null {
  return /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 when the bytes are valid UTF-8, else Latin-1, which older clients send. */
function decodeBase64(encoded: string): string | undefined {
  let binary: string;
  try {
    binary = atob(encoded);
  } catch {
    return undefined;
  }
  // ASCII is the same in both encodings.
  if (!/[\u0080-\u00ff]/.test(binary)) return binary;
  try {
    return utf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return binary;
  }
}
