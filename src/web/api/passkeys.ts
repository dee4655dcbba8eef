/** The signed-in person's passkeys; `isOffered` is also false on a server that does not know of passkeys. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { hasStatus } from './api-error.ts';
import { askAgain } from './ask-again.ts';
import { api } from './start.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly made: string;
  readonly lastUsed: string | null;
}

export interface Passkeys {
  readonly isOffered: boolean;
  /** The domain that they belong to: a page of another one cannot make a passkey. */
  readonly domain: string | null;
  readonly passkeys: readonly Passkey[];
}

const path = '/me/passkeys';
const key = ['passkeys'] as const;

export function passkeys() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Passkeys> => {
      try {
        return await api().entity(path, isPasskeys, { signal });
      } catch (error) {
        if (hasStatus(error, 404)) return { isOffered: false, domain: null, passkeys: [] };
        throw error;
      }
    },
  });
}

/** Options for the browser to make a passkey; send the handle back with the result. */
export function beginPasskey(): Promise<{ readonly options: JsonObject; readonly handle: string }> {
  return api().entity(`${path}/options`, isBegun, { method: 'POST' });
}

export function addPasskey() {
  return mutationOptions({
    mutationFn: (made: { readonly name: string; readonly handle: string; readonly response: JsonObject }) =>
      api().done(path, { method: 'POST', body: made }),
    onSettled: askAgain(key),
  });
}

export function renamePasskey() {
  return mutationOptions({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api().done(`${path}/${encodeSegment(id)}`, { method: 'PUT', body: { name } }),
    onSettled: askAgain(key),
  });
}

export function removePasskey() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`${path}/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(key),
  });
}

function isPasskeys(value: unknown): value is Passkeys {
  return (
    isJsonObject(value) &&
    typeof value.isOffered === 'boolean' &&
    (value.domain === null || isString(value.domain)) &&
    Array.isArray(value.passkeys) &&
    value.passkeys.every(isPasskey)
  );
}

function isPasskey(value: unknown): value is Passkey {
  return (
    isJsonObject(value) &&
    isString(value.id) &&
    isString(value.name) &&
    isString(value.made) &&
    (value.lastUsed === null || isString(value.lastUsed))
  );
}

function isBegun(value: unknown): value is { readonly options: JsonObject; readonly handle: string } {
  return isJsonObject(value) && isJsonObject(value.options) && isString(value.handle);
}
