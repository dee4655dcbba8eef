/**
 * Whether the signed-in person signed in recently, and confirming their identity again. A server that never demands this answers
 * 404.
 */
import { mutationOptions } from '@tanstack/react-query';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { hasStatus } from './api-error.ts';
import { api } from './start.ts';

export interface Recency {
  readonly isRecent: boolean;
  readonly ways: readonly string[];
}

export interface Proof {
  readonly password?: string;
  readonly code?: string;
  readonly passkey?: JsonObject;
}

const path = '/me/confirmation';

export function readRecency() {
  return mutationOptions({
    mutationFn: async (): Promise<Recency> => {
      try {
        return await api().entity(path, isRecency);
      } catch (error) {
        if (hasStatus(error, 404)) return { isRecent: true, ways: [] };
        throw error;
      }
    },
  });
}

/** Status 403: the proof is wrong; 429: too many wrong ones. */
export function confirmSignIn() {
  return mutationOptions({
    mutationFn: (proof: Proof) => api().done(path, { method: 'POST', body: { ...proof } }),
  });
}

/** Options for the browser to use a passkey. */
export function passkeyOptions(): Promise<JsonObject> {
  return api().entity(`${path}/passkey`, isJsonObject, { method: 'POST' });
}

function isRecency(value: unknown): value is Recency {
  return (
    isJsonObject(value) &&
    typeof value.isRecent === 'boolean' &&
    Array.isArray(value.ways) &&
    value.ways.every(isString)
  );
}
