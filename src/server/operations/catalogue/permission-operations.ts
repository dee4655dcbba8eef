/** Operations on permissions of a document. */
import { effectiveAcls } from '#server/core/access/access.ts';
import {
  addAces,
  blockInheritance,
  endAces,
  removeAces,
  removeAcl,
  replaceAce,
  unblockInheritance,
} from '#server/core/access/access-changes.ts';
import { aceId, everyone } from '#server/core/access/entries.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { Ace } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { findGroup } from '#server/core/people/groups.ts';
import { transientPrefix } from '#server/core/people/principals.ts';
import { findUser } from '#server/core/people/users.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';
import { readListText } from '../machinery/properties-text.ts';

const category = 'Document';
const acl = defaulted('string', 'local', 'Name of the access control list');
const period = {
  begin: optional('date', 'From when'),
  end: optional('date', 'Until when'),
} as const;

const add = defineOperation({
  id: 'Document.AddPermission',
  aliases: ['Document.AddACL'],
  category,
  label: 'Add Permission',
  description: 'Grants a permission on the input document to users or groups.',
  params: {
    users: optional('stringlist', 'Names of users and groups'),
    username: optional('string', 'One name', { aliases: ['user'] }),
    email: optional('string', 'Somebody without an account, until `end`'),
    permission: required('string', 'What they may do'),
    acl,
    ...period,
    blockInheritance: defaulted('boolean', false, 'Nobody has anything from the folders above'),
    notify: defaulted('boolean', false, 'Tell them'),
    comment: optional('string', 'What to tell them'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const { username, email, permission, begin, end } = params;
        const names = [...(params.users ?? []), ...(username ? [username] : [])];
        if (names.length === 0 && !email) {
          throw errors.badRequest("'users' or 'email' parameters must be set");
        }
        if (email && end === undefined) {
          throw errors.badRequest("'end' parameter must be set when adding a permission for an 'email'");
        }
        await requireKnown(session, names);
        const all = [...new Set([...names, ...(email ? [`${transientPrefix}${email}`] : [])])];
        return addAces(session, document, {
          acl: params.acl,
          aces: all.map((name) => entry(session, name, permission, { ...params, begin, end })),
          blockInheritance: params.blockInheritance,
        });
      },
    },
  },
});

interface EntryDetails {
  readonly begin?: string | undefined;
  readonly end?: string | undefined;
  readonly notify?: boolean;
  readonly comment?: string | undefined;
  readonly granted?: boolean;
}

function entry(session: Session, username: string, permission: string, details: EntryDetails): Ace {
  const { begin = null, end = null, notify = false, comment = null, granted = true } = details;
  return {
    username,
    permission,
    granted,
    creator: session.username,
    begin,
    end,
    ...(notify || comment !== null ? { notify, comment } : {}),
  };
}

async function requireKnown(session: Session, names: readonly string[]): Promise<void> {
  const unknown = [];
  for (const name of new Set(names)) {
    const isNobody = name === everyone || name.startsWith(transientPrefix);
    if (!isNobody && !(await findUser(session, name)) && !(await findGroup(session, name)))
      unknown.push(name);
  }
  if (unknown.length > 0) {
    throw errors.badRequest(
      `The following set of User or Group names do not exist: [${unknown.join(',')}]. Please provide valid ones.`,
    );
  }
}

const replace = defineOperation({
  id: 'Document.ReplacePermission',
  category,
  label: 'Replace Permission',
  description: 'Puts another entry in the place of one in an access control list.',
  params: {
    username: required('string', 'Name of the user or group', { aliases: ['user'] }),
    permission: required('string', 'What they may do'),
    acl,
    ...period,
    id: required('string', 'Id of the entry to replace'),
    notify: defaulted('boolean', false, 'Tell them'),
    comment: optional('string', 'What to tell them'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const replacement = entry(session, params.username, params.permission, params);
        return replaceAce(session, document, params.acl, params.id, replacement);
      },
    },
  },
});

const remove = defineOperation({
  id: 'Document.RemovePermission',
  category,
  label: 'Remove Permission',
  description: 'Removes one entry, or all of a user or group, from an access control list.',
  params: {
    id: optional('string', 'Id of the entry'),
    user: optional('string', 'Name of the user or group'),
    acl,
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => {
        const { id, user: username } = params;
        if (id === undefined && username === undefined) {
          throw errors.badRequest("'id' or 'user' parameter must be set");
        }
        return removeAces(session, document, { acl: params.acl, id, username });
      },
    },
  },
});

const block = defineOperation({
  id: 'Document.BlockPermissionInheritance',
  category,
  label: 'Block Permission Inheritance',
  description: 'The input document no longer has the permissions of its folder.',
  params: { acl },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => blockInheritance(session, document, params.acl),
    },
  },
});

const unblock = defineOperation({
  id: 'Document.UnblockPermissionInheritance',
  category,
  label: 'Unblock Permission Inheritance',
  description: 'The input document has the permissions of its folder again.',
  params: { acl },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => unblockInheritance(session, document, params.acl),
    },
  },
});

const addAce = defineOperation({
  id: 'Document.AddACE',
  aliases: ['Document.SetACE'],
  category,
  label: 'Add ACE',
  description: 'Grants or denies one permission to one user or group.',
  params: {
    user: required('string', 'Name of the user or group'),
    permission: required('string', 'Name of the permission'),
    acl,
    grant: defaulted('boolean', true, 'Granted, or denied'),
    overwrite: defaulted('boolean', true, 'In place of what the list says of this user and permission'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const { user, permission, grant, overwrite } = params;
        await requireKnown(session, [user]);
        let current = document;
        if (overwrite) {
          const acls = await effectiveAcls(session, document);
          const own = acls.find(({ name }) => name === params.acl)?.aces ?? [];
          for (const ace of own.filter((one) => one.username === user && one.permission === permission)) {
            current = await removeAces(session, current, { acl: params.acl, id: aceId(ace) });
          }
        }
        return addAces(session, current, {
          acl: params.acl,
          aces: [entry(session, user, permission, { granted: grant })],
        });
      },
    },
  },
});

const removeList = defineOperation({
  id: 'Document.RemoveACL',
  category,
  label: 'Remove ACL',
  description: 'Removes a whole access control list of the input document.',
  params: { acl: required('string', 'Name of the list') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => removeAcl(session, document, params.acl),
    },
  },
});

const purge = defineOperation({
  id: 'PermissionsPurge',
  category,
  label: 'Archive ACEs',
  description: 'Ends every entry of some users or groups, on the input documents or everywhere.',
  params: { usernames: required('string', 'Names, separated by commas') },
  methods: {
    documents: {
      to: 'void',
      run: async ({ session, params }, documents) => {
        for (const { id } of documents) await purgeEntries(session, id, readListText(params.usernames));
      },
    },
    void: {
      to: 'void',
      run: async ({ session, params }) => {
        const names = readListText(params.usernames);
        if (names.length === 0) return;
        const marks = names.map(() => '?').join(', ');
        await session.write();
        const { entries } = await runQuery(
          session,
          `SELECT * FROM Document WHERE ecm:acl/*/principal IN (${marks})`,
          { positional: names },
        );
        for (const { id } of entries) await purgeEntries(session, id, names);
      },
    },
  },
});

async function purgeEntries(session: Session, id: string, names: readonly string[]): Promise<void> {
  const row = await session.read.documents.get(id);
  if (!row || row.isVersion) return;
  if (!row.acls.some(({ aces }) => aces.some(({ username }) => names.includes(username)))) return;
  await endAces(session, row, names);
}

export const permissionOperations = [add, replace, remove, block, unblock, addAce, removeList, purge];
