/** Operations that create, change, move and remove documents. */
import {
  createDocument,
  deleteDocument,
  emptyDocument,
  getDocument,
} from '#server/core/documents/documents.ts';
import { followTransition } from '#server/core/documents/lifecycle.ts';
import { lock, unlock } from '#server/core/documents/locks.ts';
import { emptyTrash, trash, untrash } from '#server/core/documents/trash.ts';
import { copyDocument, moveDocument, orderBefore } from '#server/core/documents/tree.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { JsonObject } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { changeProperties, changeShape, propertiesAfter } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Document';

/** An empty text clears a property: in text form, `dc:source=` is the only way to say so. */
async function emptied(properties: JsonObject): Promise<JsonObject> {
  const found: Record<string, JsonObject[string]> = {};
  for (const name of Object.keys(properties)) {
    await pauseWhenLong();
    found[name] = properties[name] === '' ? null : properties[name];
  }
  return found;
}

const create = defineOperation({
  id: 'Document.Create',
  category,
  label: 'Create',
  description: 'Creates a document inside the input document and returns it.',
  params: {
    type: required('string', 'Type of the new document'),
    name: optional('string', 'Name in its folder; made from the title when absent'),
    properties: optional('properties', 'Property values by xpath'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params: { type, name, properties = {} } }, parent) => {
        const shape = { ...emptyDocument(session, type), properties: {} };
        return createDocument(session, parent, {
          type,
          name,
          properties: await propertiesAfter(session, shape, await emptied(properties)),
        });
      },
    },
  },
});

const update = defineOperation({
  id: 'Document.Update',
  category,
  label: 'Update Properties',
  description: 'Sets properties of the input document.',
  params: {
    properties: required('properties', 'Property values by xpath'),
    propertiesBehaviors: optional(
      'properties',
      'By xpath of a list: append_including_duplicates, append_excluding_duplicates or replace',
    ),
    save: defaulted('boolean', true, 'Store the change'),
    changeToken: optional('string', 'Refuse when the document has changed since'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, document) => {
        const { propertiesBehaviors: behaviors, save, changeToken } = params;
        const properties = await emptied(params.properties);
        return changeProperties(session, document, properties, { save, changeToken, behaviors });
      },
    },
  },
});

const save = defineOperation({
  id: 'Document.Save',
  category,
  label: 'Save',
  description: 'Stores what earlier steps changed without saving.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session }, document) => {
        const { properties, facets } = document;
        return changeShape(session, document, () => ({ properties, facets }), true);
      },
    },
  },
});

const reload = defineOperation({
  id: 'Document.Reload',
  category,
  label: 'Reload',
  description: 'The input document as it is stored now.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session }, { id }) => getDocument(session, { id }),
    },
  },
});

const remove = defineOperation({
  id: 'Document.Delete',
  category,
  label: 'Delete',
  description: 'Removes the input document for good, with everything inside it.',
  params: {},
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session }, document) => {
        await deleteDocument(session, document);
        return undefined;
      },
    },
  },
});

const move = defineOperation({
  id: 'Document.Move',
  category,
  label: 'Move',
  description: 'Moves the input document into another folder and returns it.',
  params: {
    target: required('document', 'The folder'),
    name: optional('string', 'A new name; the old one is kept when absent'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { target, name } }, document) => moveDocument(session, document, target, name),
    },
  },
});

const copy = defineOperation({
  id: 'Document.Copy',
  category,
  label: 'Copy',
  description: 'Copies the input document into a folder and returns the copy.',
  params: {
    target: required('document', 'The folder'),
    name: optional('string', 'Name of the copy'),
    resetLifeCycle: optional('boolean', 'The copy starts in the first state'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { target, name, resetLifeCycle = false } }, document) =>
        copyDocument(session, document, target, { name, resetLifeCycle }),
    },
  },
});

const order = defineOperation({
  id: 'Document.Order',
  category,
  label: 'Order Document',
  description: 'Puts the input documents before another one of the same ordered folder, or last.',
  params: { before: optional('document', 'The document that will follow') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { before } }, document) => orderBefore(session, document, before),
    },
  },
});

const toTrash = defineOperation({
  id: 'Document.Trash',
  category,
  label: 'Trash',
  description: 'Puts the input document into the trash.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => trash(session, document) },
  },
});

const fromTrash = defineOperation({
  id: 'Document.Untrash',
  category,
  label: 'Untrash',
  description: 'Takes the input document out of the trash.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => untrash(session, document) },
  },
});

const empty = defineOperation({
  id: 'Document.EmptyTrash',
  category,
  label: 'Empty Trash',
  description: 'Removes for good what was put in the trash directly in a folder.',
  params: { parent: required('document', 'The folder') },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params: { parent } }) => {
        await emptyTrash(session, parent);
      },
    },
  },
});

const lockIt = defineOperation({
  id: 'Document.Lock',
  category,
  label: 'Lock',
  description: 'Keeps others from changing the input document.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => lock(session, document) },
  },
});

const unlockIt = defineOperation({
  id: 'Document.Unlock',
  category,
  label: 'Unlock',
  description: 'Lets others change the input document again.',
  params: {},
  methods: {
    eachDocument: { to: 'document', run: ({ session }, document) => unlock(session, document) },
  },
});

const transition = defineOperation({
  id: 'Document.FollowLifecycleTransition',
  aliases: ['Document.SetLifeCycle'],
  category,
  label: 'Follow Life Cycle Transition',
  description: 'Takes the input document from its state to another.',
  params: { value: required('string', 'Name of the transition') },
  methods: {
    eachDocument: {
      to: 'document',
      run: ({ session, params: { value } }, document) => followTransition(session, document, value),
    },
  },
});

export const documentOperations = [
  create,
  update,
  save,
  reload,
  remove,
  move,
  copy,
  order,
  toTrash,
  fromTrash,
  empty,
  lockIt,
  unlockIt,
  transition,
];
