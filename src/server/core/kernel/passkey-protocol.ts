/** Speaks WebAuthn with browsers and checks what they bring (adapters/passkeys). It keeps nothing. */
import type { JsonObject } from '#wire/json.ts';

/** What is stored of a passkey: none of it is secret. */
export interface PasskeyKey {
  readonly id: string;
  /** Base64url. */
  readonly publicKey: string;
  /** How often it was used, where the device counts; 0 where it does not. */
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface PasskeyOwner {
  readonly username: string;
  /** Base64url: what the device knows its owner by; says nothing about the person. */
  readonly handle: string;
  readonly known: readonly PasskeyKey[];
}

/** Where a page may ask from, and whether it was we who gave this challenge. */
export interface PasskeyExpectation {
  readonly origins: readonly string[];
  readonly isOurs: (challenge: string) => Promise<boolean>;
}

export interface PasskeyProtocol {
  /** The domain that passkeys belong to. */
  readonly domain: string;
  /** For the browser's `create`: a passkey that needs no name to be found, and that knows its person by finger or code. */
  registrationOptions(
    owner: PasskeyOwner,
    from: { readonly appName: string; readonly challenge: string },
  ): Promise<JsonObject>;
  /** Undefined for anything but a new passkey of this domain. */
  newPasskey(
    response: JsonObject,
    expected: PasskeyExpectation,
  ): Promise<{ readonly key: PasskeyKey; readonly challenge: string } | undefined>;
  /** For the browser's `get`: any passkey of this domain. */
  signInOptions(challenge: string): Promise<JsonObject>;
  /** Undefined for what this key has not signed. */
  signIn(
    response: JsonObject,
    key: PasskeyKey,
    expected: PasskeyExpectation,
  ): Promise<
    { readonly counter: number; readonly challenge: string; readonly handle: string | undefined } | undefined
  >;
}
