/** Other services that people can link. Invariant: only administrators see a service's secret. */
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';
import { decryptSecret, encryptSecret } from '../secrets/stored-secrets.ts';
import { requireOAuthAdministrator } from './oauth-clients.ts';

const directory = 'oauth2ServiceProviders';

export interface ServiceProvider {
  readonly entryId: string;
  readonly serviceName: string;
  readonly description: string | null;
  readonly clientId: string | null;
  /** Null for everybody but administrators. */
  readonly clientSecret: string | null;
  readonly authorizationServerURL: string | null;
  readonly tokenServerURL: string | null;
  readonly userAuthorizationURL: string | null;
  readonly scopes: readonly string[];
  readonly isEnabled: boolean;
}

export async function listServiceProviders(session: Session): Promise<readonly ServiceProvider[]> {
  const found = await session.read.entries.list(directory, {});
  return found.items.map((entry) => read(session, entry));
}

export async function getServiceProvider(session: Session, name: string): Promise<ServiceProvider> {
  return read(session, await entryOf(session, name));
}

export async function createServiceProvider(session: Session, input: JsonObject): Promise<ServiceProvider> {
  requireOAuthAdministrator(session);
  requireName(input.serviceName);
  const { entries } = await session.write();
  const id = await entries.nextId(directory);
  const fields = { id, enabled: true, ...(await columns(session, String(id), input)) };
  await entries.insert(directory, { id: String(id), fields });
  return read(session, { id: String(id), fields });
}

export async function updateServiceProvider(
  session: Session,
  name: string,
  input: JsonObject,
): Promise<ServiceProvider> {
  requireOAuthAdministrator(session);
  if (input.serviceName !== undefined) requireName(input.serviceName);
  const { entries } = await session.write();
  const entry = await entryOf(session, name);
  const fields = { ...entry.fields, ...(await columns(session, entry.id, input)) };
  await entries.update(directory, entry.id, fields);
  return read(session, { id: entry.id, fields });
}

export async function deleteServiceProvider(session: Session, name: string): Promise<void> {
  requireOAuthAdministrator(session);
  const { entries } = await session.write();
  await entries.remove(directory, (await entryOf(session, name)).id);
}

function requireName(serviceName: Json | undefined): void {
  if (!isString(serviceName) || serviceName.trim() === '')
    throw errors.badRequest("The provider's service name cannot be blank!");
}

async function entryOf(session: Session, serviceName: string): Promise<Entry> {
  const found = await session.read.entries.list(directory, { filter: { equals: { serviceName } }, limit: 1 });
  const [entry] = found.items;
  if (!entry) throw errors.notFound(`Invalid provider: ${serviceName}`);
  return entry;
}

const texts = [
  'serviceName',
  'description',
  'clientId',
  'clientSecret',
  'authorizationServerURL',
  'tokenServerURL',
  'userAuthorizationURL',
] as const;

async function columns(session: Session, id: string, input: JsonObject): Promise<JsonObject> {
  const { scopes, isEnabled, clientSecret } = input;
  const secret =
    isString(clientSecret) && clientSecret !== ''
      ? { clientSecret: await encryptSecret(session, directory, id, clientSecret) }
      : {};
  return {
    ...Object.fromEntries(texts.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
    ...secret,
    ...(Array.isArray(scopes) ? { scopes: scopes.join(',') } : {}),
    ...(typeof isEnabled === 'boolean' ? { enabled: isEnabled } : {}),
  };
}

function read(session: Session, { id, fields }: Entry): ServiceProvider {
  const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
  const { clientSecret } = fields;
  return {
    entryId: id,
    serviceName: text(fields.serviceName) ?? '',
    description: text(fields.description),
    clientId: text(fields.clientId),
    clientSecret:
      session.principals.isAdministrator && isString(clientSecret)
        ? decryptSecret(session.repository, directory, id, clientSecret)
        : null,
    authorizationServerURL: text(fields.authorizationServerURL),
    tokenServerURL: text(fields.tokenServerURL),
    userAuthorizationURL: text(fields.userAuthorizationURL),
    scopes: (text(fields.scopes) ?? '').split(',').filter((scope) => scope !== ''),
    isEnabled: fields.enabled !== false,
  };
}
