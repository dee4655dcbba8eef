/**
 * Operations that run other operations, in the same transaction: a failure inside rolls back everything.
 * Invariant: an isolated run can read the variables but not change them.
 */
import { errors } from '#server/core/kernel/errors.ts';
import type { OperationContext } from '../machinery/context.ts';
import { type Call, defineOperation } from '../machinery/define-operation.ts';
import { evaluateText } from '../machinery/expression.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';
import type { OperationInput, OperationResult } from '../machinery/result.ts';
import { scopeOf } from '../machinery/scope.ts';

const category = 'Execution Flow';
const id = required('string', 'Id of the operation or chain');
const parameters = defaulted('properties', {}, 'Parameters for it', { isDeferred: true });
const isolate = defaulted('boolean', false, 'It changes no variables of this call');

/** Accepted from older clients without effect: there is one transaction, rolled back as a whole. */
const transaction = {
  newTx: defaulted('boolean', false, 'Accepted from older clients'),
  timeout: defaulted('integer', 60, 'Accepted from older clients'),
  rollbackGlobalOnError: defaulted('boolean', true, 'A failure undoes all; nothing else is offered'),
} as const;

const oneRun = { id, isolate, parameters } as const;

function runOn(call: Call<typeof oneRun>, input: OperationInput): Promise<OperationResult> {
  const { params, context } = call;
  return call.run(params.id, {
    input,
    params: params.parameters,
    context: params.isolate ? context.copy() : context,
  });
}

const run = defineOperation({
  id: 'RunOperation',
  aliases: ['Context.RunOperation'],
  category,
  label: 'Run Chain',
  description: 'Runs another operation on the input and gives what it gives.',
  params: oneRun,
  methods: { void: { to: 'result', run: (call) => runOn(call, call.input) } },
});

const runOnDocument = defineOperation({
  id: 'RunDocumentOperation',
  aliases: ['Context.RunDocumentOperation'],
  category,
  label: 'Run Document Chain',
  description: 'Runs another operation on the input documents and gives the document that comes out.',
  params: { ...oneRun, ...transaction },
  methods: {
    eachDocument: {
      to: 'document',
      run: async (call, document) => {
        const result = await runOn(call, { kind: 'document', document });
        return result.kind === 'document' ? result.document : document;
      },
    },
  },
});

const runOnFile = defineOperation({
  id: 'RunFileOperation',
  aliases: ['Context.RunFileOperation'],
  category,
  label: 'Run File Chain',
  description: 'Runs another operation on the input files and gives the file that comes out.',
  params: { ...oneRun, ...transaction },
  methods: {
    eachBlob: {
      to: 'blob',
      run: async (call, blob) => {
        const result = await runOn(call, { kind: 'blob', blob });
        return result.kind === 'blob' ? result.blob : blob;
      },
    },
  },
});

const runOnList = defineOperation({
  id: 'RunOperationOnList',
  aliases: ['Context.RunOperationOnList'],
  category,
  label: 'Run For Each',
  description: 'Runs another operation once for each item of a list that is in a variable.',
  params: {
    id,
    list: required('string', 'Variable with the list'),
    item: defaulted('string', 'item', 'Variable that holds the item'),
    isolate: defaulted('boolean', true, 'It changes no variables of this call'),
    parameters,
    ...transaction,
  },
  methods: {
    void: {
      to: 'void',
      run: async (call) => {
        const { context, input, params } = call;
        for (const item of itemsIn(context, params.list)) {
          const inner = params.isolate ? context.copy() : context;
          inner.set(params.item, item);
          await call.run(params.id, { input, params: params.parameters, context: inner });
        }
      },
    },
  },
});

function itemsIn(context: OperationContext, name: string): readonly OperationInput[] {
  const list = context.get(name);
  if (list?.kind === 'documents') {
    return list.documents.map((document) => ({ kind: 'document', document }));
  }
  if (list?.kind === 'blobs') return list.blobs.map((blob) => ({ kind: 'blob', blob }));
  if (list?.kind === 'json' && Array.isArray(list.value)) {
    return list.value.map((value) => ({ kind: 'json', value }));
  }
  throw errors.badRequest(`There is no list in a variable ${name}`);
}

const runOnPages = defineOperation({
  id: 'RunOperationOnProvider',
  aliases: ['Context.RunOperationOnProvider'],
  category,
  label: 'Run For Each Page',
  description: 'Runs another operation on the input documents, a page at a time.',
  params: { id, isolate: defaulted('boolean', true, 'It changes no variables of this call') },
  methods: {
    documents: {
      to: 'void',
      run: async (call, documents) => {
        const { params, context } = call;
        await call.run(params.id, {
          input: { kind: 'documents', documents },
          params: {},
          context: params.isolate ? context.copy() : context,
        });
      },
    },
  },
});

// ---------------------------------------------------------------------------------------------- scripts

const runScript = defineOperation({
  id: 'RunScript',
  aliases: ['Context.RunScript'],
  category: 'Scripting',
  label: 'Run Script',
  description: 'Works out an expression, or sets a variable: `Context["name"] = expression`.',
  administratorsOnly: true,
  params: { script: required('string', 'The expression') },
  methods: {
    void: {
      to: 'void',
      run: ({ session, context, input, params: { script } }) => {
        const assignment = /^\s*Context\[["']([^"']+)["']\]\s*=(?!=)([\s\S]*)$/.exec(script);
        const [, name, expression = script] = assignment ?? [];
        const value = evaluateText(expression.replace(/;\s*$/, ''), scopeOf(session, context, input));
        if (name !== undefined) context.setJson(name, value);
      },
    },
  },
});

const runInputScript = defineOperation({
  id: 'RunInputScript',
  aliases: ['Context.RunInputScript'],
  category: 'Scripting',
  label: 'Run Input Script',
  description: 'Works out the expression in the input file and gives its value as text.',
  administratorsOnly: true,
  params: {
    type: optional('string', 'Accepted from older clients; there is one language', { values: ['mvel'] }),
  },
  methods: {
    blob: {
      to: 'blob',
      run: async ({ session, context, input }, blob) => {
        if (blob.length > longestScript) throw errors.badRequest('The script is too long');
        const content = await session.repository.ports.blobs.open(blob.key);
        const script = content ? await new Response(content.stream()).text() : '';
        const value = evaluateText(script, scopeOf(session, context, input));
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        const bytes = new Response(text).body ?? new ReadableStream<Uint8Array>();
        const made = await session.repository.ports.blobs.write(bytes);
        return { ...made, name: 'result.txt', mimeType: 'text/plain', encoding: 'UTF-8' };
      },
    },
  },
});
const longestScript = 100_000;

export const runOperations = [
  run,
  runOnDocument,
  runOnFile,
  runOnList,
  runOnPages,
  runScript,
  runInputScript,
];
