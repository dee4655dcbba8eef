/**
 * Operations from the configuration folder: steps that run other operations, and an expression for the result
 * (docs/adr/0009). Invariant: plain data; they can do nothing that their caller could not do.
 *
 *   Scripting.Greeting:
 *     input: document
 *     output: string
 *     params: { word: { type: string, default: Hello } }
 *     steps: [{ run: Document.Lock }]
 *     returns: expr:ChainParameters.word + " " + Document.title
 */
import { Reader } from '#server/core/configuration/reader.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { missingParameter } from './coercion.ts';
import { asInput } from './context.ts';
import type { Operation, RunnableMethod, Running } from './define-operation.ts';
import { chainCategory } from './describe-operation.ts';
import { resolveExpressions } from './expression.ts';
import { adapters, type InputKind, type Inputs } from './input.ts';
import { gathered, type OutputKind } from './output.ts';
import { areComplete, type Parameter, type Parameters } from './parameters.ts';
import { documentFrom, documentsFrom } from './references.ts';
import type { OperationInput, OperationResult } from './result.ts';
import { scopeOf } from './scope.ts';

interface Step {
  readonly run: string;
  readonly params: JsonObject;
  /** The variable that gets the step's result; the input of the next step then stays the same. */
  readonly into?: string;
}

interface Script {
  readonly id: string;
  readonly params: Parameters;
  readonly steps: readonly Step[];
  /** Undefined: the result of the last step. */
  readonly returns: Json | undefined;
  readonly output: OutputKind;
}

const inputWords = {
  void: 'void',
  document: 'eachDocument',
  documents: 'documents',
  blob: 'eachBlob',
  bloblist: 'bloblist',
  object: 'object',
} as const satisfies Record<string, InputKind>;

const outputWords = {
  void: 'void',
  string: 'string',
  boolean: 'boolean',
  number: 'long',
  map: 'map',
  json: 'jsonBlob',
  document: 'document',
  documents: 'documents',
  blob: 'blob',
  bloblist: 'bloblist',
} as const satisfies Record<string, OutputKind>;

const parameterWords = [
  'string',
  'boolean',
  'integer',
  'long',
  'float',
  'date',
  'stringlist',
  'properties',
  'object',
  'map',
  'list',
] as const;

/** @throws ConfigurationFault */
export function readOperations(section: Reader): readonly Operation[] {
  return section.entries((id, value) => {
    const fields = value.fields(['label', 'description', 'input', 'output', 'params', 'steps', 'returns']);
    const params = fields.optional('params')?.entries(readParameter) ?? [];
    const script: Script = {
      id,
      params: Object.fromEntries(params),
      steps: fields.optional('steps')?.list(readStep) ?? [],
      returns: fields.optional('returns')?.json(),
      output: outputWords[fields.optional('output')?.word(wordsOf(outputWords)) ?? 'void'],
    };
    if (script.steps.length === 0 && script.returns === undefined) value.fail('needs steps or returns');
    const from = inputWords[fields.optional('input')?.word(wordsOf(inputWords)) ?? 'void'];
    return {
      id,
      label: fields.optional('label')?.string() ?? id,
      category: chainCategory,
      description: fields.optional('description')?.string() ?? '',
      params: script.params,
      methods: [methodOf(script, from)],
    };
  });
}

function wordsOf<Word extends string>(table: Readonly<Record<Word, unknown>>): readonly Word[] {
  return Object.keys(table).filter((word): word is Word => Object.hasOwn(table, word));
}

function readParameter(name: string, value: Reader): readonly [string, Parameter] {
  if (!value.isObject) {
    return [name, { type: value.word(parameterWords), presence: 'required', description: '' }];
  }
  const fields = value.fields(['type', 'description', 'default', 'optional']);
  const fallback = fields.optional('default')?.json();
  const isOptional = fields.optional('optional')?.boolean() ?? false;
  return [
    name,
    {
      type: fields.optional('type')?.word(parameterWords) ?? 'string',
      presence: fallback !== undefined ? 'defaulted' : isOptional ? 'optional' : 'required',
      description: fields.optional('description')?.string() ?? '',
      ...(fallback === undefined ? {} : { fallback }),
    },
  ];
}

function readStep(value: Reader): Step {
  if (!value.isObject) return { run: value.string(), params: {} };
  const fields = value.fields(['run', 'params', 'into']);
  const params = fields.optional('params');
  const given = params?.json() ?? {};
  return {
    run: fields.required('run').string(),
    params: isJsonObject(given) ? given : (params ?? value).fail('must be a map'),
    ...fields.maybe('into', (name) => name.string()),
  };
}

// ---------------------------------------------------------------------------------------------- running

const asOperationInput: { readonly [Kind in InputKind]: (input: Inputs[Kind]) => OperationInput } = {
  void: () => ({ kind: 'void' }),
  document: (document) => ({ kind: 'document', document }),
  documents: (documents) => ({ kind: 'documents', documents }),
  eachDocument: (document) => ({ kind: 'document', document }),
  blob: (blob) => ({ kind: 'blob', blob }),
  bloblist: (blobs) => ({ kind: 'blobs', blobs }),
  eachBlob: (blob) => ({ kind: 'blob', blob }),
  object: (value) => ({ kind: 'json', value }),
};

function methodOf<Kind extends InputKind>(script: Script, from: Kind): RunnableMethod {
  return {
    from,
    to: script.output,
    accept: async (session, input) => {
      const adapted = await adapters[from](session, input);
      if (!adapted) return undefined;
      return async (running, params) => {
        if (!areComplete(script.params, params)) throw missingParameter(script.id, script.params, params);
        const parameters = new Reader(params).json();
        const all: OperationResult[] = [];
        for (const item of adapted.items) {
          if (all.length > 0) await running.session.budget.step();
          all.push(await runScript(script, running, asOperationInput[from](item), parameters));
        }
        const [only] = all;
        return only && !adapted.isList ? only : gathered(script.output, all);
      };
    },
  };
}

/** Variables that it sets remain for its caller; its parameters and the user it acts as do not. */
async function runScript(
  script: Script,
  running: Running,
  input: OperationInput,
  parameters: Json,
): Promise<OperationResult> {
  const { session, context } = running;
  const { actingAs } = context;
  const outer = context.get(parametersName) ?? { kind: 'void' };
  context.setJson(parametersName, parameters);
  let current = input;
  let last: OperationResult = { kind: 'void' };
  try {
    for (const step of script.steps) {
      last = await running.run(step.run, { input: current, params: step.params, context });
      if (step.into !== undefined) context.set(step.into, asInput(last));
      else if (last.kind !== 'void') current = asInput(last);
    }
    if (script.returns === undefined) return last;
    const value = resolveExpressions(script.returns, scopeOf(session, context, current));
    return await resultOf(session, script.output, value);
  } finally {
    context.set(parametersName, outer);
    context.actingAs = actingAs;
  }
}

const parametersName = 'ChainParameters';

async function resultOf(session: Session, output: OutputKind, value: Json): Promise<OperationResult> {
  switch (output) {
    case 'string':
      return { kind: 'value', entityType: 'string', value: value === null ? '' : textOf(value) };
    case 'boolean':
      return { kind: 'value', entityType: 'boolean', value: value === true || value === 'true' };
    case 'long':
      return { kind: 'value', entityType: 'number', value: Number(value) };
    case 'map':
      return { kind: 'value', entityType: 'map', value };
    case 'document': {
      const document = await documentFrom(session, value);
      return document ? { kind: 'document', document } : { kind: 'void' };
    }
    case 'documents':
      return { kind: 'documents', documents: (await documentsFrom(session, value)) ?? [] };
    case 'jsonBlob':
      return { kind: 'json', value };
    case 'void':
      return { kind: 'void' };
    default:
      throw new RepositoryError(
        'operationFailed',
        `A value cannot become a ${output}; end with a step instead`,
      );
  }
}

function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
