/** Operations that set variables of a call, or use them as input. */
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { isString, type Json } from '#wire/json.ts';
import { type Call, defineOperation } from '../machinery/define-operation.ts';
import { evaluateText } from '../machinery/expression.ts';
import { optional, required } from '../machinery/parameters.ts';
import { documentFrom } from '../machinery/references.ts';
import type { OperationInput } from '../machinery/result.ts';
import { scopeOf } from '../machinery/scope.ts';
import { blobIn, blobsIn, documentIn, documentsIn } from '../machinery/variable-values.ts';

const category = 'Execution Context';

// -------------------------------------------------------------------------------------------- variables

function variable({ context, params }: Call<typeof byName>): OperationInput {
  const value = context.get(params.name);
  if (!value) throw errors.badRequest(`There is no variable ${params.name}`);
  return value;
}

/** The name of a variable keeps its value's kind (such as a file); any other script gives JSON data. */
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
      run: async ({ session, context, input, params }) => {
        const known = await resolved(session, input);
        context.set(params.name, known);
        return handedOn(known);
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
      run: async ({ session, context, input, params: { name, value = null } }) => {
        context.setJson(name, value);
        return handedOn(await resolved(session, input));
      },
    },
  },
});

/** A text that starts with `doc:` refers to a document by id or path. */
async function resolved(session: Session, input: OperationInput): Promise<OperationInput> {
  if (input.kind !== 'json' || !isString(input.value) || !input.value.startsWith('doc:')) return input;
  const document = await documentFrom(session, input.value);
  return document ? { kind: 'document', document } : input;
}

/** In a chain the next step gets the same input; over HTTP such a call has an empty answer. */
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

export const contextOperations = [...restores, setInput, setVariable];
