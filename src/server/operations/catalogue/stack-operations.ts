/** Operations that push an input on a stack and pop it later. */
import { errors } from '#server/core/kernel/errors.ts';
import type { OperationContext, StackKind } from '../machinery/context.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import type { OperationInput } from '../machinery/result.ts';
import { blobIn, blobsIn, documentIn, documentsIn } from '../machinery/variable-values.ts';

const none = {} as const;

const pushDocument = defineOperation({
  id: 'Context.PushDocument',
  aliases: ['Document.Push'],
  category: 'Push & Pop',
  label: 'Push Document',
  description: 'Puts the input document aside.',
  params: none,
  methods: {
    document: {
      to: 'document',
      run: ({ context }, document) => {
        context.push({ kind: 'document', document });
        return document;
      },
    },
  },
});

const pushDocuments = defineOperation({
  id: 'Context.PushDocumentList',
  aliases: ['Document.PushList'],
  category: 'Push & Pop',
  label: 'Push Document List',
  description: 'Puts the input documents aside.',
  params: none,
  methods: {
    documents: {
      to: 'documents',
      run: ({ context }, documents) => {
        context.push({ kind: 'documents', documents });
        return documents;
      },
    },
  },
});

const pushBlob = defineOperation({
  id: 'Context.PushBlob',
  aliases: ['Blob.Push'],
  category: 'Push & Pop',
  label: 'Push File',
  description: 'Puts the input file aside.',
  params: none,
  methods: {
    blob: {
      to: 'blob',
      run: ({ context }, blob) => {
        context.push({ kind: 'blob', blob });
        return blob;
      },
    },
  },
});

const pushBlobs = defineOperation({
  id: 'Context.PushBlobList',
  aliases: ['Blob.PushList'],
  category: 'Push & Pop',
  label: 'Push File List',
  description: 'Puts the input files aside.',
  params: none,
  methods: {
    bloblist: {
      to: 'bloblist',
      run: ({ context }, blobs) => {
        context.push({ kind: 'blobs', blobs });
        return blobs;
      },
    },
  },
});

function taken(context: OperationContext, kind: StackKind, from: 'top' | 'bottom'): OperationInput {
  const value = context.take(kind, from);
  if (!value) throw errors.badRequest(`Nothing was put aside that is a ${kind}`);
  return value;
}

const ends = [
  { verb: 'Pop', from: 'top', says: 'last' },
  { verb: 'Pull', from: 'bottom', says: 'first' },
] as const;

const takings = ends.flatMap(({ verb, from, says }) => [
  defineOperation({
    id: `Context.${verb}Document`,
    aliases: [`Document.${verb}`],
    category: 'Push & Pop',
    label: `${verb} Document`,
    description: `The document that was put aside ${says}.`,
    params: none,
    methods: {
      void: {
        to: 'document',
        run: ({ session, context }) => documentIn(session, taken(context, 'document', from)),
      },
    },
  }),
  defineOperation({
    id: `Context.${verb}DocumentList`,
    aliases: [`Document.${verb}List`],
    category: 'Push & Pop',
    label: `${verb} Document List`,
    description: `The documents that were put aside ${says}.`,
    params: none,
    methods: {
      void: {
        to: 'documents',
        run: ({ session, context }) => documentsIn(session, taken(context, 'documents', from)),
      },
    },
  }),
  defineOperation({
    id: `Context.${verb}Blob`,
    aliases: [`Blob.${verb}`],
    category: 'Push & Pop',
    label: `${verb} File`,
    description: `The file that was put aside ${says}.`,
    params: none,
    methods: {
      void: { to: 'blob', run: ({ session, context }) => blobIn(session, taken(context, 'blob', from)) },
    },
  }),
  defineOperation({
    id: `Context.${verb}BlobList`,
    aliases: [`Blob.${verb}List`],
    category: 'Push & Pop',
    label: `${verb} File List`,
    description: `The files that were put aside ${says}.`,
    params: none,
    methods: {
      void: {
        to: 'bloblist',
        run: ({ session, context }) => blobsIn(session, taken(context, 'blobs', from)),
      },
    },
  }),
]);

export const stackOperations = [pushDocument, pushDocuments, pushBlob, pushBlobs, ...takings];
