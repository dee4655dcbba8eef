/**
 * Replaces clear tokens and secrets by digests: those stored by earlier releases, or by administrators through a directory.
 * Invariant: runs at every start before any request is answered; digests stay as they are.
 */
import type { Session } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { insertKeys } from './oauth-tokens.ts';
import { forgetReadableTokens } from './readable-tokens.ts';
import { isTokenDigest, tokenDigest } from './secrets.ts';
import { ownService, tokenDirectory } from './token-directory.ts';

export async function hashStoredTokens(session: Session): Promise<void> {
  const { entries } = await session.write();
  await hashDeviceTokens(entries);
  await hashPairs(entries);
  await forgetReadableTokens(session);
  await hashClientSecrets(entries);
  // Codes live for ten minutes, so clear ones are simply removed.
  for (const { id } of (await entries.list('oauth2Codes', {})).items)
    if (!isTokenDigest(id)) await entries.remove('oauth2Codes', id);
}

async function hashDeviceTokens(entries: EntryStore): Promise<void> {
  for (const { id, fields } of (await entries.list('authTokens', {})).items) {
    if (isTokenDigest(id)) continue;
    const digest = await tokenDigest(id);
    await entries.remove('authTokens', id);
    await entries.insert('authTokens', { id: digest, fields: { ...fields, token: digest } });
  }
}

async function hashPairs(entries: EntryStore): Promise<void> {
  const pairs = await entries.list(tokenDirectory, { filter: { equals: { serviceName: ownService } } });
  for (const { id, fields } of pairs.items) {
    const { accessToken, refreshToken } = fields;
    if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') continue;
    if (isTokenDigest(accessToken)) continue;
    const digests = {
      accessToken: await tokenDigest(accessToken),
      refreshToken: await tokenDigest(refreshToken),
    };
    await entries.update(tokenDirectory, id, { ...fields, ...digests });
    await insertKeys(entries, id, { ...digests, family: '' });
  }
}

async function hashClientSecrets(entries: EntryStore): Promise<void> {
  for (const { id, fields } of (await entries.list('oauth2Clients', {})).items) {
    const { clientSecret } = fields;
    if (typeof clientSecret !== 'string' || clientSecret === '' || isTokenDigest(clientSecret)) continue;
    await entries.update('oauth2Clients', id, { ...fields, clientSecret: await tokenDigest(clientSecret) });
  }
}
