/** Asks the browser for a new passkey, or for one that is there. */
import { isJsonObject, type JsonObject } from '#wire/json.ts';

/** A page of another domain, and one by plain http, cannot make a passkey; older browsers cannot read what is asked. */
export function mayMakePasskey(domain: string | null): boolean {
  const { hostname } = location;
  return (
    domain !== null &&
    (hostname === domain || hostname.endsWith(`.${domain}`)) &&
    globalThis.isSecureContext &&
    typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
  );
}

/** Undefined when the person changed their mind. */
export async function makePasskey(options: JsonObject): Promise<JsonObject | undefined> {
  const written: unknown = options;
  if (!isCreationOptions(written)) throw new TypeError('The server gave no options for a passkey.');
  return unlessChanged(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(written);
    return navigator.credentials.create({ publicKey });
  });
}

/** Undefined when the person changed their mind. */
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
