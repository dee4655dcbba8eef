/** Hooks, which deliver events to other systems, and their last deliveries. For administrators, on servers that have them. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isJsonObject, isString } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { deletionAmong } from './deletion.ts';
import { api } from './start.ts';

export interface HookFields {
  readonly name: string;
  readonly address: string;
  /** Ids of events; `*` for all. */
  readonly events: readonly string[];
  /** Only events below this path; null for all. */
  readonly path: string | null;
  readonly enabled: boolean;
}

export interface Hook extends HookFields {
  readonly id: string;
  /** The hook has the rights of this person. */
  readonly owner: string;
}

export interface Delivery {
  readonly id: string;
  readonly at: string;
  readonly state: string;
  readonly attempts: number;
  /** The receiver's answer, or why nothing was sent. */
  readonly outcome: string;
  readonly events: number;
}

const key = ['hooks'] as const;

export function hooks() {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => (await api().entity('/hook', isHookList, { signal })).hooks,
  });
}

export function deliveries(id: string) {
  return queryOptions({
    queryKey: [...key, id],
    queryFn: async ({ signal }) =>
      (await api().entity(`/hook/${encodeSegment(id)}/deliveries`, isDeliveryList, { signal })).deliveries,
    // The job queue adds and removes them.
    refetchInterval: 5_000,
  });
}

/** The answer has the secret, this one time only. */
export function createHook() {
  return mutationOptions({
    mutationFn: (fields: HookFields) =>
      api().entity('/hook', isMadeHook, { method: 'POST', body: { ...fields } }),
    onSettled: askAgain(key),
  });
}

export function updateHook() {
  return mutationOptions({
    mutationFn: ({ id, fields }: { readonly id: string; readonly fields: Partial<HookFields> }) =>
      api().entity(`/hook/${encodeSegment(id)}`, isHook, { method: 'PUT', body: { ...fields } }),
    onSettled: askAgain(key),
  });
}

export function deleteHook() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/hook/${encodeSegment(id)}`, { method: 'DELETE' }),
    ...deletionAmong(key, (id) => [...key, id]),
  });
}

export function testHook() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/hook/${encodeSegment(id)}/test`, { method: 'POST' }),
    onSettled: askAgain(key),
  });
}

export function sendAgain() {
  return mutationOptions({
    mutationFn: ({ hook, delivery }: { readonly hook: string; readonly delivery: string }) =>
      api().done(`/hook/${encodeSegment(hook)}/deliveries/${encodeSegment(delivery)}/again`, {
        method: 'POST',
      }),
    onSettled: askAgain(key),
  });
}

function isHook(value: unknown): value is Hook {
  return (
    isJsonObject(value) &&
    [value.id, value.name, value.address, value.owner].every(isString) &&
    Array.isArray(value.events) &&
    value.events.every(isString) &&
    (value.path === null || isString(value.path)) &&
    typeof value.enabled === 'boolean'
  );
}

function isMadeHook(value: unknown): value is Hook & { readonly secret: string } {
  return isJsonObject(value) && isString(value.secret) && isHook(value);
}

function isHookList(value: unknown): value is { readonly hooks: readonly Hook[] } {
  return isJsonObject(value) && Array.isArray(value.hooks) && value.hooks.every(isHook);
}

function isDelivery(value: unknown): value is Delivery {
  return (
    isJsonObject(value) &&
    [value.id, value.at, value.state, value.outcome].every(isString) &&
    typeof value.attempts === 'number' &&
    typeof value.events === 'number'
  );
}

function isDeliveryList(value: unknown): value is { readonly deliveries: readonly Delivery[] } {
  return isJsonObject(value) && Array.isArray(value.deliveries) && value.deliveries.every(isDelivery);
}
