/** Operations on permissions of people, by name or by mail address. */

import { effectiveAcls } from '#server/core/access/access.ts';
import { aceStatus, everyone } from '#server/core/access/entries.ts';
import type { Ace, DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { findGroup } from '#server/core/people/groups.ts';
import { allUsersIn } from '#server/core/people/principals.ts';
import { findUser } from '#server/core/people/users.ts';
import { isString } from '#wire/json.ts';
import { includesPermission } from '#wire/permissions.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, required } from '../machinery/parameters.ts';

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

/** The first entry about a name decides; one that denies Everyone ends the list. */
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

export const rightsOperations = [principalNames, addresses];
