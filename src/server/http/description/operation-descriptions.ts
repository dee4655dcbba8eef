/** Describes the addresses that run operations, and one for each operation, made from its declaration. */
import type { JsonObject } from '#wire/json.ts';
import type { OperationDescription, OperationParameter, ParameterType } from '#wire/operation.ts';
import * as documents from './document-entities.ts';
import * as entities from './other-entities.ts';
import * as people from './people-entities.ts';
import {
  type Content,
  type Description,
  type Descriptions,
  download,
  file,
  nothing,
  page,
  ranges,
  reading,
  says,
} from './says.ts';
import { any, anyObject, boolean, fieldsOf, list, oneOf, type Shape, string } from './shape.ts';

const call: Content = {
  'application/json': fieldsOf({
    input: { optional: any },
    params: { optional: anyObject },
    context: { optional: anyObject },
  }),
  'application/x-www-form-urlencoded': fieldsOf({ jsondata: string }),
  'multipart/*': { schema: {} },
};

/** The result of an operation that does not declare one. */
const whatever: Content = { '*/*': any };
const request = { body: call, headers: [...reading, 'X-NXVoidOperation'] } as const;
const anyRun = { 200: whatever, 204: nothing } as const;

export const automationDescriptions: Descriptions = {
  'GET automation': says('The operations', { 200: entities.operations }, { query: ['pretty'] }),
  'GET automation/doc': says('The operations as a page', { 200: page }),
  'POST @op/{operation}': says('Runs an operation on nothing, or on what the body brings', anyRun, request),
  'POST automation/login': says('Signs in, and tells who that is', { 200: people.login }),
  'GET automation/files/{id}': says('A file of a document', download, { headers: ranges, query: ['path'] }),
  'POST automation/{operation}/@async': says('Runs an operation later', { 202: nothing }, request),
  'GET automation/{operation}/@async/{id}/status': says('How far an operation is; 302 when it is done', {
    200: any,
    302: nothing,
  }),
  'GET automation/{operation}/@async/{id}': says('What an operation gave', anyRun),
  'DELETE automation/{operation}/@async/{id}': says('Stops an operation', { 200: any }),
  'GET automation/{operation}': says('Describes an operation', { 200: entities.operation }),
  'POST automation/{operation}': says('Runs an operation', anyRun, request),
  'POST upload/{batch}/execute/{operation}': says('Runs an operation on the files of a batch', anyRun, {
    ...request,
    headers: [...request.headers, 'X-Batch-No-Drop'],
  }),
  'POST upload/{batch}/{index}/execute/{operation}': says('Runs an operation on a file of a batch', anyRun, {
    ...request,
    headers: [...request.headers, 'X-Batch-No-Drop'],
  }),
  'POST batch/execute': says('Runs an operation on the files of a batch', anyRun, request),
  'POST automation/batch/execute': says('Runs an operation on the files of a batch', anyRun, request),
};

export const runAdapterDescriptions: Descriptions = {
  'POST @op/{operation}': says('Runs an operation on what the address leads to', anyRun, request),
};

export function describeRun(operation: OperationDescription): Description {
  const outputs = new Set(operation.signature.filter((_kind, index) => index % 2 === 1));
  return says(
    operation.label,
    { 200: contentOf(outputs), 204: nothing },
    {
      headers: request.headers,
      body: { ...call, 'application/json': bodyOf(operation) },
    },
  );
}

// ------------------------------------------------------------------------------------------------ parameters

function bodyOf({ params }: OperationDescription): Shape<never> {
  const required = params.filter((one) => one.required).map(({ name }) => name);
  return {
    schema: {
      type: 'object',
      // Variables of the call may replace parameters, so none is required in the body.
      properties: {
        input: {},
        params: {
          type: 'object',
          properties: Object.fromEntries(params.map((one) => [one.name, parameterSchema(one)])),
          ...(required.length > 0 ? { required } : {}),
        },
        context: { type: 'object' },
      },
    },
  };
}

function parameterSchema({ type, description, values }: OperationParameter): JsonObject {
  return {
    ...types[type],
    ...(description === '' ? {} : { description }),
    ...(values.length > 1 ? { examples: values } : {}),
    ...(values[0] === undefined ? {} : { default: values[0] }),
  };
}

/** Each may also be an expression, which is a text. */
const types: Readonly<Record<ParameterType, JsonObject>> = {
  string: { type: 'string' },
  boolean: { type: ['boolean', 'string'] },
  integer: { type: ['integer', 'string'] },
  long: { type: ['integer', 'string'] },
  float: { type: ['number', 'string'] },
  date: { type: 'string' },
  stringlist: { type: ['array', 'string'] },
  properties: { type: ['object', 'string'] },
  document: { type: ['string', 'object'] },
  documents: { type: ['string', 'array', 'object'] },
  blob: { type: ['string', 'object'] },
  bloblist: { type: ['array', 'string', 'object'] },
  resource: { type: 'string' },
  object: {},
  map: { type: ['object', 'string'] },
  serializable: {},
  validationmethod: { type: 'string' },
  list: { type: ['array', 'string'] },
};

// ------------------------------------------------------------------------------------------------ results

function contentOf(kinds: ReadonlySet<string>): Content {
  const shapes = [...kinds].flatMap((kind) => results[kind] ?? []);
  if (kinds.has('void') || shapes.length < kinds.size) {
    const hasFiles = [...kinds].some((kind) => kind === 'blob' || kind === 'bloblist');
    const isKnown = !kinds.has('void') && hasFiles && shapes.length > 0;
    return isKnown ? { 'application/json': anyOf(shapes), ...file } : whatever;
  }
  return { 'application/json': anyOf(shapes) };
}

function anyOf(shapes: readonly Shape<never>[]): Shape<never> {
  const [first] = shapes;
  return shapes.length === 1 && first ? first : { schema: { anyOf: shapes.map(({ schema }) => schema) } };
}

function valueShape(kind: string, value: Shape<never>): Shape<never> {
  return fieldsOf({ 'entity-type': oneOf(kind), value });
}

const typed = fieldsOf({ 'entity-type': string });

/** By kind; files are missing, because they are bytes. */
const results: Readonly<Record<string, Shape<never>>> = {
  document: documents.document,
  documents: documents.documents,
  string: valueShape('string', string),
  boolean: valueShape('boolean', boolean),
  number: valueShape('number', { schema: { type: 'number' } }),
  long: valueShape('number', { schema: { type: 'number' } }),
  map: valueShape('map', anyObject),
  list: valueShape('list', list(any)),
  recordset: documents.recordSet,
  logEntries: documents.logEntries,
  bulkStatus: valueShape('bulkStatus', documents.bulkStatus),
  json: typed,
  user: people.user,
};
