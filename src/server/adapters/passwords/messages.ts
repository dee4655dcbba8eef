/** Messages to and from the password thread. */
export type PasswordQuestion =
  | { readonly kind: 'hash'; readonly password: string; readonly rounds: number }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

/** A hash, or whether the password is right. */
export type PasswordAnswer = { readonly value: string | boolean } | { readonly failure: string };
