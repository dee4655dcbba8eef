/**
 * Registered OAuth 2 clients, and the rules for their redirect addresses.
 * Invariant: a redirect address without a scheme means this server's own origin; such a client has no secret, so it must use
 * PKCE.
 */
import type { JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { isTokenDigest, sameText, tokenDigest } from './secrets.ts';

const clientDirectory = 'oauth2Clients';

export interface OAuthClient {
  /** The id of the directory entry. */
  readonly entryId: string;
  readonly name: string;
  readonly clientId: string;
  /** A digest; null: a public client, which must use PKCE. */
  readonly secret: string | null;
  readonly redirectUris: readonly string[];
  readonly autoGrant: boolean;
  readonly enabled: boolean;
}

/** The input of the REST resource. */
export interface OAuthClientInput {
  readonly name?: string | undefined;
  readonly clientId?: string | undefined;
  readonly secret?: string | null | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly autoGrant?: boolean | undefined;
  readonly enabled?: boolean | undefined;
}

/** @throws 500 when two entries have the same client id, a mistake of the administrator */
export async function findClient(entries: EntryStore, clientId: string): Promise<OAuthClient | undefined> {
  const found = await entries.list(clientDirectory, { filter: { equals: { clientId } }, limit: 2 });
  if (found.items.length > 1) {
    throw new OAuthRefusal('server_error', `More than one client registered for the '${clientId}' id`);
  }
  const entry = found.items[0];
  return entry && readClient(entry);
}

export function readClient(entry: Entry): OAuthClient {
  const { name, clientId, clientSecret, redirectURIs, autoGrant, enabled } = entry.fields;
  return {
    entryId: entry.id,
    name: typeof name === 'string' ? name : '',
    clientId: typeof clientId === 'string' ? clientId : '',
    secret: typeof clientSecret === 'string' && clientSecret !== '' ? clientSecret : null,
    redirectUris:
      typeof redirectURIs === 'string'
        ? redirectURIs
            .split(',')
            .map((uri) => uri.trim())
            .filter((uri) => uri !== '')
        : [],
    autoGrant: autoGrant === true,
    enabled: enabled !== false,
  };
}

/** A client without a stored secret accepts any secret. */
export async function acceptsSecret(client: OAuthClient, secret: string | undefined): Promise<boolean> {
  if (!client.enabled || client.secret === null) return client.enabled;
  if (secret === undefined) return false;
  // A secret written through the directory stays clear until the next start.
  return sameText(client.secret, isTokenDigest(client.secret) ? await tokenDigest(secret) : secret);
}

/** Allows https, an application's own scheme, this machine, and this server itself. */
export function isAcceptableRedirect(uri: string, allowPlainHttp: boolean): boolean {
  if (isRelative(uri)) return true;
  if (/^(?:javascript|data|vbscript|file|blob):/i.test(uri)) return false;
  return (
    uri.startsWith('https') ||
    !uri.startsWith('http') ||
    /^http:\/\/localhost(?::\d+)?(?:\/.*)?$/.test(uri) ||
    allowPlainHttp
  );
}

function isRelative(uri: string): boolean {
  return uri.startsWith('/') && !uri.startsWith('//');
}

export interface Redirect {
  readonly uri: string;
  readonly needsProof: boolean;
}

/** The registered address that a request means; the first one when it names none. Undefined when it is not registered. */
export function redirectOf(
  client: OAuthClient,
  requested: string | undefined,
  serverOrigin: string,
): Redirect | undefined {
  const registered = client.redirectUris.map((uri) =>
    isRelative(uri) ? { uri: new URL(uri, serverOrigin).href, needsProof: true } : { uri, needsProof: false },
  );
  return requested === undefined ? registered[0] : registered.find(({ uri }) => uri === requested);
}

/** Clients' names by client id, for people: they know a client's name from the consent page. */
export async function clientNames(entries: EntryStore): Promise<ReadonlyMap<string, string>> {
  const clients = (await entries.list(clientDirectory, {})).items.map(readClient);
  return new Map(clients.map(({ clientId, name }) => [clientId, name]));
}

// ------------------------------------------------------------------- administration (`/oauth2/client`)

export function requireOAuthAdministrator(session: Session): void {
  if (!session.principals.isAdministrator) {
    throw errors.forbidden('You do not have permissions to perform this operation.');
  }
}

export async function listClients(session: Session): Promise<readonly OAuthClient[]> {
  requireOAuthAdministrator(session);
  return (await session.read.entries.list(clientDirectory, {})).items.map(readClient);
}

export async function getClient(session: Session, clientId: string): Promise<OAuthClient> {
  requireOAuthAdministrator(session);
  const client = await findClient(session.read.entries, clientId);
  if (!client) throw errors.notFound(`Invalid client: ${clientId}`);
  return client;
}

export async function createClient(
  session: Session,
  input: OAuthClientInput,
  allowPlainHttp: boolean,
): Promise<OAuthClient> {
  requireOAuthAdministrator(session);
  const { entries } = await session.write();
  const clientId = required(input.clientId, 'Client Id is required');
  required(input.name, 'Client name is required');
  checkRedirects(input.redirectUris ?? [], allowPlainHttp);
  if (await findClient(entries, clientId)) {
    throw errors.badRequest(`Client with id '${clientId}' already exists`);
  }
  const id = await entries.nextId(clientDirectory);
  const fields = { id, enabled: false, autoGrant: false, ...(await clientFields(input)) };
  await entries.insert(clientDirectory, { id: String(id), fields });
  return readClient({ id: String(id), fields });
}

export async function updateClient(
  session: Session,
  clientId: string,
  input: OAuthClientInput,
  allowPlainHttp: boolean,
): Promise<OAuthClient> {
  requireOAuthAdministrator(session);
  const { entries } = await session.write();
  const client = await findClient(entries, clientId);
  const entry = client && (await entries.getForUpdate(clientDirectory, client.entryId));
  if (!entry) throw errors.notFound(`Invalid client: ${clientId}`);
  if (input.redirectUris) checkRedirects(input.redirectUris, allowPlainHttp);
  if (
    input.clientId !== undefined &&
    input.clientId !== clientId &&
    (await findClient(entries, input.clientId))
  ) {
    throw errors.badRequest(`Client with id '${input.clientId}' already exists`);
  }
  const fields = { ...entry.fields, ...(await clientFields(input)) };
  await entries.update(clientDirectory, entry.id, fields);
  return readClient({ id: entry.id, fields });
}

export async function deleteClient(session: Session, clientId: string): Promise<void> {
  const client = await getClient(session, clientId);
  const { entries } = await session.write();
  await entries.remove(clientDirectory, client.entryId);
}

function required(value: string | undefined, message: string): string {
  if (!value) throw new RepositoryError('badRequest', message);
  return value;
}

function checkRedirects(uris: readonly string[], allowPlainHttp: boolean): void {
  if (uris.length === 0) throw errors.badRequest('Redirect URIs is required');
  const bad = uris.find((uri) => uri.includes(',') || !isAcceptableRedirect(uri, allowPlainHttp));
  if (bad !== undefined) throw errors.badRequest(`'${bad}' is not a valid redirect URI`);
}

/** Clients send back the digest that they were shown, which must not change the secret. */
async function secretToStore(secret: string | null | undefined): Promise<string | null | undefined> {
  if (!secret) return secret;
  return isTokenDigest(secret) ? undefined : tokenDigest(secret);
}

async function clientFields(input: OAuthClientInput): Promise<JsonObject> {
  const fields = {
    name: input.name,
    clientId: input.clientId,
    clientSecret: await secretToStore(input.secret),
    redirectURIs: input.redirectUris?.join(','),
    autoGrant: input.autoGrant,
    enabled: input.enabled,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
