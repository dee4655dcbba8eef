/**
 * Groups: entries of the group directory; members are stored apart, to be read from both sides.
 * Invariant: a power user never changes a group that is, or is inside, a group of administrators.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { isPeopleEditor, mayEditUser, mayUseGroups, requireFreeName } from './editing-rights.ts';
import { changeGroupsOf } from './memberships.ts';
import { groupDirectory, userDirectory } from './principals.ts';

export interface Group {
  readonly id: string;
  readonly label: string | null;
  readonly properties: JsonObject;
}

/** A missing list stays as it is; null empties it. */
export interface GroupInput {
  readonly name?: string | undefined;
  readonly label?: string | null | undefined;
  readonly properties?: JsonObject | undefined;
  readonly memberUsers?: readonly string[] | null | undefined;
  readonly memberGroups?: readonly string[] | null | undefined;
  readonly parentGroups?: readonly string[] | null | undefined;
}

export async function findGroup(session: Session, name: string): Promise<Group | undefined> {
  const entry = await session.read.entries.get(groupDirectory, name);
  return entry && presentGroup(entry);
}

export async function getGroup(session: Session, name: string): Promise<Group> {
  const group = await findGroup(session, name);
  if (!group) throw errors.notFound('group does not exist');
  return group;
}

/** The additions of `fetch-group`. */
export async function relationsOf(
  session: Session,
  name: string,
): Promise<{
  readonly memberUsers: readonly string[];
  readonly memberGroups: readonly string[];
  readonly parentGroups: readonly string[];
}> {
  const { entries } = session.read;
  return {
    memberUsers: await entries.members(name, 'user'),
    memberGroups: await entries.members(name, 'group'),
    parentGroups: await entries.groupsOf('group', name),
  };
}

export async function createGroup(session: Session, input: GroupInput): Promise<Group> {
  const name = input.name;
  if (!name) throw errors.badRequest('Group MUST have a name');
  if (!isPeopleEditor(session) || !(await mayUseGroups(session, [name]))) {
    throw errors.forbidden('Cannot create artifact');
  }
  const { entries } = await session.write();
  await requireFreeName(entries, userDirectory, name);
  await requireGroups(session, input.parentGroups ?? [], 'Cannot create artifact');
  const entry: Entry = { id: name, fields: { groupname: name, ...groupFields(input, null) } };
  if (!(await entries.insert(groupDirectory, entry))) {
    throw new RepositoryError('conflict', 'Group already exists');
  }
  await setRelations(session, entries, name, input);
  announce(session, 'group_created', name);
  return presentGroup(entry);
}

export async function updateGroup(session: Session, name: string, input: GroupInput): Promise<Group> {
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(groupDirectory, name);
  if (!entry) throw errors.notFound('group does not exist');
  await requireGroups(session, [name]);
  const fields = { ...entry.fields, ...groupFields(input, labelOf(entry)) };
  await entries.update(groupDirectory, name, fields);
  await setRelations(session, entries, name, input);
  announce(session, 'group_modified', name);
  return presentGroup({ id: name, fields });
}

export async function deleteGroup(session: Session, name: string): Promise<void> {
  const { entries } = await session.write();
  if (!(await entries.getForUpdate(groupDirectory, name))) throw errors.notFound('group does not exist');
  await requireGroups(session, [name]);
  await entries.remove(groupDirectory, name);
  await entries.setMembers(name, 'user', []);
  await entries.setMembers(name, 'group', []);
  await changeGroupsOf(entries, 'group', name, () => []);
  announce(session, 'group_deleted', name);
}

async function setRelations(
  session: Session,
  entries: EntryStore,
  name: string,
  input: GroupInput,
): Promise<void> {
  const { memberUsers, memberGroups, parentGroups } = input;
  if (memberUsers !== undefined) {
    const users = [...new Set(memberUsers ?? [])];
    for (const user of changed(await entries.members(name, 'user'), users)) {
      if (!(await mayEditUser(session, user))) throw errors.forbidden('Cannot edit user');
    }
    await entries.setMembers(name, 'user', users);
  }
  if (memberGroups !== undefined) {
    const groups = [...new Set(memberGroups ?? [])];
    await requireGroups(session, changed(await entries.members(name, 'group'), groups));
    await entries.setMembers(name, 'group', groups);
  }
  if (parentGroups !== undefined) {
    const groups = [...new Set(parentGroups ?? [])];
    await requireGroups(session, changed(await entries.groupsOf('group', name), groups));
    await changeGroupsOf(entries, 'group', name, () => groups);
  }
}

async function requireGroups(
  session: Session,
  groups: readonly string[],
  refusal = 'User is not allowed to edit users',
): Promise<void> {
  if (!(await mayUseGroups(session, groups))) throw errors.forbidden(refusal);
}

function changed(before: readonly string[], after: readonly string[]): readonly string[] {
  const unchanged = new Set(before.filter((name) => after.includes(name)));
  return [...before, ...after].filter((name) => !unchanged.has(name));
}

function groupFields(input: GroupInput, before: string | null): JsonObject {
  const { grouplabel, description, tenantId } = input.properties ?? {};
  // Clients send back both names, with only one of them changed.
  const isChanged = before !== null && grouplabel !== undefined && grouplabel !== before;
  return {
    ...given('grouplabel', input.label === undefined || isChanged ? grouplabel : input.label),
    ...given('description', description),
    ...given('tenantId', tenantId),
  };
}

function given(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function labelOf({ fields: { grouplabel } }: Entry): string | null {
  return typeof grouplabel === 'string' ? grouplabel : null;
}

export function presentGroup(entry: Entry): Group {
  const { description, tenantId } = entry.fields;
  const label = labelOf(entry);
  return {
    id: entry.id,
    label,
    properties: {
      groupname: entry.id,
      grouplabel: label,
      description: description ?? null,
      tenantId: tenantId ?? null,
    },
  };
}

function announce(session: Session, eventId: string, name: string): void {
  session.audit({ eventId, category: 'userGroup', comment: name });
}
