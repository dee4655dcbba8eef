/**
 * Converts parameters from the form that clients send to the values that operations take.
 * Invariant: every parameter type of the interface has a line here.
 */

import { parseDate } from '#server/core/documents/property-values.ts';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { ParameterType } from '#wire/operation.ts';
import type { Parameters, ParameterValues } from './parameters.ts';
import { readListText, readPropertiesText } from './properties-text.ts';
import { blobFrom, blobsFrom, documentFrom, documentsFrom } from './references.ts';

type Coercion<Value> = (value: Json, session: Session) => Promise<Value | undefined> | Value | undefined;

/** Undefined when the value cannot be of this type. */
const coercions: { readonly [Type in ParameterType]: Coercion<ParameterValues[Type]> } = {
  string: text,
  boolean: (value) =>
    typeof value === 'boolean' ? value : isString(value) ? value.trim().toLowerCase() === 'true' : undefined,
  integer: wholeNumber,
  long: wholeNumber,
  float: number,
  date: (value) =>
    isString(value)
      ? parseDate(value)
      : typeof value === 'number' && Math.abs(value) <= 8.64e15
        ? new Date(value).toISOString()
        : undefined,
  stringlist: (value) => {
    if (isString(value)) return readListText(value);
    if (!Array.isArray(value)) return undefined;
    const texts = value.map(text);
    return texts.every((item) => item !== undefined) ? texts : undefined;
  },
  properties: map,
  document: (value, session) => documentFrom(session, value),
  documents: async (value, session) => {
    const many = await documentsFrom(session, value);
    if (many) return many;
    const single = await documentFrom(session, value);
    return single && [single];
  },
  blob: (value, session) => blobFrom(session, value),
  bloblist: async (value, session) => {
    const many = await blobsFrom(session, value);
    if (many) return many;
    const single = await blobFrom(session, value);
    return single && [single];
  },
  resource: (value) => (isString(value) && URL.canParse(value) ? value : undefined),
  object: (value) => value,
  map,
  serializable: (value) => value,
  validationmethod: (value) => (isString(value) ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : isString(value) ? readListText(value) : undefined),
};

function text(value: Json): string | undefined {
  if (isString(value)) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null ? undefined : JSON.stringify(value);
}

function number(value: Json): number | undefined {
  const read = isString(value) && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function wholeNumber(value: Json): number | undefined {
  const read = number(value);
  return read !== undefined && Number.isSafeInteger(Math.trunc(read)) ? Math.trunc(read) : undefined;
}

function map(value: Json): JsonObject | Promise<JsonObject> | undefined {
  if (isJsonObject(value)) return value;
  return isString(value) ? readPropertiesText(value) : undefined;
}

/** The values of all declared parameters that have one; other parameters are ignored. */
export async function coerceParameters(
  session: Session,
  declared: Parameters,
  given: JsonObject,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(declared)) {
    const sent = [name, ...(parameter.aliases ?? [])].map((one) => given[one]);
    // Null for properties means an empty set; for any other type it counts as missing.
    const none = parameter.type === 'properties' && sent.includes(null) ? {} : undefined;
    const raw = sent.find(isGiven) ?? parameter.fallback ?? none;
    if (!isGiven(raw)) continue;
    const value = await coercions[parameter.type](raw, session);
    if (value === undefined) {
      throw errors.badRequest(`Parameter '${name}' cannot be read as ${parameter.type}`);
    }
    values[name] = value;
  }
  return values;
}

function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

export function missingParameter(id: string, declared: Parameters, values: object): RepositoryError {
  const missing = Object.entries(declared).find(
    ([name, { presence }]) => presence !== 'optional' && !Object.hasOwn(values, name),
  );
  return new RepositoryError(
    'operationFailed',
    `Failed to inject parameter '${missing?.[0]}'. Seems it is missing from the context. Operation: ${id}`,
  );
}
