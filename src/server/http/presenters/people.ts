/** Users and groups. Invariant: nothing about passwords is ever included. */
import type { Group } from '#server/core/people/groups.ts';
import { findGroup, relationsOf } from '#server/core/people/groups.ts';
import type { User } from '#server/core/people/users.ts';
import { findUser } from '#server/core/people/users.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { GroupEntity, UserEntity } from '#wire/people.ts';
import type { Call } from '../application.ts';

export async function presentUser(call: Call, user: User): Promise<UserEntity> {
  return {
    'entity-type': 'user',
    id: user.id,
    properties: user.properties,
    extendedGroups: user.extendedGroups.map(({ name, label }) => ({
      name,
      label,
      url: `group/${encodeURIComponent(name)}`,
    })),
    isAdministrator: user.isAdministrator,
    isAnonymous: false,
    ...(await contextParameters(call, user)),
  };
}

async function contextParameters(call: Call, user: User): Promise<{ contextParameters?: JsonObject }> {
  const { userEnrichers } = call.application;
  const wanted = call.options.enrichers('user').flatMap((name) => userEnrichers.get(name) ?? []);
  if (wanted.length === 0) return {};
  const parameters: Record<string, Json> = {};
  for (const enricher of wanted) parameters[enricher.name] = await enricher.value(call, user.id);
  return { contextParameters: parameters };
}

export async function presentUsers(call: Call, users: readonly User[]): Promise<UserEntity[]> {
  const entities: UserEntity[] = [];
  for (const user of users) entities.push(await presentUser(call, user));
  return entities;
}

export async function presentGroup(call: Call, group: Group): Promise<GroupEntity> {
  const wanted = call.options.fetch('group');
  const names = (['memberUsers', 'memberGroups', 'parentGroups'] as const).filter((name) => wanted.has(name));
  const relations = names.length > 0 ? await relationsOf(call.session, group.id) : undefined;
  return {
    'entity-type': 'group',
    groupname: group.id,
    grouplabel: group.label,
    id: group.id,
    properties: group.properties,
    ...(relations ? Object.fromEntries(names.map((name) => [name, relations[name]])) : {}),
  };
}

export async function presentGroups(call: Call, groups: readonly Group[]): Promise<GroupEntity[]> {
  const entities: GroupEntity[] = [];
  for (const group of groups) entities.push(await presentGroup(call, group));
  return entities;
}

/**
 * The user or group with that name, with or without a `user:` or `group:` prefix; undefined when neither exists.
 * In place of a reference a user is shown without groups, and marked as partial: callers who need the groups request the user.
 */
export async function presentPrincipal(
  call: Call,
  reference: string,
): Promise<UserEntity | GroupEntity | undefined> {
  const name = reference.replace(/^(user|group):/, '');
  const user = await findUser(call.session, name);
  if (user) {
    const { isAdministrator, isAnonymous, ...whole } = await presentUser(call, user);
    const properties = { ...whole.properties, groups: [] };
    return { ...whole, properties, extendedGroups: [], isPartial: true, isAdministrator, isAnonymous };
  }
  const group = await findGroup(call.session, name);
  return group && presentGroup(call, group);
}
