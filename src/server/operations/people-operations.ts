/** Users and groups (platform.md §6). */

import { aceStatus, effectiveAcls, everyone } from '#server/core/access.ts';
import { emptyDocument } from '#server/core/documents.ts';
import { errors } from '#server/core/errors.ts';
import type { Ace, DocumentRow } from '#server/core/model.ts';
import { isPeopleEditor } from '#server/core/people/editing-rights.ts';
import { createGroup, findGroup, type Group, updateGroup } from '#server/core/people/groups.ts';
import { allUsersIn } from '#server/core/people/principals.ts';
import { searchGroups, searchUsers } from '#server/core/people/searches.ts';
import { createUser, findUser, getUser, type User, updateUser } from '#server/core/people/users.ts';
import { includesPermission } from '#server/core/permissions.ts';
import type { Session } from '#server/core/session.ts';
import { userWorkspace } from '#server/core/user-workspace.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from './define-operation.ts';
import { defaulted, optional, required } from './parameters.ts';

const category = 'Users & Groups';

const suggestion = defineOperation({
  id: 'UserGroup.Suggestion',
  category: 'Services',
  label: 'Get user/group suggestion',
  description: 'Users and groups for a picker.',
  params: {
    searchTerm: optional('string', 'Beginning of a name; all when blank', { aliases: ['prefix'] }),
    searchType: optional('string', 'USER_TYPE, GROUP_TYPE, or both when absent', {
      values: ['USER_GROUP_TYPE', 'USER_TYPE', 'GROUP_TYPE'],
    }),
    groupRestriction: optional('string', 'Only members of this group'),
    hideAdminGroups: optional('boolean', 'Leave out the administrators groups'),
    hidePowerUsersGroup: optional('boolean', 'Leave out the power users group'),
    userSuggestionMaxSearchResults: optional('integer', 'More than these are only counted'),
    firstLabelField: optional('string', 'Column that the label begins with'),
    secondLabelField: optional('string', 'Column that follows'),
    thirdLabelField: optional('string', 'Column that comes last'),
    hideFirstLabel: defaulted('boolean', false, 'Leave out the first column'),
    hideSecondLabel: defaulted('boolean', false, 'Leave out the second column'),
    hideThirdLabel: optional('boolean', 'Leave out the third column'),
    displayEmailInSuggestion: optional('boolean', 'The label ends with the address'),
    hideIcon: optional('boolean', 'No icon'),
    lang: optional('string', 'Language'),
    allowSubGroupsRestriction: optional('boolean', 'Members of groups in the group count too'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const { searchTerm = '', searchType, groupRestriction } = params;
        const restriction = groupRestriction
          ? await membersOf(session, groupRestriction, params.allowSubGroupsRestriction === true)
          : undefined;
        const users =
          searchType === 'GROUP_TYPE'
            ? []
            : (await usersLike(session, searchTerm)).filter(({ id }) => restriction?.has(id) ?? true);
        const hidden = new Set([
          ...(params.hideAdminGroups ? session.repository.settings.administratorGroups : []),
          ...(params.hidePowerUsersGroup ? ['powerusers'] : []),
        ]);
        const groups =
          searchType === 'USER_TYPE' || restriction
            ? []
            : (await groupsLike(session, searchTerm)).filter(({ id }) => !hidden.has(id));
        const limit = params.userSuggestionMaxSearchResults;
        if (limit !== undefined && limit > 0 && users.length + groups.length > limit) {
          return [{ displayLabel: 'Too many results: please type more of the name' }];
        }
        return [
          ...users.map((user) => suggestedUser(user, params)),
          ...groups.map((group) => suggestedGroup(group, params.hideIcon === true)),
        ];
      },
    },
  },
});

const allOfThem = { pageSize: 0, currentPageIndex: 0 };

/** "first last" finds who has both names. */
async function usersLike(session: Session, term: string): Promise<readonly User[]> {
  const text = term.trim();
  if (text === '') return (await searchUsers(session, '*', allOfThem)).entries;
  const [first = '', ...rest] = text.split(/\s+/);
  const whole = (await searchUsers(session, text, allOfThem)).entries;
  if (rest.length === 0) return whole;
  const last = rest.join(' ').toLowerCase();
  const both = (await searchUsers(session, first, allOfThem)).entries.filter(({ properties }) =>
    [properties.lastName, properties.firstName].some(
      (name) => isString(name) && name.toLowerCase().startsWith(last),
    ),
  );
  return [...whole, ...both.filter(({ id }) => !whole.some((user) => user.id === id))];
}

async function groupsLike(session: Session, term: string): Promise<readonly Group[]> {
  return (await searchGroups(session, term.trim() || '*', allOfThem)).entries;
}

async function membersOf(
  session: Session,
  group: string,
  withSubgroups: boolean,
): Promise<ReadonlySet<string>> {
  const { entries } = session.read;
  return new Set(withSubgroups ? await allUsersIn(entries, group) : await entries.members(group, 'user'));
}

interface LabelChoice {
  readonly firstLabelField?: string | undefined;
  readonly secondLabelField?: string | undefined;
  readonly thirdLabelField?: string | undefined;
  readonly hideFirstLabel: boolean;
  readonly hideSecondLabel: boolean;
  readonly hideThirdLabel?: boolean | undefined;
  readonly displayEmailInSuggestion?: boolean | undefined;
  readonly hideIcon?: boolean | undefined;
}

function suggestedUser({ id, properties }: User, choice: LabelChoice): JsonObject {
  const fields = [
    choice.hideFirstLabel ? undefined : (choice.firstLabelField ?? 'firstName'),
    choice.hideSecondLabel ? undefined : (choice.secondLabelField ?? 'lastName'),
    choice.hideThirdLabel ? undefined : choice.thirdLabelField,
    choice.displayEmailInSuggestion ? 'email' : undefined,
  ];
  const words = fields.flatMap((name) => (name === undefined ? [] : [properties[name]])).filter(isString);
  return {
    ...properties,
    id,
    'entity-type': 'user',
    type: 'USER_TYPE',
    prefixed_id: `user:${id}`,
    displayLabel: words.join(' ').trim() || id,
    ...(choice.hideIcon ? {} : { displayIcon: true }),
  };
}

function suggestedGroup({ id, label, properties }: Group, hidesIcon: boolean): JsonObject {
  return {
    ...properties,
    id,
    'entity-type': 'group',
    type: 'GROUP_TYPE',
    prefixed_id: `group:${id}`,
    displayLabel: label || id,
    ...(hidesIcon ? {} : { displayIcon: true }),
  };
}

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

/** A person has no place in the tree; this document stands in the answer only. */
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

/** @throws 409 or 404 when the mode does not allow what is there */
function checkMode(wanted: string | undefined, exists: boolean, what: string): void {
  if (wanted === 'create' && exists) throw errors.badRequest(`${what} already exists`);
  if (wanted === 'update' && !exists) throw errors.notFound(`${what} does not exist`);
}

function requirePeopleEditor(session: Session): void {
  if (!isPeopleEditor(session)) throw errors.forbidden('User is not allowed to edit users and groups');
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
        requirePeopleEditor(session);
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
        requirePeopleEditor(session);
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

// ---------------------------------------------------------------------------- who may do it, the other way round

const principalNames = defineOperation({
  id: 'Context.GetUsersGroupIdsWithPermissionOnDoc',
  aliases: ['Document.GetUsersAndGroups'],
  category: 'Execution Context',
  label: 'Get Users and Groups',
  description: 'Puts the users and groups that have a permission on the input document into a variable.',
  params: {
    permission: required('string', 'Name of the permission'),
    'variable name': required('string', 'Variable that takes the names'),
    'ignore groups': defaulted('boolean', false, 'Users only'),
    'resolve groups': defaulted('boolean', false, 'The users in the groups instead of the groups'),
    'prefix identifiers': defaulted('boolean', false, 'With `user:` or `group:` before each'),
  },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, context, params }, document) => {
        const names = await principalsWith(session, document, params.permission, params);
        context.setJson(params['variable name'], names);
        return document;
      },
    },
  },
});

async function principalsWith(
  session: Session,
  document: DocumentRow,
  permission: string,
  options: {
    readonly 'ignore groups': boolean;
    readonly 'resolve groups': boolean;
    readonly 'prefix identifiers': boolean;
  },
): Promise<readonly string[]> {
  const prefixed = (kind: string, name: string): string =>
    options['prefix identifiers'] ? `${kind}:${name}` : name;
  const found = new Set<string>();
  for (const name of await grantedNames(session, document, permission)) {
    const isGroup = name === everyone || (await findGroup(session, name)) !== undefined;
    if (!isGroup) found.add(prefixed('user', name));
    else if (options['resolve groups']) {
      for (const user of await allUsersIn(session.read.entries, name)) found.add(prefixed('user', user));
    } else if (!options['ignore groups']) found.add(prefixed('group', name));
  }
  return [...found];
}

/** The first entry about a name decides; a refusal to everyone ends the list. */
async function grantedNames(
  session: Session,
  document: DocumentRow,
  permission: string,
): Promise<readonly string[]> {
  const aces: readonly Ace[] = (await effectiveAcls(session, document)).flatMap((acl) => acl.aces);
  const decided = new Map<string, boolean>();
  for (const ace of aces) {
    if (!includesPermission(ace.permission, permission) || aceStatus(ace, session.now) !== 'effective')
      continue;
    if (ace.username === everyone && !ace.granted) break;
    if (!decided.has(ace.username)) decided.set(ace.username, ace.granted);
  }
  return [...decided].filter(([, isGranted]) => isGranted).map(([name]) => name);
}

const addresses = defineOperation({
  id: 'Context.GetEmailsWithPermissionOnDoc',
  aliases: ['Document.GetPrincipalEmails'],
  category: 'Execution Context',
  label: 'Get Principal Emails',
  description: 'Puts the addresses of those who have a permission on the input document into a variable.',
  params: {
    permission: required('string', 'Name of the permission'),
    'variable name': required('string', 'Variable that takes the addresses'),
    'ignore groups': defaulted('boolean', false, 'Users only'),
  },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, context, params }, document) => {
        const names = await principalsWith(session, document, params.permission, {
          'ignore groups': params['ignore groups'],
          'resolve groups': !params['ignore groups'],
          'prefix identifiers': false,
        });
        const found: string[] = [];
        for (const name of names) {
          const email = (await findUser(session, name))?.properties.email;
          if (isString(email) && email !== '') found.push(email);
        }
        context.setJson(params['variable name'], found);
        return document;
      },
    },
  },
});

export const peopleOperations = [suggestion, get, query, saveUser, saveGroup, workspace];
export const rightsOperations = [principalNames, addresses];
