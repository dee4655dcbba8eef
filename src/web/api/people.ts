/** Users and groups: search, administration, suggestions for fields. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ListEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { GroupEntity, UserEntity } from '#wire/people.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { deletionAmong } from './deletion.ts';
import { isGroup } from './entities.ts';
import { isListOf, isUser } from './guards.ts';
import { peopleKeys } from './me.ts';
import { byNames } from './name-order.ts';
import { runForJson } from './operation-call.ts';
import { api } from './start.ts';
import { userLabel } from './user-label.ts';

const groupFetch = { group: ['memberUsers', 'memberGroups', 'parentGroups'] } as const;

export function user(id: string) {
  return queryOptions({
    queryKey: peopleKeys.user(id),
    queryFn: ({ signal }) =>
      api().entity(`/user/${encodeSegment(id)}`, isUser, { enrichers: { user: ['userprofile'] }, signal }),
    staleTime: 60_000,
  });
}

export function group(id: string) {
  return queryOptions({
    queryKey: peopleKeys.group(id),
    queryFn: ({ signal }) =>
      api().entity(`/group/${encodeSegment(id)}`, isGroup, { fetch: groupFetch, signal }),
    staleTime: 60_000,
  });
}

export interface PeopleSearch {
  /** Beginning of a name or login; empty for everybody. */
  readonly term: string;
  readonly offset?: number;
  readonly pageSize?: number;
}

export function users({ term, offset = 0, pageSize = 50 }: PeopleSearch) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'users', 'search', { term, offset, pageSize }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => foundUsers({ term, offset, pageSize }, signal),
  });
}

function foundUsers(search: PeopleSearch, signal: AbortSignal): Promise<ListEntity<UserEntity>> {
  const query = searchQuery(search, userOrder);
  return api().entity('/user/search', isListOf(isUser), { query, signal });
}

export function groups({ term, offset = 0, pageSize = 50 }: PeopleSearch) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'groups', 'search', { term, offset, pageSize }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => foundGroups({ term, offset, pageSize }, signal),
  });
}

function foundGroups(search: PeopleSearch, signal: AbortSignal): Promise<ListEntity<GroupEntity>> {
  const query = searchQuery(search, groupOrder);
  return api().entity('/group/search', isListOf(isGroup), { query, signal });
}

export function memberUsers(groupId: string, { term, offset = 0, pageSize = 50 }: PeopleSearch) {
  return queryOptions({
    queryKey: [...peopleKeys.group(groupId), 'users', { term, offset, pageSize }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListEntity<UserEntity>> =>
      api().entity(`/group/${encodeSegment(groupId)}/@users`, isListOf(isUser), {
        query: searchQuery({ term, offset, pageSize }, userOrder),
        signal,
      }),
  });
}

/** Sorts by the displayed name. Servers that accept no order sort by login. */
const userOrder = 'firstName,lastName,username';
const groupOrder = 'grouplabel,groupname';

function searchQuery({ term, offset = 0, pageSize = 50 }: PeopleSearch, sortBy: string) {
  // An empty search finds nobody; `*` finds everybody.
  return { q: term.trim() === '' ? '*' : term.trim(), offset, pageSize, sortBy };
}

export interface UserChange {
  readonly id: string;
  /** `firstName`, `lastName`, `email`, `company`, `groups`, and `password` if it is to change. */
  readonly properties: JsonObject;
}

export function createUser() {
  return mutationOptions({
    mutationFn: ({ id, properties }: UserChange) =>
      api().entity('/user', isUser, {
        method: 'POST',
        body: { 'entity-type': 'user', id, properties: { username: id, ...properties } },
      }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function updateUser() {
  return mutationOptions({
    mutationFn: ({ id, properties }: UserChange) =>
      api().entity(`/user/${encodeSegment(id)}`, isUser, {
        method: 'PUT',
        body: { 'entity-type': 'user', id, properties: { username: id, ...properties } },
      }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function deleteUser() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/user/${encodeSegment(id)}`, { method: 'DELETE' }),
    ...deletionAmong(peopleKeys.all, peopleKeys.user),
  });
}

export interface GroupChange {
  readonly id: string;
  readonly label?: string;
  readonly description?: string;
  /** Lists that are left out stay as they are. */
  readonly memberUsers?: readonly string[];
  readonly memberGroups?: readonly string[];
  readonly parentGroups?: readonly string[];
}

export function createGroup() {
  return mutationOptions({
    mutationFn: (change: GroupChange) =>
      api().entity('/group', isGroup, { method: 'POST', body: groupBody(change), fetch: groupFetch }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function updateGroup() {
  return mutationOptions({
    mutationFn: (change: GroupChange) =>
      api().entity(`/group/${encodeSegment(change.id)}`, isGroup, {
        method: 'PUT',
        body: groupBody(change),
        fetch: groupFetch,
      }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function deleteGroup() {
  return mutationOptions({
    mutationFn: (id: string) => api().done(`/group/${encodeSegment(id)}`, { method: 'DELETE' }),
    ...deletionAmong(peopleKeys.all, peopleKeys.group),
  });
}

export interface Membership {
  readonly userId: string;
  readonly groupId: string;
}

export function addToGroup() {
  return mutationOptions({
    mutationFn: ({ userId, groupId }: Membership) =>
      api().done(`/user/${encodeSegment(userId)}/group/${encodeSegment(groupId)}`, { method: 'POST' }),
    onSettled: askAgain(peopleKeys.all),
  });
}

export function removeFromGroup() {
  return mutationOptions({
    mutationFn: ({ userId, groupId }: Membership) =>
      api().done(`/user/${encodeSegment(userId)}/group/${encodeSegment(groupId)}`, { method: 'DELETE' }),
    onSettled: askAgain(peopleKeys.all),
  });
}

/** Status 401: the old password is wrong; 400: the new one does not meet the rules. */
export function changePassword() {
  return mutationOptions({
    mutationFn: (passwords: { readonly oldPassword: string; readonly newPassword: string }) =>
      api().done('/me/changepassword', { method: 'PUT', body: passwords, renewable: false }),
  });
}

export interface PersonSuggestion {
  readonly id: string;
  readonly kind: 'user' | 'group';
  /** `user:ada`, `group:members`, for fields that accept both. */
  readonly prefixedId: string;
  readonly label: string;
}

export interface PersonRequest {
  readonly term: string;
  readonly kind?: 'user' | 'group';
  readonly limit?: number;
}

export function suggestPeople({ term, kind, limit = 20 }: PersonRequest) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'suggestions', { term, kind, limit }],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly PersonSuggestion[]> => {
      const searchType =
        kind === undefined ? 'USER_GROUP_TYPE' : kind === 'user' ? 'USER_TYPE' : 'GROUP_TYPE';
      const found = await runForJson(
        {
          id: 'UserGroup.Suggestion',
          params: { searchTerm: term, searchType, userSuggestionMaxSearchResults: limit },
        },
        { signal },
      );
      if (!Array.isArray(found)) return [];
      const people = found.flatMap(personIn);
      // If there are more people than its limit, the server names none of them.
      const isTooMany = people.length === 0 && found.length > 0;
      const all = isTooMany ? await firstPeople({ term, kind, limit }, signal) : people;
      return all
        .toSorted((one, other) => rankOf(one) - rankOf(other) || byNames(one.label, other.label))
        .slice(0, limit);
    },
  });
}

function rankOf({ kind }: PersonSuggestion): number {
  return kind === 'user' ? 0 : 1;
}

async function firstPeople(
  { term, kind, limit }: PersonRequest,
  signal: AbortSignal,
): Promise<readonly PersonSuggestion[]> {
  const search = { term, pageSize: limit };
  const [people, found] = await Promise.all([
    kind === 'group' ? undefined : foundUsers(search, signal),
    kind === 'user' ? undefined : foundGroups(search, signal),
  ]);
  return [
    ...(people?.entries ?? []).map((one) => suggestion('user', one.id, userLabel(one))),
    ...(found?.entries ?? []).map((one) => suggestion('group', one.groupname, groupLabel(one))),
  ];
}

function suggestion(kind: PersonSuggestion['kind'], id: string, label: string): PersonSuggestion {
  return { id, kind, prefixedId: `${kind}:${id}`, label };
}

export function groupLabel({ groupname, grouplabel }: GroupEntity): string {
  return grouplabel === null || grouplabel === '' ? groupname : grouplabel;
}

function personIn(value: unknown): readonly PersonSuggestion[] {
  if (!isJsonObject(value) || !isString(value.id)) return [];
  const kind = value.type === 'GROUP_TYPE' ? 'group' : 'user';
  return [
    {
      id: value.id,
      kind,
      prefixedId: isString(value.prefixed_id) ? value.prefixed_id : `${kind}:${value.id}`,
      label: isString(value.displayLabel) && value.displayLabel.trim() !== '' ? value.displayLabel : value.id,
    },
  ];
}

function groupBody({ id, label, description, ...members }: GroupChange): JsonObject {
  return {
    'entity-type': 'group',
    id,
    groupname: id,
    ...(label === undefined ? {} : { grouplabel: label }),
    ...members,
    properties: {
      groupname: id,
      ...(label === undefined ? {} : { grouplabel: label }),
      ...(description === undefined ? {} : { description }),
    },
  };
}
