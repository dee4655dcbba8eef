/** Operations on quotas and used space. */
import { requirePermission } from '#server/core/access/access.ts';
import { getDocument } from '#server/core/documents/documents.ts';
import { quotaInfo, quotaStatistics, recountContent, setQuota } from '#server/core/documents/quota.ts';
import { findUserWorkspace } from '#server/core/documents/user-workspace.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Quotas';
const documentRef = optional('document', 'The folder; the input when absent');

function given(document: DocumentRow | undefined): DocumentRow {
  if (!document) throw errors.badRequest("'documentRef' parameter must be set");
  return document;
}

async function infoOf(session: Session, document: DocumentRow) {
  const value = { ...(await quotaInfo(session, document)) };
  return { entityType: 'org.nuxeo.ecm.quota.automation.SimpleQuotaInfo', value };
}

const info = defineOperation({
  id: 'Quotas.GetInfo',
  category,
  label: 'Get Quota info',
  description: 'What a folder uses of its space, and how much it may.',
  params: { documentRef },
  methods: {
    document: {
      to: 'json',
      run: ({ session, params }, document) => infoOf(session, params.documentRef ?? document),
    },
    void: { to: 'json', run: ({ session, params }) => infoOf(session, given(params.documentRef)) },
  },
});

const setSize = defineOperation({
  id: 'Quotas.SetMaxSize',
  category,
  label: 'Set Quota max size',
  description: 'How much a folder may hold.',
  params: { targetSize: required('long', 'Bytes; -1 for no limit'), documentRef },
  methods: {
    document: {
      to: 'long',
      run: ({ session, params }, document) =>
        setQuota(session, params.documentRef ?? document, params.targetSize),
    },
    void: {
      to: 'long',
      run: ({ session, params }) => setQuota(session, given(params.documentRef), params.targetSize),
    },
  },
});

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

function readable(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Math.round(bytes / 10 ** (3 * step))} ${sizes[step]}`;
}

const statistics = defineOperation({
  id: 'Quotas.GetStatistics',
  category,
  label: 'Get Quota statistics',
  description: 'What a folder’s space is used for.',
  params: {
    documentRef: required('document', 'The folder'),
    language: defaulted('string', 'en', 'Language of the labels'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const { live, trash, versions } = await quotaStatistics(session, params.documentRef);
        const words = params.language.startsWith('fr')
          ? ['Documents', 'Corbeille', 'Versions']
          : ['Live size', 'Trash size', 'Versions size'];
        return [live, trash, versions].map((data, index) => ({
          label: `${words[index]}:${readable(data)}`,
          data,
        }));
      },
    },
  },
});

const recompute = defineOperation({
  id: 'Quotas.RecomputeStatistics',
  category,
  label: 'Recompute quota statistics',
  description: 'Counts anew what a folder, or a person’s own workspace, holds.',
  params: {
    tenantId: optional('string', 'Accepted from older clients'),
    username: optional('string', 'Whose own workspace'),
    path: optional('string', 'Path of the folder'),
    updaterName: optional('string', 'Accepted from older clients: there is one way to count'),
  },
  methods: {
    void: {
      to: 'string',
      run: async ({ session, params: { username, path } }) => {
        await session.write();
        const workspace = username === undefined ? undefined : await findUserWorkspace(session, username);
        if (username !== undefined && !workspace) throw errors.notFound(`${username} has no workspace yet`);
        const folder = workspace ?? (await getDocument(session, { path: path ?? '/' }));
        await requirePermission(session, folder, 'Everything');
        await recountContent(session, folder);
        return folder.path ?? folder.id;
      },
    },
  },
});

export const quotaOperations = [info, setSize, statistics, recompute];
