/**
 * JSON Schemas (2020-12) that the compiler checks against the types of src/wire.
 * Invariant: a shape accepts at least the values of its type, and the shape of an object has exactly the keys of its type:
 * a new or newly nullable field of an entity without a description is a compile error.
 */
import type { Json, JsonObject } from '#wire/json.ts';

export interface Shape<T> {
  readonly schema: JsonObject;
  /** Never set. It makes the compiler refuse a shape of `string` for a field that may be null, but not the reverse. */
  readonly takes?: (value: T) => void;
}

interface Optional<T> {
  readonly optional: Shape<T>;
}

/** A shape that is defined once in the description and referred to. */
export interface Component<T> extends Shape<T> {
  readonly name: string;
  readonly definition: JsonObject;
}

type Fields<T> = {
  readonly [Key in keyof T]-?: undefined extends T[Key] ? Optional<NonNullable<T[Key]>> : Shape<T[Key]>;
};

export const string: Shape<string> = { schema: { type: 'string' } };
export const integer: Shape<number> = { schema: { type: 'integer' } };
export const number: Shape<number> = { schema: { type: 'number' } };
export const boolean: Shape<boolean> = { schema: { type: 'boolean' } };
export const date: Shape<string> = { schema: { type: 'string', format: 'date-time' } };
/** Any JSON value. */
export const any: Shape<Json> = { schema: {} };
export const anyObject: Shape<JsonObject> = { schema: { type: 'object' } };

export function oneOf<const Value extends string | number | boolean>(
  ...values: readonly Value[]
): Shape<Value> {
  return { schema: { enum: values } };
}

export function nullable<T>({ schema }: Shape<T>): Shape<T | null> {
  const { type } = schema;
  return {
    schema:
      typeof type === 'string' ? { ...schema, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] },
  };
}

export function list<T>({ schema }: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: schema } };
}

export function record<T>({ schema }: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { schema: { type: 'object', additionalProperties: schema } };
}

export function either<T, U>(one: Shape<T>, other: Shape<U>): Shape<T | U> {
  return { schema: { anyOf: [one.schema, other.schema] } };
}

export function optional<T>(shape: Shape<T>): Optional<T> {
  return { optional: shape };
}

export function object<T>(fields: Fields<T>): Shape<T> {
  return fieldsOf<T>(fields);
}

/** An object without a type in src/wire. */
export function fieldsOf<T = never>(
  fields: Readonly<Record<string, Shape<never> | Optional<never>>>,
): Shape<T> {
  const all = Object.entries(fields);
  return {
    schema: {
      type: 'object',
      required: all.flatMap(([name, field]) => ('optional' in field ? [] : [name])),
      properties: Object.fromEntries(
        all.map(([name, field]) => [name, 'optional' in field ? field.optional.schema : field.schema]),
      ),
    },
  };
}

export function component<T>(name: string, { schema }: Shape<T>): Component<T> {
  return { ...pointer<T>(name), name, definition: schema };
}

/** A reference to a component that is defined later, or that contains itself. */
export function pointer<T>(name: string): Shape<T> {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}
