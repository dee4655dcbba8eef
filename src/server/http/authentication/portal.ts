/**
 * Sign-in by a trusted portal in front, which names its users and proves it with a shared secret.
 * Invariant: disabled without a configured secret; an old or altered proof signs in nobody.
 */
import type { Principals } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { sameText } from '#server/core/signin/secrets.ts';
import { withPortalLogin } from '#server/core/signin/token-sign-in.ts';
import type { PortalSettings } from '../application.ts';
import { md5 } from './md5.ts';

export async function portalLogin(
  repository: Repository,
  portal: PortalSettings,
  headers: Headers,
): Promise<Principals | undefined> {
  const user = headers.get('nx_user');
  const timestamp = headers.get('nx_ts');
  const random = headers.get('nx_rd');
  const proof = headers.get('nx_token');
  if (!user || !timestamp || !random || !proof) return undefined;
  const age = Math.abs(repository.ports.clock.now().getTime() - Number(timestamp));
  if (!(age <= portal.maxAgeSeconds * 1000)) return undefined;
  const expected = await digest(portal.digest, `${timestamp}:${random}:${portal.secret}:${user}`);
  return sameText(expected, proof) ? withPortalLogin(repository, user) : undefined;
}

async function digest(algorithm: PortalSettings['digest'], text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const hash = algorithm === 'MD5' ? md5(bytes) : await crypto.subtle.digest(algorithm, bytes);
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
