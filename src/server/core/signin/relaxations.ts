/**
 * Protections of signing in that an operator may switch off, one by one, for clients that cannot work with them.
 * Invariant: all are on by default; for each one that is off, the log of every start says what it costs.
 */
export const relaxations = {
  'oauth2-without-pkce': 'whoever catches an authorization code of a client without a secret can use it',
  'jwt-without-exp': 'a stolen JSON web token without an end can be used until the secret changes',
  'readable-oauth2-tokens': 'administrators can read and use the OAuth 2 tokens of everybody',
  'repeated-device-tokens': 'whoever may ask for a device token gets the one that the device has already',
} as const;

export type Relaxation = keyof typeof relaxations;

export function isRelaxation(name: string): name is Relaxation {
  return Object.hasOwn(relaxations, name);
}
