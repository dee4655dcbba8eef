/** Variables of a call, and inputs put aside (platform.md §7.8). */
import { errors } from '#server/core/errors.ts';
import type { Session } from '#server/core/session.ts';
import type { Json } from '#wire/json.ts';
import type { OperationContext, StackKind } from './context.ts';
import { type Call, defineOperation } from './define-operation.ts';
import { evaluateText } from './expression.ts';
import { adapters } from './input.ts';
import { optional, required } from './parameters.ts';
import type { OperationInput } from './result.ts';
import { scopeOf } from './scope.ts';

const category = 'Execution Context';
const none = {} as const;

// --------------------------------------------------------------------------------------- putting aside

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

// -------------------------------------------------------------------------------------------- variables

async function only<Input>(
  session: Session,
  value: OperationInput,
  kind: (
    session: Session,
    input: OperationInput,
  ) => Promise<{ readonly items: readonly Input[] } | undefined>,
): Promise<Input> {
  const [item] = (await kind(session, value))?.items ?? [];
  if (item === undefined) throw errors.badRequest('The variable holds something else');
  return item;
}

const documentIn = (session: Session, value: OperationInput) => only(session, value, adapters.document);
const documentsIn = (session: Session, value: OperationInput) => only(session, value, adapters.documents);
const blobIn = (session: Session, value: OperationInput) => only(session, value, adapters.blob);
const blobsIn = (session: Session, value: OperationInput) => only(session, value, adapters.bloblist);

function variable({ context, params }: Call<typeof byName>): OperationInput {
  const value = context.get(params.name);
  if (!value) throw errors.badRequest(`There is no variable ${params.name}`);
  return value;
}

/** A plain name keeps what a file is; anything else is worked out to data. */
function scripted({ session, context, input, params: { script } }: Call<typeof byScript>): OperationInput {
  const name = /^\s*(?:Context\.(\w+)|Context\[["']([^"']+)["']\]|(\w+))\s*$/.exec(script);
  const named = name && context.get(name[1] ?? name[2] ?? name[3] ?? '');
  return named ?? { kind: 'json', value: evaluateText(script, scopeOf(session, context, input)) };
}

const byName = { name: required('string', 'Name of the variable') } as const;
const byScript = { script: required('string', 'An expression') } as const;

const restores = [
  defineOperation({
    id: 'Context.RestoreDocumentInput',
    category,
    label: 'Restore Document Input',
    description: 'The document in a variable.',
    params: byName,
    methods: { void: { to: 'document', run: (call) => documentIn(call.session, variable(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreDocumentsInput',
    category,
    label: 'Restore Documents Input',
    description: 'The documents in a variable.',
    params: byName,
    methods: { void: { to: 'documents', run: (call) => documentsIn(call.session, variable(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreBlobInput',
    category,
    label: 'Restore File Input',
    description: 'The file in a variable.',
    params: byName,
    methods: { void: { to: 'blob', run: (call) => blobIn(call.session, variable(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreBlobsInput',
    category,
    label: 'Restore Files Input',
    description: 'The files in a variable.',
    params: byName,
    methods: { void: { to: 'bloblist', run: (call) => blobsIn(call.session, variable(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreDocumentInputFromScript',
    category,
    label: 'Restore Document Input from Script',
    description: 'The document that an expression names.',
    params: byScript,
    methods: { void: { to: 'document', run: (call) => documentIn(call.session, scripted(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreDocumentsInputFromScript',
    category,
    label: 'Restore Documents Input from Script',
    description: 'The documents that an expression names.',
    params: byScript,
    methods: { void: { to: 'documents', run: (call) => documentsIn(call.session, scripted(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreBlobInputFromScript',
    category,
    label: 'Restore File Input from Script',
    description: 'The file that an expression names.',
    params: byScript,
    methods: { void: { to: 'blob', run: (call) => blobIn(call.session, scripted(call)) } },
  }),
  defineOperation({
    id: 'Context.RestoreBlobsInputFromScript',
    category,
    label: 'Restore Files Input from Script',
    description: 'The files that an expression names.',
    params: byScript,
    methods: { void: { to: 'bloblist', run: (call) => blobsIn(call.session, scripted(call)) } },
  }),
];

const setInput = defineOperation({
  id: 'Context.SetInputAsVar',
  category,
  label: 'Set Context Variable From Input',
  description: 'Keeps the input in a variable and hands it on.',
  params: byName,
  methods: {
    void: {
      to: 'result',
      run: ({ context, input, params }) => {
        context.set(params.name, input);
        return handedOn(input);
      },
    },
  },
});

const setVariable = defineOperation({
  id: 'Context.SetVar',
  category,
  label: 'Set Context Variable',
  description: 'Sets a variable and hands the input on.',
  params: { ...byName, value: optional('object', 'The value; an expression begins with expr:') },
  methods: {
    void: {
      to: 'result',
      run: ({ context, input, params: { name, value = null } }) => {
        context.setJson(name, value);
        return handedOn(input);
      },
    },
  },
});

/** Within a chain the next step goes on with the same input; over HTTP a call that only sets something says nothing. */
function handedOn(input: OperationInput) {
  switch (input.kind) {
    case 'void':
      return { kind: 'void' } as const;
    case 'json':
      return { kind: 'json', value: input.value satisfies Json } as const;
    case 'documents':
      return { kind: 'documents', documents: input.documents } as const;
    default:
      return input;
  }
}

export const contextOperations = [
  pushDocument,
  pushDocuments,
  pushBlob,
  pushBlobs,
  ...takings,
  ...restores,
  setInput,
  setVariable,
];
