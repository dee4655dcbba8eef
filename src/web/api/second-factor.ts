/** The signed-in person's one-time codes. A server that does not offer them and one that does not know of them look the same. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { hasStatus } from './api-error.ts';
import { askAgain } from './ask-again.ts';
import { api } from './start.ts';

export interface SecondFactor {
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

const path = '/me/second-factor';
const key = ['second-factor'] as const;

export function secondFactor() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<SecondFactor> => {
      try {
        return await api().entity(path, isSecondFactor, { signal });
      } catch (error) {
        if (hasStatus(error, 404)) return { isOffered: false, isOn: false, recoveryCodesLeft: 0 };
        throw error;
      }
    },
  });
}

/** Returns a secret; it takes effect when a first code made from it is confirmed. */
export function beginCodes() {
  return mutationOptions({ mutationFn: () => api().entity(path, isBegun, { method: 'POST' }) });
}

/** Returns recovery codes, this one time only. Status 403: the code is wrong. */
export function confirmCodes() {
  return mutationOptions({
    mutationFn: async (code: string) =>
      (await api().entity(`${path}/confirm`, isConfirmed, { method: 'POST', body: { code } })).recoveryCodes,
    onSettled: askAgain(key),
  });
}

/** Status 403: the code is wrong; 429: too many wrong ones. */
export function endCodes() {
  return mutationOptions({
    mutationFn: (code: string) => api().done(path, { method: 'DELETE', body: { code } }),
    onSettled: askAgain(key),
  });
}

function isSecondFactor(value: unknown): value is SecondFactor {
  return (
    isJsonObject(value) &&
    typeof value.isOffered === 'boolean' &&
    typeof value.isOn === 'boolean' &&
    typeof value.recoveryCodesLeft === 'number'
  );
}

function isBegun(value: unknown): value is { readonly secret: string; readonly address: string } {
  return isJsonObject(value) && isString(value.secret) && isString(value.address);
}

function isConfirmed(value: unknown): value is { readonly recoveryCodes: readonly string[] } {
  return isJsonObject(value) && Array.isArray(value.recoveryCodes) && value.recoveryCodes.every(isString);
}
