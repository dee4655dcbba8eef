/** WebAuthn: makes requests for browsers and checks their answers (adapters/passkeys). It stores nothing. */
import type { JsonObject } from '#wire/json.ts';

/** The stored part of a passkey; none of it is secret. */
export interface PasskeyKey {
  readonly id: string;
  /** Base64url. */
  readonly publicKey: string;
  /** How often it was used; 0 when the device does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface PasskeyOwner {
  readonly username: string;
  /** Base64url: identifies the owner on the device, and says nothing about the person. */
  readonly handle: string;
  readonly known: readonly PasskeyKey[];
}

/** What a response must match: the page's origin, and a challenge that this server has issued. */
export interface PasskeyExpectation {
  readonly origins: readonly string[];
  readonly isOurs: (challenge: string) => Promise<boolean>;
}

export interface PasskeyProtocol {
  /** The domain that passkeys belong to. */
  readonly domain: string;
  /** For the browser's `create`: a discoverable passkey (no username needed) that verifies its user. */
  registrationOptions(
    owner: PasskeyOwner,
    from: { readonly appName: string; readonly challenge: string },
  ): Promise<JsonObject>;
  /** Undefined unless the response is a valid new passkey of this domain. */
  newPasskey(
    response: JsonObject,
    expected: PasskeyExpectation,
  ): Promise<{ readonly key: PasskeyKey; readonly challenge: string } | undefined>;
  /** For the browser's `get`: any passkey of this domain. */
  signInOptions(challenge: string): Promise<JsonObject>;
  /** Undefined when the response is not signed by this key. */
  signIn(
    response: JsonObject,
    key: PasskeyKey,
    expected: PasskeyExpectation,
  ): Promise<
    { readonly counter: number; readonly challenge: string; readonly handle: string | undefined } | undefined
  >;
}
