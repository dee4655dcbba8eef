/** The ways to sign in on the server's own page. A server without this list has none to offer here. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { isApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import { loginTimeout as timeout } from './login.ts';

interface IdentityProvider {
  readonly name: string;
  readonly label: string;
}

export interface ServerWays {
  /** Services that sign people in for this server. */
  readonly providers: readonly IdentityProvider[];
  /** Whether anybody has a passkey there. */
  readonly passkeys: boolean;
}

const none: ServerWays = { providers: [], passkeys: false };

export function serverWays(client: ApiClient) {
  return queryOptions({
    queryKey: ['server-ways'],
    queryFn: () => readServerWays(client),
    staleTime: Infinity,
  });
}

export async function readServerWays(client: ApiClient): Promise<ServerWays> {
  try {
    const { providers, passkeys } = await client.entity('/oauth2/providers', isList, {
      root: 'server',
      authorization: null,
      timeout,
    });
    return { providers, passkeys: passkeys === true };
  } catch (error) {
    if (isApiError(error)) return none;
    throw error;
  }
}

function isList(
  value: unknown,
): value is { readonly providers: readonly IdentityProvider[]; readonly passkeys?: unknown } {
  return isJsonObject(value) && Array.isArray(value.providers) && value.providers.every(isProvider);
}

function isProvider(value: unknown): value is IdentityProvider {
  return isJsonObject(value) && isString(value.name) && isString(value.label);
}
