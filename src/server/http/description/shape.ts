/**
 * JSON Schemas (2020-12) tied to the types that the wire has.
 * Invariant: a shape takes at least the values of its type, and an object's shape names exactly the keys of its type:
 * a field that is added to an entity, or may be null from now on, and is not described is an error of the compiler.
 */
import type { Json, JsonObject } from '#wire/json.ts';

export interface Shape<T> {
  readonly schema: JsonObject;
  /** Never there: makes a shape of `string` useless for a field that may be null, and not the other way round. */
  readonly takes?: (value: T) => void;
}

interface Optional<T> {
  readonly optional: Shape<T>;
}

/** A shape that stands in the description once and is pointed at. */
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
/** Whatever stands there. */
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

/** An object that no type of the wire stands for. */
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

/** For what stands further down, or holds itself. */
export function pointer<T>(name: string): Shape<T> {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}
