/**
 * Accounts, for administrators: second factors and passkeys, whether the person is suspended, the space their documents take, and
 * where they were granted rights. `account` is null if the server does not have this.
 */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ListEntity } from '#wire/document.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { UserEntity } from '#wire/people.ts';
import { encodeSegment } from './addresses.ts';
import { hasStatus } from './api-error.ts';
import { askAgain } from './ask-again.ts';
import { isListOf, isUser } from './guards.ts';
import { peopleKeys } from './me.ts';
import { runForJson } from './operation-call.ts';
import { nxqlSearch } from './search.ts';
import { api } from './start.ts';

export interface Account {
  readonly isSuspended: boolean;
  readonly hasOneTimeCodes: boolean;
  readonly passkeys: number;
}

export function account(id: string) {
  return queryOptions({
    queryKey: [...peopleKeys.user(id), 'account'],
    queryFn: async ({ signal }): Promise<Account | null> => {
      try {
        return await api().entity(`/management/people/${encodeSegment(id)}`, isAccount, { signal });
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 405)) return null;
        throw error;
      }
    },
  });
}

export function suspendedPeople({
  offset,
  pageSize,
}: {
  readonly offset: number;
  readonly pageSize: number;
}) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'suspended', { offset, pageSize }],
    queryFn: ({ signal }): Promise<ListEntity<UserEntity>> =>
      api().entity('/management/people', isListOf(isUser), { query: { offset, pageSize }, signal }),
  });
}

export function setSuspended() {
  return mutationOptions({
    mutationFn: ({ id, isSuspended }: { readonly id: string; readonly isSuspended: boolean }) =>
      api().done(`/management/people/${encodeSegment(id)}`, { method: 'PUT', body: { isSuspended } }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function removeOneTimeCodes() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/second-factor/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function removePasskeys() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/passkeys/${encodeSegment(id)}`, { method: 'DELETE' }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export interface Made {
  readonly documents: number;
  readonly bytes: number;
}

const count = 'COUNT(ecm:uuid)';
const sum = 'SUM(file:content/length)';

/** Number and size of the documents a person created, without versions, including the trash. */
export function createdBy(id: string) {
  return queryOptions({
    queryKey: [...peopleKeys.user(id), 'made'],
    queryFn: async ({ signal }): Promise<Made> => {
      const query = `SELECT ${count}, ${sum} FROM Document WHERE dc:creator = ? AND ecm:isVersion = 0 AND ecm:isProxy = 0`;
      const found = await runForJson(
        { id: 'Repository.ResultSetQuery', params: { query, queryParams: [id] } },
        { signal },
      );
      const record = isJsonObject(found) && Array.isArray(found.entries) ? found.entries[0] : undefined;
      const number = (name: string) => (isJsonObject(record) ? Number(record[name] ?? 0) : 0);
      return { documents: number(count), bytes: number(sum) };
    },
  });
}

/** Documents whose rights name one of these people or groups; without documents that workflows keep for themselves. */
export function rightsGivenTo(names: readonly string[], pageSize: number) {
  const marks = names.map(() => '?').join(', ');
  const query = `SELECT * FROM Document WHERE ecm:acl/*1/principal IN (${marks}) AND ecm:acl/*1/grant = 1 AND ecm:isVersion = 0 AND ecm:isProxy = 0 AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation' ORDER BY ecm:path`;
  return nxqlSearch(query, { params: names, pageSize });
}

function isAccount(value: unknown): value is Account {
  return (
    isJsonObject(value) &&
    isString(value.id) &&
    typeof value.isSuspended === 'boolean' &&
    typeof value.hasOneTimeCodes === 'boolean' &&
    typeof value.passkeys === 'number'
  );
}
