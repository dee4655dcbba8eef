/** Operations for check-in, check-out, versions and publishing. */
import type { Increment } from '#server/core/configuration/versioning.ts';
import { deleteDocument, getDocument, updateDocument } from '#server/core/documents/documents.ts';
import { createLiveProxy, publish, removeProxies, unpublish } from '#server/core/documents/publishing.ts';
import {
  checkIn,
  checkOut,
  lastVersion,
  requireVersionable,
  restoreVersion,
  versionsOf,
} from '#server/core/documents/versions.ts';
import { publishRendition } from '#server/core/files/publish-rendition.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { currentRow } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Document';
const increments = ['None', 'Minor', 'Major'];

function incrementFrom(text: string, otherwise: Increment): Increment {
  const known: readonly Increment[] = ['none', 'minor', 'major'];
  return known.find((one) => one === text.toLowerCase()) ?? otherwise;
}

const checkInIt = defineOperation({
  id: 'Document.CheckIn',
  category,
  label: 'Check In',
  description: 'Makes a version of the input document and returns the live document.',
  params: {
    version: required('string', 'Which number goes up', { values: ['minor', 'major', 'none'] }),
    comment: optional('string', 'What has changed'),
    versionVarName: optional('string', 'Variable that takes the version'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, context, params: { version, comment, versionVarName } }, document) => {
        const made = await checkIn(session, document, incrementFrom(version, 'minor'), comment);
        if (made && versionVarName) context.set(versionVarName, { kind: 'document', document: made });
        return currentRow(session, document);
      },
    },
  },
});

const checkOutIt = defineOperation({
  id: 'Document.CheckOut',
  category,
  label: 'Check Out',
  description: 'Lets the input document be changed beyond its last version.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session }, document) => {
        await checkOut(session, document);
        return currentRow(session, document);
      },
    },
  },
});

const createVersion = defineOperation({
  id: 'Document.CreateVersion',
  category,
  label: 'Snapshot Version',
  description: 'Makes a version of the input document and returns the live document.',
  params: {
    increment: defaulted('string', 'None', 'Which number goes up; none leaves it to the policies', {
      values: increments,
    }),
    saveDocument: defaulted('boolean', true, 'Make the version now'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { increment, saveDocument } }, document) => {
        requireVersionable(session, document);
        if (!saveDocument) return document;
        const { document: stored } = await updateDocument(session, document, {
          versioning: incrementFrom(increment, 'none'),
        });
        return stored;
      },
    },
  },
});

const versions = defineOperation({
  id: 'Document.GetVersions',
  category,
  label: 'Get Versions',
  description: 'The versions of the input document, oldest first.',
  params: {},
  methods: {
    document: { to: 'documents', run: ({ session }, document) => versionsOf(session, document) },
  },
});

const last = defineOperation({
  id: 'Document.GetLastVersion',
  category,
  label: 'Get Last Version',
  description: 'The last version of the input document; nothing when there is none.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => lastVersion(session, document) },
  },
});

const restore = defineOperation({
  id: 'Document.RestoreVersion',
  category,
  label: 'Restore Version',
  description: 'Gives a document back the state of the input version and returns the live document.',
  params: {
    createVersion: defaulted('boolean', false, 'Keep the present state as a version'),
    checkout: defaulted('boolean', false, 'Leave the document checked out'),
  },
  methods: {
    document: {
      to: 'document',
      run: ({ session, params }, version) => restoreVersion(session, version, params),
    },
  },
});

const treeSnapshot = defineOperation({
  id: 'Document.CreateTreeSnapshot',
  category,
  label: 'Create Tree Snapshot',
  description: 'Makes a version of the input document and of every versionable document inside it.',
  params: {
    'versioning option': defaulted('string', 'MINOR', 'Which number goes up', {
      values: ['MINOR', 'MAJOR', 'NONE'],
    }),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const { documents } = await session.write();
        const increment = incrementFrom(params['versioning option'], 'minor');
        const all: DocumentRow[] = [];
        for await (const row of documents.subtree(document.id)) all.push(row);
        for (const row of all) {
          if (session.types.hasFacet(row, 'Versionable') && row.proxyTargetId === null && !row.isTrashed) {
            await checkIn(session, row, increment);
          }
        }
        return currentRow(session, document);
      },
    },
  },
});

// ------------------------------------------------------------------------------------------- publishing

const override = defaulted('boolean', true, 'Replace what the section shows of the document already');

const publishToSection = defineOperation({
  id: 'Document.PublishToSection',
  aliases: ['Document.Publish'],
  category,
  label: 'Publish Document',
  description: 'Shows the input document in a section and returns what is shown there.',
  params: { target: required('document', 'The section'), override },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params }, document) => publish(session, document, params.target, params.override),
    },
  },
});

const publishToSections = defineOperation({
  id: 'Document.PublishToSections',
  aliases: ['Document.MultiPublish'],
  category,
  label: 'Multi-Publish',
  description: 'Shows the input document in several sections.',
  params: { target: required('documents', 'The sections'), override },
  methods: {
    eachDocument: {
      to: 'documents',
      run: async ({ session, params }, document) => {
        const shown = [];
        for (const section of params.target) {
          shown.push(await publish(session, document, section, params.override));
        }
        return shown;
      },
    },
  },
});

const publishOneRendition = defineOperation({
  id: 'PublishRendition.ID',
  aliases: ['Document.PublishRendition'],
  category,
  label: 'Publish Document’s Rendition',
  description:
    'Shows a rendition of the input document in a section and returns what is shown there; without a rendition, the document itself.',
  params: {
    renditionName: optional('string', 'Which rendition; it must be one that the document has'),
    defaultRendition: optional('boolean', 'The one that suits the type of the document'),
    target: required('document', 'The section'),
    override,
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { renditionName, defaultRendition, target, ...rest } }, document) =>
        renditionName || defaultRendition
          ? publishRendition(session, document, target, renditionName || undefined, rest.override)
          : publish(session, document, target, rest.override),
    },
  },
});

const liveProxy = defineOperation({
  id: 'Document.CreateLiveProxy',
  aliases: ['CreateProxyLive'],
  category,
  label: 'Create a Proxy Live',
  description: 'Shows the input document in another folder, always as it is now.',
  administratorsOnly: true,
  params: { 'Destination Path': required('string', 'Path or id of the folder') },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const folder = params['Destination Path'];
        const target = await getDocument(session, folder.startsWith('/') ? { path: folder } : { id: folder });
        return createLiveProxy(session, document, target);
      },
    },
  },
});

const removeAllProxies = defineOperation({
  id: 'Document.RemoveProxies',
  category,
  label: 'Remove Proxies',
  description: 'Removes what shows the input document elsewhere.',
  params: { save: defaulted('boolean', true, 'Store the change') },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session }, document) => {
        await removeProxies(session, document);
        return document;
      },
    },
  },
});

const unpublishAll = defineOperation({
  id: 'Document.UnpublishAll',
  category,
  label: 'Unpublish Document',
  description: 'Takes the input document out of every section that shows it; a proxy is removed itself.',
  params: {},
  methods: {
    document: {
      to: 'void',
      run: async ({ session }, document) => {
        if (document.proxyTargetId === null) await unpublish(session, document);
        else await deleteDocument(session, document);
      },
    },
  },
});

export const versionOperations = [
  checkInIt,
  checkOutIt,
  createVersion,
  versions,
  last,
  restore,
  treeSnapshot,
  publishToSection,
  publishToSections,
  publishOneRendition,
  liveProxy,
  removeAllProxies,
  unpublishAll,
];
