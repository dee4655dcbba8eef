/**
 * Tokens that can be shown again, stored beside their digests: only when the operator has set that relaxation.
 * Invariant: they are encrypted with the key for secrets; a start without the relaxation removes them.
 */
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry } from '../kernel/stores.ts';
import { decryptSecret, encryptSecret } from '../secrets/stored-secrets.ts';
import type { Relaxation } from './relaxations.ts';
import { ownService } from './token-directory.ts';

const relaxationOf = {
  oauth2Tokens: 'readable-oauth2-tokens',
  authTokens: 'repeated-device-tokens',
} as const satisfies Record<string, Relaxation>;

type TokenDirectory = keyof typeof relaxationOf;

const field = 'readable';

/** The field to store beside the digests; none without the relaxation. */
export async function readableFields(
  session: Session,
  directory: TokenDirectory,
  id: string,
  tokens: JsonObject,
): Promise<JsonObject> {
  if (!session.repository.settings.relaxed.has(relaxationOf[directory])) return {};
  return { [field]: await encryptSecret(session, directory, id, JSON.stringify(tokens)) };
}

/**
 * The clear tokens of an entry, to replace the stored values. Without the relaxation, tokens of this server stay digests
 * and those of other services become empty.
 */
export function readableTokens(
  repository: Repository,
  directory: TokenDirectory,
  { id, fields }: Entry,
): JsonObject {
  const isRelaxed = repository.settings.relaxed.has(relaxationOf[directory]);
  if (directory === 'oauth2Tokens' && fields.serviceName !== ownService)
    return Object.fromEntries(
      ['accessToken', 'refreshToken'].flatMap((name) => {
        const stored = fields[name];
        if (!isString(stored) || stored === '') return [];
        return [[name, isRelaxed ? decryptSecret(repository, directory, id, stored, name) : '']];
      }),
    );
  const stored = fields[field];
  if (!isString(stored) || !isRelaxed) return {};
  const tokens: unknown = JSON.parse(decryptSecret(repository, directory, id, stored));
  return isJsonObject(tokens) ? tokens : {};
}

/** Runs at every start: removes readable tokens without the relaxation. */
export async function forgetReadableTokens(session: Session): Promise<void> {
  const { entries } = await session.write();
  for (const directory of ['oauth2Tokens', 'authTokens'] as const) {
    if (session.repository.settings.relaxed.has(relaxationOf[directory])) continue;
    for (const { id, fields } of (await entries.list(directory, {})).items) {
      const { [field]: readable, ...others } = fields;
      if (readable !== undefined) await entries.update(directory, id, others);
    }
  }
}
