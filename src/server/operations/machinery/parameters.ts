/**
 * Declarations of parameters, and the types that they give to `run`.
 * Invariant: documentation and accepted values cannot differ, as both come from the same object.
 */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { ParameterType } from '#wire/operation.ts';

/** The type of the value that `run` gets, by parameter type. */
export interface ParameterValues {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  readonly long: number;
  readonly float: number;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly stringlist: readonly string[];
  readonly properties: JsonObject;
  readonly document: DocumentRow;
  readonly documents: readonly DocumentRow[];
  readonly blob: StoredBlob;
  readonly bloblist: readonly StoredBlob[];
  /** An address. */
  readonly resource: string;
  readonly object: Json;
  readonly map: JsonObject;
  readonly serializable: Json;
  readonly validationmethod: string;
  readonly list: readonly Json[];
}

export interface Parameter<
  Type extends ParameterType = ParameterType,
  Presence extends 'required' | 'optional' | 'defaulted' = 'required' | 'optional' | 'defaulted',
> {
  readonly type: Type;
  readonly presence: Presence;
  readonly description: string;
  /** The value when the caller sends none; coerced like sent values. */
  readonly fallback?: Json;
  readonly values?: readonly string[];
  /** Other names that clients use. */
  readonly aliases?: readonly string[];
  /** Parameters for another operation: expressions in them are evaluated when that one runs. */
  readonly isDeferred?: boolean;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export type ParameterValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Type, infer Presence>
    ? Presence extends 'optional'
      ? ParameterValues[Type] | undefined
      : ParameterValues[Type]
    : never;
};

type More = Pick<Parameter, 'values' | 'aliases' | 'isDeferred'>;

export function required<const Type extends ParameterType>(
  type: Type,
  description: string,
  more: More = {},
): Parameter<Type, 'required'> {
  return { type, presence: 'required', description, ...more };
}

export function optional<const Type extends ParameterType>(
  type: Type,
  description: string,
  more: More = {},
): Parameter<Type, 'optional'> {
  return { type, presence: 'optional', description, ...more };
}

/** Always has a value: the fallback when none was sent. */
export function defaulted<const Type extends ParameterType>(
  type: Type,
  fallback: Json,
  description: string,
  more: More = {},
): Parameter<Type, 'defaulted'> {
  return { type, presence: 'defaulted', description, fallback, ...more };
}

/** Whether all required parameters have a value. */
export function areComplete<Declared extends Parameters>(
  declared: Declared,
  values: object,
): values is ParameterValuesOf<Declared> {
  return Object.entries(declared).every(
    ([name, { presence }]) => presence === 'optional' || Object.hasOwn(values, name),
  );
}
