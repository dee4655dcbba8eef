/** The signed-in person's sign-ins: browsers and devices with their tokens, and applications by OAuth 2. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { hasStatus } from './api-error.ts';
import { askAgain } from './ask-again.ts';
import { isListOf } from './guards.ts';
import { api, runningApi } from './start.ts';

export interface SignIn {
  /** The address that ends it; unique. */
  readonly address: string;
  readonly name: string;
  readonly detail: string | undefined;
  readonly made: Date | undefined;
  readonly used: Date | undefined;
  /** The time at which it ends if nobody uses it. */
  readonly ends: Date | undefined;
  /** This page is signed in with it. */
  readonly isCurrent: boolean;
}

const key = ['sign-ins'] as const;

export function signIns() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<readonly SignIn[]> => {
      const [devices, applications] = await Promise.all([
        entriesOf('/token', signal),
        entriesOf('/oauth2/token/client', signal),
      ]);
      const all = [...devices.flatMap(deviceIn), ...applications.flatMap(applicationIn)];
      // On a server that ends all tokens of an application at once, they are shown as one.
      const distinct = [...new Map(all.map((one) => [one.address, one])).values()];
      return distinct.toSorted((one, other) => rank(other) - rank(one));
    },
  });
}

export function endSignIn() {
  return mutationOptions({
    mutationFn: ({ address }: SignIn) => api().done(address, { method: 'DELETE' }),
    onSettled: askAgain(key),
  });
}

/** Afterwards all credentials of this page are invalid. */
export function signOutEverywhere() {
  return mutationOptions({
    mutationFn: async (known: readonly SignIn[]) => {
      try {
        await api().done('/me/sign-ins', { method: 'DELETE' });
      } catch (error) {
        if (!hasStatus(error, 404) && !hasStatus(error, 405)) throw error;
        // A server without that address: one after the other, this page's own last.
        for (const { address } of known.toReversed()) await api().done(address, { method: 'DELETE' });
      }
    },
  });
}

function rank({ isCurrent, used, made }: SignIn): number {
  return isCurrent ? Number.POSITIVE_INFINITY : (used ?? made ?? new Date(0)).getTime();
}

/** A server that does not know such tokens has none. */
async function entriesOf(path: string, signal: AbortSignal): Promise<readonly JsonObject[]> {
  try {
    return (await api().entity(path, isListOf(isJsonObject), { signal })).entries;
  } catch (error) {
    if (hasStatus(error, 404) || hasStatus(error, 403)) return [];
    throw error;
  }
}

function deviceIn(entry: JsonObject): readonly SignIn[] {
  const { id, application, deviceDescription, deviceId, creationDate, lastUsedDate, isCurrent } = entry;
  if (!isString(id)) return [];
  const name = isString(application) ? application : id;
  return [
    {
      address: `/token/${encodeSegment(id)}`,
      name,
      detail: isString(deviceDescription) && deviceDescription !== '' ? deviceDescription : undefined,
      made: dateIn(creationDate),
      used: dateIn(lastUsedDate),
      ends: dateIn(entry.unusedEndDate),
      isCurrent: isCurrent === true || isOwnDevice(deviceId),
    },
  ];
}

function isOwnDevice(deviceId: unknown): boolean {
  const state = runningApi().session.getState();
  if (state.status === 'signed-out' || state.credentials.kind !== 'token') return false;
  return state.credentials.deviceId !== null && state.credentials.deviceId === deviceId;
}

function applicationIn(entry: JsonObject): readonly SignIn[] {
  const { id, clientId, clientName, nuxeoLogin, creationDate, lastUsedDate, isCurrent } = entry;
  if (!isString(clientId) || !isString(nuxeoLogin)) return [];
  const one = isString(id) ? `?id=${encodeSegment(id)}` : '';
  return [
    {
      address: `/oauth2/token/client/${encodeSegment(clientId)}/user/${encodeSegment(nuxeoLogin)}${one}`,
      name: isString(clientName) && clientName !== '' ? clientName : clientId,
      detail: undefined,
      made: dateIn(creationDate),
      used: dateIn(lastUsedDate),
      ends: dateIn(entry.unusedEndDate),
      isCurrent: isCurrent === true,
    },
  ];
}

/** Some are written as "2026-01-31 09:30:00", in UTC. */
function dateIn(value: unknown): Date | undefined {
  if (!isString(value)) return undefined;
  const date = new Date(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) ? `${value.replace(' ', 'T')}Z` : value,
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}
