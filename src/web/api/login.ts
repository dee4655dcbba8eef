/** Asks the server whose credentials these are. */
import type { LoginEntity } from '#wire/people.ts';
import type { ApiClient } from './client.ts';
import { isLogin } from './entities.ts';
import type { StoredSession } from './session-storage.ts';

export type SignedIn = Omit<StoredSession, 'keep'>;

/** People wait for these calls, so they time out sooner than others. */
export const loginTimeout = 15_000;

/** Rejects with status 401 if they belong to nobody. */
export function verifyCredentials(
  client: ApiClient,
  authorization: readonly [name: string, value: string],
): Promise<LoginEntity> {
  return client.entity('/automation/login', isLogin, {
    method: 'POST',
    body: {},
    headers: { 'X-No-Basic-Header': 'true' },
    authorization,
    timeout: loginTimeout,
  });
}
