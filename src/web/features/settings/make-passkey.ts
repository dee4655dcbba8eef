/** Asks the browser for a new passkey, or to use an existing one. */
import { isJsonObject, type JsonObject } from '#wire/json.ts';

/**
 * False on another domain or on plain http, where no passkey can be made, and in browsers that cannot parse the options.
 */
export function mayMakePasskey(domain: string | null): boolean {
  const { hostname } = location;
  return (
    domain !== null &&
    (hostname === domain || hostname.endsWith(`.${domain}`)) &&
    globalThis.isSecureContext &&
    typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  );
}

/** Undefined if the person cancelled. */
export async function makePasskey(options: JsonObject): Promise<JsonObject | undefined> {
  const written: unknown = options;
  if (!isCreationOptions(written)) throw new TypeError('The server gave no options for a passkey.');
  return unlessChanged(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(written);
    return navigator.credentials.create({ publicKey });
  });
}

/** Undefined if the person cancelled. */
export async function bringPasskey(options: JsonObject): Promise<JsonObject | undefined> {
  const written: unknown = options;
  if (!isRequestOptions(written)) throw new TypeError('The server gave no options for a passkey.');
  return unlessChanged(() => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(written);
    return navigator.credentials.get({ publicKey });
  });
}

async function unlessChanged(ask: () => Promise<Credential | null>): Promise<JsonObject | undefined> {
  try {
    const given: unknown = JSON.parse(JSON.stringify(await ask()));
    return isJsonObject(given) ? given : undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return undefined;
    throw error;
  }
}

function isRequestOptions(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return isJsonObject(value) && 'challenge' in value;
}

function isCreationOptions(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return isJsonObject(value) && isJsonObject(value.rp) && isJsonObject(value.user) && 'challenge' in value;
}
