/**
 * Converts a call's input to the kind that a method takes.
 * Invariant: a list never becomes a single document; one document may become a list of one.
 */

import { blobsOf } from '#server/core/documents/properties.ts';
import { fromBlobValue } from '#server/core/files/blobs.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { blobFrom, blobsFrom, documentFrom, documentsFrom } from './references.ts';
import type { OperationInput } from './result.ts';

/** The kinds of input for methods. Methods for `each…` get single items, and run for each item of a list. */
export interface Inputs {
  readonly void: undefined;
  readonly document: DocumentRow;
  readonly documents: readonly DocumentRow[];
  readonly eachDocument: DocumentRow;
  readonly blob: StoredBlob;
  readonly bloblist: readonly StoredBlob[];
  readonly eachBlob: StoredBlob;
  /** Any value, as it was in the request. */
  readonly object: Json;
}

export type InputKind = keyof Inputs;

/** One input, or several for a method that takes single ones. */
interface Adapted<Input> {
  readonly items: readonly Input[];
  readonly isList: boolean;
}

type Adapter<Input> = (session: Session, input: OperationInput) => Promise<Adapted<Input> | undefined>;

/** Undefined when the input is not of this kind. */
export const adapters: { readonly [Kind in InputKind]: Adapter<Inputs[Kind]> } = {
  void: async () => ({ items: [undefined], isList: false }),
  document: async (session, input) => one(await documentIn(session, input)),
  documents: async (session, input) => {
    const many = await documentsIn(session, input);
    if (many) return one(many);
    const single = await documentIn(session, input);
    return single && one([single]);
  },
  eachDocument: async (session, input) =>
    each(await documentsIn(session, input)) ?? one(await documentIn(session, input)),
  blob: async (session, input) => one(await blobIn(session, input)),
  bloblist: async (session, input) => {
    const many = await blobsIn(session, input);
    if (many) return one(many);
    const single = await blobIn(session, input);
    return single && one([single]);
  },
  eachBlob: async (session, input) =>
    each(await blobsIn(session, input)) ?? one(await blobIn(session, input)),
  object: async (_session, input) => (input.kind === 'json' ? one(valueIn(input.value)) : undefined),
};

function one<Input>(input: Input | undefined): Adapted<Input> | undefined {
  return input === undefined ? undefined : { items: [input], isList: false };
}

function each<Input>(items: readonly Input[] | undefined): Adapted<Input> | undefined {
  return items && { items, isList: true };
}

async function documentIn(session: Session, input: OperationInput): Promise<DocumentRow | undefined> {
  if (input.kind === 'document') return input.document;
  if (input.kind !== 'json' || isList(input.value)) return undefined;
  return documentFrom(session, valueIn(input.value));
}

async function documentsIn(
  session: Session,
  input: OperationInput,
): Promise<readonly DocumentRow[] | undefined> {
  if (input.kind === 'documents') return input.documents;
  return input.kind === 'json' ? documentsFrom(session, valueIn(input.value)) : undefined;
}

/** Where a file is expected, a document gives its main file. */
async function blobIn(session: Session, input: OperationInput): Promise<StoredBlob | undefined> {
  if (input.kind === 'blob') return input.blob;
  if (input.kind === 'json') {
    const blob = await blobFrom(session, input.value);
    if (blob) return blob;
  }
  const document = await documentIn(session, input);
  const main = document && blobsOf(session.types, document)[0];
  return main && fromBlobValue(main.blob);
}

async function blobsIn(session: Session, input: OperationInput): Promise<readonly StoredBlob[] | undefined> {
  if (input.kind === 'blobs') return input.blobs;
  return input.kind === 'json' ? blobsFrom(session, input.value) : undefined;
}

/** Typed values are replaced by their content: `{"entity-type": "string", "value": "x"}`. */
function valueIn(value: Json): Json {
  if (!isJsonObject(value) || value.value === undefined) return value;
  return valueTypes.has(String(value['entity-type'])) ? value.value : value;
}

const valueTypes: ReadonlySet<string> = new Set([
  'string',
  'boolean',
  'number',
  'date',
  'list',
  'map',
  'orderedMap',
]);

/** For error messages. */
function describeInput(input: OperationInput): string {
  if (input.kind !== 'json') return input.kind;
  if (isList(input.value)) return 'documents';
  return Array.isArray(input.value) ? 'list' : typeof input.value;
}

function isList(value: Json): boolean {
  return (
    Array.isArray(value) ||
    (typeof value === 'string' && value.startsWith('docs:')) ||
    (isJsonObject(value) && value['entity-type'] === 'documents')
  );
}

export function noMethodFor(id: string, kinds: readonly InputKind[], input: OperationInput): RepositoryError {
  const isListGiven =
    input.kind === 'documents' || input.kind === 'blobs' || (input.kind === 'json' && isList(input.value));
  if (isListGiven && (kinds.includes('document') || kinds.includes('blob'))) {
    return new RepositoryError('classCast', `${id} takes one ${kinds[0]} and was given a list`);
  }
  return new RepositoryError(
    'operationFailed',
    `Cannot find any valid path in operation chain - no method found for operation '${id}' and for first input type '${describeInput(input)}'`,
  );
}
