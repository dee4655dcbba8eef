/**
 * Protections of signing in that an operator may give up, one by one, for clients that cannot do with them.
 * Invariant: none is given up by default; whoever gives one up reads at every start what it costs.
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
