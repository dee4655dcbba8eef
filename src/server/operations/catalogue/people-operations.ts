/** Operations on users and groups. */

import { emptyDocument } from '#server/core/documents/documents.ts';
import { userWorkspace } from '#server/core/documents/user-workspace.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { isPeopleEditor } from '#server/core/people/editing-rights.ts';
import { createGroup, findGroup, updateGroup } from '#server/core/people/groups.ts';
import { searchUsers } from '#server/core/people/searches.ts';
import { createUser, findUser, getUser, type User, updateUser } from '#server/core/people/users.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { optional, required } from '../machinery/parameters.ts';
import { allOfThem } from './user-suggestion-operation.ts';

const category = 'Users & Groups';

const get = defineOperation({
  id: 'User.Get',
  aliases: ['NuxeoPrincipal.Get'],
  category,
  label: 'Get User',
  description: 'The caller, or for administrators anybody, as a document.',
  params: { login: optional('string', 'Name of the user') },
  methods: {
    void: {
      to: 'document',
      run: async ({ session, params: { login } }) => {
        if (login !== undefined && login !== session.username && !session.principals.isAdministrator) {
          throw errors.forbidden('Only administrators may look up others');
        }
        return userDocument(session, await getUser(session, login ?? session.username));
      },
    },
  },
});

/** A user in the form of a document, which exists only in the answer. */
function userDocument(session: Session, { id, properties }: User): DocumentRow {
  const columns = Object.entries(properties).map(([name, value]) => [`user:${name}`, value ?? null] as const);
  return {
    ...emptyDocument(session, 'Document'),
    id,
    name: id,
    properties: { 'dc:title': id, ...Object.fromEntries(columns) },
  };
}

const query = defineOperation({
  id: 'User.Query',
  aliases: ['Services.QueryUsers'],
  category,
  label: 'Query users',
  description: 'Users whose columns begin with the given texts.',
  params: {
    username: optional('string', 'Beginning of the name'),
    firstName: optional('string', 'Beginning of the first name'),
    lastName: optional('string', 'Beginning of the last name'),
    pattern: optional('string', 'Beginning of any of them'),
    tenantId: optional('string', 'Tenant'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params: { pattern, ...fields } }) => {
        const { entries } = await searchUsers(session, pattern || '*', allOfThem);
        const wanted = Object.entries(fields).filter(([, text]) => text !== undefined && text !== '');
        const users = entries.filter(({ properties }) =>
          wanted.every(([name, text]) => startsWith(properties[name], text ?? '')),
        );
        return { users: users.map(({ properties }) => shownColumns(properties)) };
      },
    },
  },
});

function startsWith(value: Json | undefined, text: string): boolean {
  return isString(value) && value.toLowerCase().startsWith(text.toLowerCase());
}

function shownColumns(properties: JsonObject): JsonObject {
  const names = ['username', 'firstName', 'lastName', 'email', 'company', 'tenantId'];
  return Object.fromEntries(names.map((name) => [name, properties[name] ?? null]));
}

const mode = optional('string', 'create, update, or either when absent', {
  values: ['createOrUpdate', 'create', 'update'],
});

/** @throws 400 or 404 when the mode and the existing state do not fit */
function checkMode(wanted: string | undefined, exists: boolean, what: string): void {
  if (wanted === 'create' && exists) throw errors.badRequest(`${what} already exists`);
  if (wanted === 'update' && !exists) throw errors.notFound(`${what} does not exist`);
}

function requirePeopleEditor(session: Session, edited: 'users' | 'groups'): void {
  if (!isPeopleEditor(session)) throw errors.forbidden(`User is not allowed to create or edit ${edited}`);
}

const saveUser = defineOperation({
  id: 'User.CreateOrUpdate',
  aliases: ['Services.CreateUser'],
  category,
  label: 'Create or Update User',
  description: 'Makes a user, or changes one.',
  params: {
    username: required('string', 'Name to sign in with'),
    password: optional('string', 'Password'),
    email: optional('string', 'Address'),
    firstName: optional('string', 'First name'),
    lastName: optional('string', 'Last name'),
    company: optional('string', 'Company'),
    tenantId: optional('string', 'Tenant'),
    groups: optional('stringlist', 'Names of groups'),
    properties: optional('properties', 'Further columns'),
    mode,
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params: { mode: wanted, properties = {}, ...columns } }) => {
        requirePeopleEditor(session, 'users');
        const { username } = columns;
        const given = { ...properties, ...definedOnly(columns) };
        const exists = (await findUser(session, username)) !== undefined;
        checkMode(wanted, exists, `User ${username}`);
        if (exists) await updateUser(session, username, given);
        else await createUser(session, { id: username, properties: given });
      },
    },
  },
});

function definedOnly(columns: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const saveGroup = defineOperation({
  id: 'Group.CreateOrUpdate',
  category,
  label: 'Create or Update Group',
  description: 'Makes a group, or changes one.',
  params: {
    groupname: required('string', 'Name of the group'),
    tenantId: optional('string', 'Tenant'),
    grouplabel: optional('string', 'Label'),
    description: optional('string', 'Description'),
    members: optional('stringlist', 'Users in it'),
    subGroups: optional('stringlist', 'Groups in it'),
    parentGroups: optional('stringlist', 'Groups that it is in'),
    properties: optional('properties', 'Further columns'),
    mode,
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params }) => {
        requirePeopleEditor(session, 'groups');
        const { groupname, description, grouplabel, properties = {} } = params;
        const exists = (await findGroup(session, groupname)) !== undefined;
        checkMode(params.mode, exists, `Group ${groupname}`);
        const input = {
          name: groupname,
          label: grouplabel,
          properties: description === undefined ? properties : { ...properties, description },
          memberUsers: params.members,
          memberGroups: params.subGroups,
          parentGroups: params.parentGroups,
        };
        if (exists) await updateGroup(session, groupname, input);
        else await createGroup(session, input);
      },
    },
  },
});

const workspace = defineOperation({
  id: 'User.GetUserWorkspace',
  aliases: ['UserWorkspace.Get'],
  category: 'Services',
  label: 'Get Home',
  description: 'The caller’s own workspace, made when there is none yet.',
  params: {},
  methods: { void: { to: 'document', run: ({ session }) => userWorkspace(session) } },
});

export const peopleOperations = [get, query, saveUser, saveGroup, workspace];
