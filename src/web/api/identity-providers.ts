/** Services that sign people in on the server's behalf. A server that knows of none, or of no such list, has none. */
import { queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { isApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import { loginTimeout as timeout } from './login.ts';

interface IdentityProvider {
  readonly name: string;
  readonly label: string;
}

export function identityProviders(client: ApiClient) {
  return queryOptions({
    queryKey: ['identity-providers'],
    queryFn: () => readIdentityProviders(client),
    staleTime: Infinity,
  });
}

export async function readIdentityProviders(client: ApiClient): Promise<readonly IdentityProvider[]> {
  try {
    const { providers } = await client.entity('/oauth2/providers', isList, {
      root: 'server',
      authorization: null,
      timeout,
    });
    return providers;
  } catch (error) {
    if (isApiError(error)) return [];
    throw error;
  }
}

function isList(value: unknown): value is { readonly providers: readonly IdentityProvider[] } {
  return isJsonObject(value) && Array.isArray(value.providers) && value.providers.every(isProvider);
}

function isProvider(value: unknown): value is IdentityProvider {
  return isJsonObject(value) && isString(value.name) && isString(value.label);
}
