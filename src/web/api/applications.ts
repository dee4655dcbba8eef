/** Applications that may ask people for access by OAuth 2, registered by administrators. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { api } from './start.ts';

export interface Application {
  /** The application's `client_id`. */
  readonly id: string;
  readonly name: string;
  /** Addresses to which people may be sent back. */
  readonly redirectURIs: readonly string[];
  /** Whether people are not asked for consent. */
  readonly isAutoGrant: boolean;
  readonly isEnabled: boolean;
}

/** Without `secret`: a new application has none and authenticates otherwise; an existing one keeps its own. */
export type ApplicationInput = Application & { readonly secret?: string };

const key = ['applications'] as const;

export function applications() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => (await api().entity('/oauth2/client', isList, { signal })).entries,
  });
}

export function createApplication() {
  return mutationOptions({
    mutationFn: (input: ApplicationInput) =>
      api().entity('/oauth2/client', isApplication, { method: 'POST', body: bodyOf(input) }),
    onSettled: askAgain(key),
  });
}

export function updateApplication() {
  return mutationOptions({
    mutationFn: ({ id, input }: { readonly id: string; readonly input: ApplicationInput }) =>
      api().entity(`/oauth2/client/${encodeSegment(id)}`, isApplication, {
        method: 'PUT',
        body: bodyOf(input),
      }),
    onSettled: askAgain(key),
  });
}

export function deleteApplication() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/oauth2/client/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(key),
  });
}

function bodyOf(input: ApplicationInput) {
  return { 'entity-type': 'oauth2Client', ...input, redirectURIs: [...input.redirectURIs] };
}

function isApplication(value: unknown): value is Application {
  return (
    isJsonObject(value) &&
    [value.id, value.name].every(isString) &&
    Array.isArray(value.redirectURIs) &&
    value.redirectURIs.every(isString) &&
    typeof value.isAutoGrant === 'boolean' &&
    typeof value.isEnabled === 'boolean'
  );
}

function isList(value: unknown): value is { readonly entries: readonly Application[] } {
  return isJsonObject(value) && Array.isArray(value.entries) && value.entries.every(isApplication);
}
