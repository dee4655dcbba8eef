/** Passkeys with SimpleWebAuthn. Invariant: a browser's data is checked before the library gets it; nothing throws. */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type {
  PasskeyExpectation,
  PasskeyKey,
  PasskeyProtocol,
} from '#server/core/kernel/passkey-protocol.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';

/** EdDSA, ES256 and RS256: every device supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];

export function openWebAuthn(domain: string): PasskeyProtocol {
  return {
    domain,
    registrationOptions: async ({ username, handle, known }, { appName, challenge }) =>
      plain(
        await generateRegistrationOptions({
          rpName: appName,
          rpID: domain,
          userName: username,
          userDisplayName: username,
          userID: bytesOf(handle),
          challenge,
          attestationType: 'none',
          supportedAlgorithmIDs,
          excludeCredentials: known.map(forBrowser),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      ),
    newPasskey: (response, expected) =>
      undefinedWhenRefused(async () => {
        if (!isRegistration(response)) return undefined;
        const { seen, ...expectations } = expecting(domain, expected);
        const { registrationInfo } = await verifyRegistrationResponse({
          response,
          supportedAlgorithmIDs,
          ...expectations,
        });
        if (!registrationInfo) return undefined;
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
        return { key: { id, publicKey: textOf(publicKey), counter, transports }, challenge: seen() };
      }),
    signInOptions: async (challenge) =>
      plain(await generateAuthenticationOptions({ rpID: domain, challenge, userVerification: 'required' })),
    signIn: (response, key, expected) =>
      undefinedWhenRefused(async () => {
        if (!isAssertion(response)) return undefined;
        const { seen, ...expectations } = expecting(domain, expected);
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          credential: { ...forBrowser(key), publicKey: bytesOf(key.publicKey), counter: key.counter },
          ...expectations,
        });
        if (!verified) return undefined;
        return {
          counter: authenticationInfo.newCounter,
          challenge: seen(),
          // Some devices send an empty handle.
          handle: response.response.userHandle || undefined,
        };
      }),
  };
}

function expecting(domain: string, { origins, isOurs }: PasskeyExpectation) {
  let found = '';
  return {
    expectedRPID: domain,
    expectedOrigin: [...origins],
    requireUserVerification: true,
    expectedChallenge: (encoded: string): Promise<boolean> => {
      found = new TextDecoder().decode(bytesOf(encoded));
      return isOurs(found);
    },
    seen: () => found,
  };
}

function forBrowser({ id, transports }: PasskeyKey) {
  return { id, transports: [...transports] };
}

/** The library throws for everything that is invalid. */
async function undefinedWhenRefused<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}

function isRegistration(value: JsonObject): value is JsonObject & RegistrationResponseJSON {
  const { response } = value;
  return (
    isCredential(value) &&
    isJsonObject(response) &&
    isString(response.attestationObject) &&
    isString(response.clientDataJSON)
  );
}

function isAssertion(value: JsonObject): value is JsonObject & AuthenticationResponseJSON {
  const { response } = value;
  return (
    isCredential(value) &&
    isJsonObject(response) &&
    isString(response.authenticatorData) &&
    isString(response.signature) &&
    isString(response.clientDataJSON) &&
    (response.userHandle === undefined || response.userHandle === null || isString(response.userHandle))
  );
}

function isCredential({ id, rawId, type, clientExtensionResults }: JsonObject): boolean {
  return isString(id) && isString(rawId) && type === 'public-key' && isJsonObject(clientExtensionResults);
}

/** As plain JSON, because the library's types have members that may be undefined. */
function plain(value: object): JsonObject {
  const parsed: unknown = JSON.parse(JSON.stringify(value));
  return isJsonObject(parsed) ? parsed : {};
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
