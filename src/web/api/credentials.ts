/** Credentials of the caller. They are sent in headers only, never in an address. */
import { headers } from '#wire/headers.ts';
import { isJsonObject } from '#wire/json.ts';

export type Credentials =
  | {
      readonly kind: 'bearer';
      readonly accessToken: string;
      /** Null if the token was pasted: it cannot be renewed. */
      readonly refreshToken: string | null;
      /** In ms since the epoch by this machine's clock; null if unknown. */
      readonly expiresAt: number | null;
    }
  | {
      readonly kind: 'token';
      readonly token: string;
      /** The device for which the server issued it; null if it was pasted, so that we must not revoke it. */
      readonly deviceId: string | null;
    };

/** The secret itself: two credentials with the same secret are the same. */
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
