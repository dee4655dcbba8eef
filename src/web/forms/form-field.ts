// What a form needs to know about a property, read from its schema. Pure. Invariant: a type unknown to this app becomes a line of
// text, so that every property can be edited.
import type { FieldDescription, SchemaEntity } from '#wire/config.ts';
import { isJsonObject, isString, type Json } from '#wire/json.ts';
import { directoryOf, isLongText, isPrincipal } from './known-fields.ts';

export type FieldKind =
  | 'text'
  | 'long-text'
  | 'whole'
  | 'decimal'
  | 'yes-no'
  | 'date'
  | 'choice'
  | 'directory'
  | 'principal'
  | 'document'
  | 'blob'
  | 'complex';

export interface FormField {
  /** Prefixed at the top (`dc:title`), plain inside a complex property (`file`). */
  readonly name: string;
  readonly kind: FieldKind;
  readonly list: boolean;
  readonly required: boolean;
  /** The parts of a complex property; empty otherwise. */
  readonly parts: readonly FormField[];
  /** Name of the vocabulary, for the kind `directory`. */
  readonly directory?: string;
  /** The values allowed, for the kind `choice`. */
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that the whole text must match. */
  readonly pattern?: string;
  /** Days, as the server writes them. */
  readonly earliest?: string;
  readonly latest?: string;
}

/** The fields of a schema, in its own order. `prefix` is the part before the colon. */
export function fieldsOfSchema(schema: SchemaEntity, prefix: string): readonly FormField[] {
  return Object.entries(schema.fields)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, description]) => fieldOf(`${prefix}:${name}`, description));
}

export function fieldOf(name: string, description: FieldDescription): FormField {
  const plain = typeof description === 'string';
  const written = plain ? description : description.type;
  const list = written.endsWith('[]');
  const type = list ? written.slice(0, -2) : written;
  const constraints = constraintsOf(
    plain ? [] : [...(description.constraints ?? []), ...(description.itemConstraints ?? [])],
  );
  const parts =
    plain || type === 'blob'
      ? []
      : Object.entries(description.fields ?? {}).map(([part, inner]) => fieldOf(part, inner));
  const directory = text(constraints.get('directoryResolver')?.directory) ?? directoryOf(name);
  const choices = constraints.get('EnumConstraint')?.Values;
  const length = constraints.get('LengthConstraint');
  const interval = constraints.get('NumericIntervalConstraint');
  const period = constraints.get('DateIntervalConstraint');
  return {
    name,
    list,
    parts,
    kind: kindOf(name, type, parts, constraints, directory),
    required: constraints.has('NotNullConstraint'),
    directory,
    choices: Array.isArray(choices) ? choices.filter(isString) : undefined,
    minimum: number(interval?.Minimum),
    maximum: number(interval?.Maximum),
    minLength: number(length?.Minimum),
    maxLength: number(length?.Maximum),
    pattern: text(constraints.get('PatternConstraint')?.Pattern),
    earliest: text(period?.Minimum),
    latest: text(period?.Maximum),
  };
}

type Constraints = ReadonlyMap<string, Readonly<Record<string, Json | undefined>>>;

function constraintsOf(written: readonly unknown[]): Constraints {
  const found = new Map<string, Readonly<Record<string, Json | undefined>>>();
  for (const one of written) {
    if (!isJsonObject(one) || !isString(one.name)) continue;
    found.set(one.name, isJsonObject(one.parameters) ? one.parameters : {});
  }
  return found;
}

function kindOf(
  name: string,
  type: string,
  parts: readonly FormField[],
  constraints: Constraints,
  directory: string | undefined,
): FieldKind {
  if (type === 'blob' || type === 'content') return 'blob';
  if (parts.length > 0) return 'complex';
  if (directory !== undefined) return 'directory';
  if (constraints.has('userManagerResolver') || isPrincipal(name)) return 'principal';
  if (constraints.has('documentResolver')) return 'document';
  if (constraints.has('EnumConstraint')) return 'choice';
  switch (type) {
    case 'long':
    case 'integer':
      return 'whole';
    case 'double':
    case 'float':
      return 'decimal';
    case 'boolean':
      return 'yes-no';
    case 'date':
      return 'date';
    default:
      return isLongText(name) ? 'long-text' : 'text';
  }
}

function text(value: Json | undefined): string | undefined {
  return isString(value) ? value : undefined;
}

function number(value: Json | undefined): number | undefined {
  const read = isString(value) ? Number.parseFloat(value) : value;
  return typeof read === 'number' && !Number.isNaN(read) ? read : undefined;
}
