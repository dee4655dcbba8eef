/** Operations on the server: waiting for jobs, search suggestions, and calls accepted without effect. */
import { titleOf } from '#server/core/documents/documents.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { systemPrincipals } from '#server/core/kernel/session.ts';
import { waitForJobs } from '#server/core/kernel/wait-for-jobs.ts';
import { canInvite, inviteUser } from '#server/core/people/invite-user.ts';
import { principalsOf } from '#server/core/people/principals.ts';
import { searchGroups, searchUsers } from '#server/core/people/searches.ts';
import { createUser, type User } from '#server/core/people/users.ts';
import { runQuery } from '#server/core/search/run-query.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import { type Call, defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const waitForIndexing = defineOperation({
  id: 'Elasticsearch.WaitForIndexing',
  aliases: ['Search.WaitForIndexing'],
  category: 'Services',
  label: 'Wait for Indexing',
  description: 'Waits until every file is searchable; false when the time is up before.',
  params: {
    timeoutSecond: defaulted('integer', 60, 'Wait no longer'),
    refresh: defaulted('boolean', false, 'Accepted from older clients'),
    waitForAudit: defaulted('boolean', false, 'Accepted: the audit trail is never behind'),
    waitForBulkService: defaulted('boolean', false, 'Wait for bulk commands too'),
  },
  methods: {
    void: {
      to: 'boolean',
      run: async ({ session, params: { timeoutSecond, waitForBulkService } }) => {
        const areDone = async (): Promise<boolean> =>
          !(await session.read.jobs.counts()).some(
            ({ kind, state, count }) =>
              (kind === 'content' || (waitForBulkService && kind === 'bulk')) &&
              (state === 'scheduled' || state === 'running') &&
              count > 0,
          );
        return waitForJobs(session, areDone, timeoutSecond);
      },
    },
  },
});

const mostOfEach = 5;

const suggesters = defineOperation({
  id: 'Search.SuggestersLauncher',
  category: 'Services',
  label: 'Suggesters launcher',
  description: 'Documents, users and groups that a few typed letters may mean.',
  params: { searchTerm: defaulted('string', '', 'What was typed') },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const term = params.searchTerm.trim();
        if (term === '') return [];
        const page = { pageSize: mostOfEach, currentPageIndex: 0 };
        const documents = await runQuery(
          session,
          'SELECT * FROM Document WHERE dc:title ILIKE ? AND ecm:isTrashed = 0 AND ecm:isVersion = 0 ORDER BY dc:modified DESC',
          { positional: [`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`], ...page },
        );
        const users = await searchUsers(session, term, page);
        const groups = await searchGroups(session, term, page);
        return [
          ...documents.entries.map((row) => ({
            id: row.id,
            label: titleOf(row),
            type: 'document',
            url: row.path,
            icon: iconOf(row),
            thumbnailUrl: `api/v1/repo/${row.repository}/id/${row.id}/@rendition/thumbnail`,
            highlights: null,
          })),
          ...users.entries.map((user) => ({
            id: user.id,
            label: fullName(user),
            type: 'user',
            url: `user/${user.id}`,
            icon: '/icons/user.png',
            thumbnailUrl: null,
            highlights: null,
          })),
          ...groups.entries.map(({ id, label }) => ({
            id,
            label: label ?? id,
            type: 'group',
            url: `group/${id}`,
            icon: '/icons/group.png',
            thumbnailUrl: null,
            highlights: null,
          })),
        ];
      },
    },
  },
});

function iconOf({ properties }: DocumentRow): string {
  const icon = properties['common:icon'];
  return typeof icon === 'string' ? icon : '/icons/file.gif';
}

function fullName({ id, properties }: User): string {
  return [properties.firstName, properties.lastName].filter(Boolean).join(' ') || id;
}

const actions = defineOperation({
  id: 'Actions.GET',
  category: 'Services',
  label: 'List available actions',
  description: 'Actions registered with the server: none, for the app knows its own.',
  params: { category: required('string', 'Category of the actions'), lang: optional('string', 'Language') },
  methods: { void: { to: 'jsonBlob', run: () => [] } },
});

const counters = defineOperation({
  id: 'Counters.GET',
  category: 'Services',
  label: 'Retrieve counters values',
  description: 'How many jobs there are of each kind and state.',
  administratorsOnly: true,
  params: { counterNames: optional('stringlist', 'Only these: kind.state') },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params: { counterNames } }) => {
        const counts = await session.read.jobs.counts();
        const all = counts.map(({ kind, state, count }) => [`${kind}.${state}`, count] as const);
        return Object.fromEntries(all.filter(([name]) => counterNames?.includes(name) ?? true));
      },
    },
  },
});

const toggleStacks = defineOperation({
  id: 'JsonStack.ToggleDisplay',
  category: 'Trace',
  label: 'Toggle stack display in JSON answers',
  description:
    'Whether errors tell of their insides, until the server ends; without a value, the other way round.',
  administratorsOnly: true,
  params: { enableTrace: optional('boolean', 'Shown, or hidden') },
  methods: {
    void: {
      to: 'void',
      run: ({ request: { errorDisplay }, params: { enableTrace } }) => {
        if (errorDisplay) errorDisplay.showsStacks = enableTrace ?? !errorDisplay.showsStacks;
      },
    },
  },
});

const saveSession = defineOperation({
  id: 'Repository.SaveSession',
  aliases: ['Document.SaveSession'],
  category: 'Execution Flow',
  label: 'Save Session',
  description: 'Hands the input on: everything of a call is stored together at its end.',
  params: {},
  methods: {
    document: { to: 'document', run: (_call, document) => document },
    documents: { to: 'documents', run: (_call, documents) => documents },
    void: { to: 'void', run: () => {} },
  },
});

const logout = defineOperation({
  id: 'Auth.Logout',
  category: 'Users & Groups',
  label: 'Logout',
  description: 'Ends what Auth.LoginAs began in this chain, and hands the input on.',
  params: {},
  methods: {
    document: {
      to: 'document',
      run: ({ context }, document) => {
        context.actingAs = undefined;
        return document;
      },
    },
    void: {
      to: 'void',
      run: ({ context }) => {
        context.actingAs = undefined;
      },
    },
  },
});

async function actAs({ session, context, params }: Call<{ name: typeof actor }>): Promise<undefined> {
  const { administratorGroups } = session.repository.settings;
  const principals =
    params.name === undefined
      ? systemPrincipals
      : await principalsOf(session.read, administratorGroups, params.name);
  if (!principals) throw errors.badRequest(`There is no user ${params.name}`);
  session.audit({ eventId: 'loginAs', category: 'NuxeoAuthentication', comment: principals.username });
  context.actingAs = principals;
}

const actor = optional('string', 'Whom to act as; the system when absent');

const loginAs = defineOperation({
  id: 'Auth.LoginAs',
  category: 'Users & Groups',
  label: 'Login As',
  description: 'The following operations of this chain have the rights of another user, and bear their name.',
  administratorsOnly: true,
  params: { name: actor },
  methods: {
    document: {
      to: 'document',
      run: async (call, document) => {
        await actAs(call);
        return document;
      },
    },
    void: { to: 'void', run: actAs },
  },
});

const updateComments = defineOperation({
  id: 'Document.Routing.UpdateCommentsInfoOnDocument',
  category: 'Document',
  label: 'Update comments number on the document',
  description: 'Nothing is behind: comments are counted when they are asked for.',
  params: {},
  methods: { void: { to: 'void', run: () => {} } },
});

const invite = defineOperation({
  id: 'User.Invite',
  category: 'Services',
  label: 'Invite a user',
  description: 'Makes an account for somebody, sends them a code to set a password with, and gives its name.',
  params: {
    validationMethod: defaulted('validationmethod', 'EMAIL', 'Whether to write to them', {
      values: ['EMAIL', 'NONE'],
    }),
    autoAccept: defaulted('boolean', true, 'Accepted from older clients'),
    info: optional('map', 'Accepted from older clients'),
    comment: optional('string', 'What to tell them'),
  },
  methods: {
    object: {
      to: 'string',
      run: async ({ session, params }, user) => {
        const properties = isJsonObject(user) && isJsonObject(user.properties) ? user.properties : undefined;
        if (!isJsonObject(user) || !properties) throw errors.badRequest('The input must be a user');
        const input = { id: isString(user.id) ? user.id : undefined, properties };
        const isMailed = params.validationMethod === 'EMAIL' && canInvite(session.repository);
        return (await (isMailed ? inviteUser(session, input, params.comment) : createUser(session, input)))
          .id;
      },
    },
  },
});

export const serverOperations = [
  waitForIndexing,
  suggesters,
  actions,
  counters,
  toggleStacks,
  saveSession,
  loginAs,
  logout,
  updateComments,
  invite,
];
