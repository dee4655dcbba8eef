/** External OAuth 2 services that people can link to their account: how an administrator lists, creates and changes them. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { strings } from './document-context.ts';
import { api } from './start.ts';

export interface LinkedService {
  /** Used in addresses. */
  readonly id: string;
  /** Shown to people. */
  readonly name: string;
  readonly description: string;
  readonly clientId: string;
  readonly authorizationServerURL: string;
  readonly tokenServerURL: string;
  readonly userAuthorizationURL: string;
  readonly scopes: readonly string[];
  readonly isEnabled: boolean;
}

/** If `secret` is left out, the stored one is kept. */
export type LinkedServiceInput = Omit<LinkedService, 'name'> & { readonly secret?: string };

const key = ['linked-services'] as const;

export function linkedServices() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await api().entity('/oauth2/provider', isList, { signal })).entries.map(serviceIn),
  });
}

export function createLinkedService() {
  return mutationOptions({
    mutationFn: async (input: LinkedServiceInput) =>
      serviceIn(await api().entity('/oauth2/provider', isProvider, { method: 'POST', body: bodyOf(input) })),
    onSettled: askAgain(key),
  });
}

export function updateLinkedService() {
  return mutationOptions({
    mutationFn: async ({ id, input }: { readonly id: string; readonly input: LinkedServiceInput }) =>
      serviceIn(
        await api().entity(`/oauth2/provider/${encodeSegment(id)}`, isProvider, {
          method: 'PUT',
          body: bodyOf(input),
        }),
      ),
    onSettled: askAgain(key),
  });
}

export function deleteLinkedService() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/oauth2/provider/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(key),
  });
}

function bodyOf({ id, secret, scopes, ...input }: LinkedServiceInput) {
  return {
    'entity-type': 'nuxeoOAuth2ServiceProvider',
    ...input,
    serviceName: id,
    scopes: [...scopes],
    ...(secret === undefined ? {} : { clientSecret: secret }),
  };
}

interface Provider {
  readonly serviceName: string;
  readonly isEnabled: boolean;
  readonly [name: string]: Json | undefined;
}

function serviceIn(provider: Provider): LinkedService {
  const text = (name: string) => {
    const value = provider[name];
    return isString(value) ? value : '';
  };
  const { serviceName, isEnabled, scopes } = provider;
  return {
    id: serviceName,
    name: text('description') === '' ? serviceName : text('description'),
    description: text('description'),
    clientId: text('clientId'),
    authorizationServerURL: text('authorizationServerURL'),
    tokenServerURL: text('tokenServerURL'),
    userAuthorizationURL: text('userAuthorizationURL'),
    scopes: strings(scopes),
    isEnabled,
  };
}

function isProvider(value: unknown): value is Provider {
  return isJsonObject(value) && isString(value.serviceName) && typeof value.isEnabled === 'boolean';
}

function isList(value: unknown): value is { readonly entries: readonly Provider[] } {
  return isJsonObject(value) && Array.isArray(value.entries) && value.entries.every(isProvider);
}
