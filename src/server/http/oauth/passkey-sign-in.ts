/** Sign-in with a passkey on our own page: the request for the browser, and its response. */
import { readStores } from '#server/core/kernel/read-stores.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { beginPasskeySignIn, hasAnyPasskey, takePasskey } from '#server/core/signin/passkeys.ts';
import { noteFailure, requireFewFailures, type SignInAttempt } from '#server/core/signin/sign-in-limits.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { addressOf } from '../authentication/authenticate.ts';
import { json } from '../responses.ts';
import { type Exchange, requireOurOrigin, rulesOf } from './exchange.ts';
import { enter } from './second-factor-step.ts';

export function passkeysOffered({ application: { repository } }: Exchange): Promise<boolean> {
  if (!repository.ports.passkeys) return Promise.resolve(false);
  return readStores(repository, ({ entries }) => hasAnyPasskey(entries));
}

export async function passkeyOptions(exchange: Exchange): Promise<Response> {
  requireOurOrigin(exchange);
  const { repository } = exchange.application;
  const options = await inSession(repository, { principals: systemPrincipals }, beginPasskeySignIn);
  const response = json(options);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

/**
 * The answer after a valid passkey; undefined for an invalid one.
 * @throws 429 after too many invalid ones
 */
export async function passkeyAnswer(exchange: Exchange): Promise<Response | undefined> {
  requireOurOrigin(exchange);
  const { application, request, form } = exchange;
  const { repository } = application;
  const given = brought(form.get('passkey_response') ?? '');
  const key = isString(given?.id) ? given.id : '';
  const attempt: SignInAttempt = { address: addressOf(application, request), username: `passkey ${key}` };
  const origins = [rulesOf(exchange).serverOrigin];
  const login = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await requireFewFailures(session.read.entries, session.now, attempt);
    const found = given && (await takePasskey(session, given, origins));
    const { administratorGroups } = repository.settings;
    const person = found ? await principalsOf(session.read, administratorGroups, found) : undefined;
    if (!person) await noteFailure(session, attempt);
    return person?.username;
  });
  if (login === undefined) return undefined;
  return enter(exchange, { username: login });
}

function brought(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
