/** What proves who is asking. Credentials travel in headers only, never in an address. */
import { headers } from '#wire/headers.ts';
import { isJsonObject } from '#wire/json.ts';

export type Credentials =
  | {
      readonly kind: 'bearer';
      readonly accessToken: string;
      /** Null when the token was pasted: it cannot be renewed. */
      readonly refreshToken: string | null;
      /** In ms since the epoch by this machine's clock; null when unknown. */
      readonly expiresAt: number | null;
    }
  | {
      readonly kind: 'token';
      readonly token: string;
      /** The device that the server issued it for; null when it was pasted, and is not ours to revoke. */
      readonly deviceId: string | null;
    };

/** The secret itself: two credentials are the same when their secrets are. */
export function secretOf(credentials: Credentials): string {
  return credentials.kind === 'bearer' ? credentials.accessToken : credentials.token;
}

export function authorizationHeader(credentials: Credentials): readonly [name: string, value: string] {
  return credentials.kind === 'bearer'
    ? ['Authorization', `Bearer ${credentials.accessToken}`]
    : [headers.authenticationToken, credentials.token];
}

export function basicHeader(username: string, password: string): readonly [name: string, value: string] {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return ['Authorization', `Basic ${btoa(String.fromCodePoint(...bytes))}`];
}

export function isCredentials(value: unknown): value is Credentials {
  if (!isJsonObject(value)) return false;
  const nullable = (found: unknown, type: 'string' | 'number'): boolean =>
    found === null || typeof found === type;
  if (value.kind === 'token') {
    return typeof value.token === 'string' && nullable(value.deviceId, 'string');
  }
  return (
    value.kind === 'bearer' &&
    typeof value.accessToken === 'string' &&
    nullable(value.refreshToken, 'string') &&
    nullable(value.expiresAt, 'number')
  );
}
