/** Converts values of workflow and task variables, for input and storage. Invariant: only declared variables exist. */
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Variable } from './definitions.ts';

export type Values = Record<string, Json>;

export function initialValues(variables: readonly Variable[]): Values {
  return Object.fromEntries(
    variables.map(({ name, type, defaultValue }) => [
      name,
      defaultValue ?? (type === 'stringList' ? [] : null),
    ]),
  );
}

/** Unknown names are ignored, as the interface says. */
export function readValues(variables: readonly Variable[], input: JsonObject): Values {
  const values: Values = {};
  for (const variable of variables) {
    const value = input[variable.name];
    if (value !== undefined) values[variable.name] = readValue(variable, value);
  }
  return values;
}

function readValue({ name, type }: Variable, value: Json): Json {
  if (value === null || value === '') return type === 'stringList' ? [] : null;
  switch (type) {
    case 'stringList':
      return stringList(value);
    case 'long': {
      const number = Number(value);
      if (Number.isSafeInteger(number)) return number;
      throw errors.badRequest(`The variable ${name} must be a whole number`);
    }
    case 'date': {
      const date = new Date(typeof value === 'number' ? value : String(value));
      if (!Number.isNaN(date.getTime())) return date.toISOString();
      throw errors.badRequest(`The variable ${name} must be a date`);
    }
    case 'boolean':
      return value === true || value === 'true';
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    case 'blob':
      return value;
  }
}

/** Reads an array, a comma-separated list, or objects with an `id`. */
export function stringList(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => stringList(item));
  if (isJsonObject(value)) return typeof value.id === 'string' ? [value.id] : [];
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Values are stored as one text, because their names depend on the model. */
export function storedValues(text: Json | undefined): Values {
  const parsed: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : {};
  if (!isJsonObject(parsed)) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, value ?? null]));
}
