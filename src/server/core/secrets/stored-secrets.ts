/**
 * Secrets that must be readable again: stored encrypted, by a key that is not in the database.
 * Invariant: the database names the key that it needs; a server without that key does not start, and does not use another.
 */
import { isString, type JsonObject } from '#wire/json.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { ownService } from '../signin/token-directory.ts';

/** The secret fields of directories. */
const secretFields = {
  secondFactors: ['secret'],
  hooks: ['secret'],
  oauth2ServiceProviders: ['clientSecret'],
  signInKeys: ['secret'],
  oauth2Tokens: ['readable', 'accessToken', 'refreshToken'],
  authTokens: ['readable'],
} as const;

type SecretDirectory = keyof typeof secretFields;

const noteDirectory = 'installation';
const noteId = 'secretsKey';

export class MissingKeyError extends Error {
  constructor(keyId: string) {
    super(
      `Secrets in the database are encrypted with the key ${keyId}, which this server has not. Bring secrets.key from the first server or from where it is kept, or start once with --forget-secrets: one-time codes, hooks, services' secrets and readable tokens are then removed`,
    );
    this.name = 'MissingKeyError';
  }
}

/** The value to store. */
export async function encryptSecret(
  session: Session,
  directory: SecretDirectory,
  id: string,
  text: string,
  field?: string,
): Promise<string> {
  const { secrets } = session.repository.ports;
  const { entries } = await session.write();
  const needed = await neededKey(entries);
  if (needed === undefined) await noteKey(entries, secrets.keyId);
  else if (!secrets.knows(needed))
    throw new RepositoryError('unavailable', 'This server has not the key of the secrets');
  return secrets.encrypt(text, rowOf(directory, id, field));
}

/**
 * The fields of an entry to store, for any directory.
 * @param given the fields, not encrypted
 */
export async function withSecretsEncrypted(
  session: Session,
  directory: string,
  { id, fields }: Entry,
  given: JsonObject,
): Promise<JsonObject> {
  if (!isSecretDirectory(directory)) return fields;
  const encrypted: Record<string, string> = {};
  for (const [field, text] of secretsAmong(directory, fields))
    if (field in given) encrypted[field] = await encryptSecret(session, directory, id, text, field);
  return { ...fields, ...encrypted };
}

export function decryptSecret(
  { ports: { secrets } }: Repository,
  directory: SecretDirectory,
  id: string,
  stored: string,
  field?: string,
): string {
  const text = secrets.decrypt(stored, rowOf(directory, id, field));
  if (text === undefined)
    throw new RepositoryError('unavailable', 'A secret cannot be read with the keys of this server');
  return text;
}

/** Runs at every start: encrypts clear values and those of older keys with the newest key. @throws MissingKeyError */
export async function encryptStoredSecrets(session: Session, forgets: boolean): Promise<void> {
  const { ports } = session.repository;
  const { entries } = await session.write();
  const needed = await neededKey(entries);
  if (needed !== undefined && !ports.secrets.knows(needed) && !forgets) throw new MissingKeyError(needed);
  let isAny = false;
  for (const directory of secretDirectories) {
    for (const { id, fields } of (await entries.list(directory, {})).items)
      if (secretsAmong(directory, fields).length > 0)
        isAny = (await renew(session, entries, directory, id, forgets)) || isAny;
  }
  if (isAny || needed !== undefined) await noteKey(entries, ports.secrets.keyId);
}

/** Returns whether the entry has a secret. */
async function renew(
  { repository: { ports } }: Session,
  entries: EntryStore,
  directory: SecretDirectory,
  id: string,
  forgets: boolean,
): Promise<boolean> {
  const { log, secrets } = ports;
  const entry = await entries.getForUpdate(directory, id);
  const found = secretsAmong(directory, entry?.fields ?? {});
  if (!entry || found.length === 0) return false;
  const renewed: Record<string, string> = {};
  for (const [field, stored] of found) {
    const about = rowOf(directory, id, field);
    const text = secrets.decrypt(stored, about);
    if (text === undefined) {
      if (!forgets) throw new MissingKeyError(stored.split(':')[2] ?? '');
      log.warn('A secret without its key was removed with its entry', { directory, id });
      await entries.remove(directory, id);
      return false;
    }
    if (!secrets.isCurrent(stored)) renewed[field] = secrets.encrypt(text, about);
  }
  if (Object.keys(renewed).length > 0) await entries.update(directory, id, { ...entry.fields, ...renewed });
  return true;
}

/** Tokens issued by this server are stored as digests there, which need no encryption. */
function secretsAmong(
  directory: SecretDirectory,
  fields: JsonObject,
): readonly (readonly [field: string, stored: string])[] {
  const areOwn = directory === 'oauth2Tokens' && fields.serviceName === ownService;
  const names: readonly string[] = areOwn ? ['readable'] : secretFields[directory];
  return names.flatMap((field) => {
    const stored = fields[field];
    return isString(stored) && stored !== '' ? [[field, stored] as const] : [];
  });
}

/** Binds a secret to its row, and to its field when the row has several; the first field is not named. */
function rowOf(directory: SecretDirectory, id: string, field?: string): string {
  const isFirst = field === undefined || field === secretFields[directory][0];
  return isFirst ? `${directory}/${id}` : `${directory}/${id}/${field}`;
}

const secretDirectories = Object.keys(secretFields).filter(isSecretDirectory);

function isSecretDirectory(name: string): name is SecretDirectory {
  return name in secretFields;
}

/** Undefined when no secret has ever been stored. */
export async function neededKey(entries: Pick<EntryStore, 'get'>): Promise<string | undefined> {
  const keyId = (await entries.get(noteDirectory, noteId))?.fields.keyId;
  return isString(keyId) ? keyId : undefined;
}

async function noteKey(entries: EntryStore, keyId: string): Promise<void> {
  const fields = { keyId };
  if (!(await entries.insert(noteDirectory, { id: noteId, fields })))
    await entries.update(noteDirectory, noteId, fields);
}
