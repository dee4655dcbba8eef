/** `/user`, `/group` and `/me`. */
import * as groups from '#server/core/people/groups.ts';
import {
  memberGroups,
  memberUsers,
  type PeopleRequest,
  searchGroups,
  searchUsers,
} from '#server/core/people/searches.ts';
import * as users from '#server/core/people/users.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { addressOf } from '../authentication/authenticate.ts';
import { listParameter, pageRequest } from '../paging.ts';
import { pagedList } from '../presenters/lists.ts';
import { presentGroup, presentGroups, presentUser, presentUsers } from '../presenters/people.ts';
import { readEntity, readJsonObject } from '../request-body.ts';
import { entity, noContent, text } from '../responses.ts';

interface Named {
  readonly name: string;
}

interface Membership {
  readonly user: string;
  readonly group: string;
}

// ------------------------------------------------------------------------------------------------ users

export async function createUser(call: Call): Promise<Response> {
  const body = await readEntity(call.request, 'user');
  const user = await users.createUser(call.session, {
    id: optionalText(body.id),
    properties: objectOf(body.properties),
  });
  return entity(await presentUser(call, user), 201);
}

export async function readUser(call: Call, { name }: Named): Promise<Response> {
  return entity(await presentUser(call, await users.getUser(call.session, name)));
}

export async function updateUser(call: Call, { name }: Named): Promise<Response> {
  const body = await readEntity(call.request, 'user');
  const user = await users.updateUser(call.session, name, objectOf(body.properties));
  return entity(await presentUser(call, user));
}

export async function deleteUser(call: Call, { name }: Named): Promise<Response> {
  await users.deleteUser(call.session, name);
  return noContent();
}

export async function findUsers(call: Call): Promise<Response> {
  const { searchParams } = call.url;
  const found = await searchUsers(
    call.session,
    searchParams.get('q') ?? undefined,
    peopleRequest(searchParams),
  );
  return entity(pagedList('users', found, await presentUsers(call, found.entries)));
}

export async function addToGroup(call: Call, { user, group }: Membership): Promise<Response> {
  return entity(await presentUser(call, await users.addToGroup(call.session, user, group)), 201);
}

export async function removeFromGroup(call: Call, { user, group }: Membership): Promise<Response> {
  await users.removeFromGroup(call.session, user, group);
  return text(user);
}

// ------------------------------------------------------------------------------------------------ the caller

export async function readMe(call: Call): Promise<Response> {
  return entity(await presentUser(call, await users.getUser(call.session, call.session.username)));
}

export async function changePassword(call: Call): Promise<Response> {
  const body = await readJsonObject(call.request);
  const user = await users.changeOwnPassword(
    call.session,
    optionalText(body.oldPassword) ?? '',
    optionalText(body.newPassword) ?? '',
    addressOf(call.application, call.request),
  );
  return entity(await presentUser(call, user));
}

// ------------------------------------------------------------------------------------------------ groups

export async function createGroup(call: Call): Promise<Response> {
  const input = groupInput(await readEntity(call.request, 'group'));
  return entity(await presentGroup(call, await groups.createGroup(call.session, input)), 201);
}

export async function readGroup(call: Call, { name }: Named): Promise<Response> {
  return entity(await presentGroup(call, await groups.getGroup(call.session, name)));
}

export async function updateGroup(call: Call, { name }: Named): Promise<Response> {
  const input = groupInput(await readEntity(call.request, 'group'));
  return entity(await presentGroup(call, await groups.updateGroup(call.session, name, input)));
}

export async function deleteGroup(call: Call, { name }: Named): Promise<Response> {
  await groups.deleteGroup(call.session, name);
  return noContent();
}

export async function findGroups(call: Call): Promise<Response> {
  const { searchParams } = call.url;
  const found = await searchGroups(
    call.session,
    searchParams.get('q') ?? undefined,
    peopleRequest(searchParams),
  );
  return entity(pagedList('groups', found, await presentGroups(call, found.entries)));
}

export async function usersOfGroup(call: Call, { name }: Named): Promise<Response> {
  const { searchParams } = call.url;
  const q = searchParams.get('q') ?? undefined;
  const found = await memberUsers(call.session, name, q, peopleRequest(searchParams));
  return entity(pagedList('users', found, await presentUsers(call, found.entries)));
}

export async function groupsOfGroup(call: Call, { name }: Named): Promise<Response> {
  const { searchParams } = call.url;
  const q = searchParams.get('q') ?? undefined;
  const found = await memberGroups(call.session, name, q, peopleRequest(searchParams));
  return entity(pagedList('groups', found, await presentGroups(call, found.entries)));
}

function peopleRequest(query: URLSearchParams): PeopleRequest {
  return { ...pageRequest(query), sortBy: listParameter(query, 'sortBy') };
}

function groupInput(body: JsonObject): groups.GroupInput {
  const properties = objectOf(body.properties);
  return {
    name: optionalText(body.groupname) ?? optionalText(body.id) ?? optionalText(properties.groupname),
    label: body.grouplabel === null ? null : optionalText(body.grouplabel),
    properties,
    memberUsers: namesOf(body.memberUsers),
    memberGroups: namesOf(body.memberGroups),
    parentGroups: namesOf(body.parentGroups),
  };
}

/** A missing list stays as it is; any value other than an array empties it. */
function namesOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.filter(isString) : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function optionalText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
