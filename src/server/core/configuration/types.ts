/** Schemas, facets and document types from configuration. Field types are spelt as in the default set (types/fields.ts). */
import type {
  Constraints,
  FacetDefinition,
  FieldDefinition,
  FieldType,
  SchemaDefinition,
  TypeDefinition,
} from '../types/definitions.ts';
import { field } from '../types/fields.ts';
import { asBoolean, asNumber, asString, asStrings, type Reader } from './reader.ts';

const indexable: ReadonlySet<FieldType> = new Set(['string', 'long', 'integer', 'double', 'date']);

export function readSchemas(section: Reader): readonly SchemaDefinition[] {
  return section.entries((name, value) => {
    const fields = value.fields(['prefix', 'fields', 'versionWritable']);
    return {
      name,
      prefix: fields.optional('prefix')?.string() ?? name,
      fields: fields.required('fields').entries(readField),
      ...fields.maybe('versionWritable', asBoolean),
    };
  });
}

/** `string[] -> directory nature`, or a map when there is more to say. */
function readField(name: string, value: Reader): FieldDefinition {
  if (!value.isObject) return spelt(name, value, value.string());
  const fields = value.fields(['type', 'fields', 'default', 'constraints', 'indexed', 'retained']);
  const parts = fields.optional('fields')?.entries(readField);
  const type = fields.optional('type')?.string() ?? (parts ? 'complex' : 'string');
  const field = spelt(name, value, type, parts);
  if (parts?.some(({ retained }) => retained))
    value.fail('is retained as a whole: say so of it, not of a part');
  if (field.list && parts?.some(holdsIndexed)) value.fail('is a list, of which no part can be indexed');
  return {
    ...field,
    ...fields.maybe('indexed', (indexed) => readIndexed(indexed, field)),
    ...fields.maybe('retained', asBoolean),
    ...(fields.optional('default') ? { defaultValue: fields.required('default').json() } : {}),
    ...fields.maybe('constraints', readConstraints),
  };
}

function spelt(
  name: string,
  value: Reader,
  type: string,
  parts?: readonly FieldDefinition[],
): FieldDefinition {
  try {
    return field(`${name}: ${type}`, parts);
  } catch {
    return value.fail(`has no such type: ${type}`);
  }
}

function holdsIndexed({ indexed, fields = [] }: FieldDefinition): boolean {
  return indexed === true || fields.some(holdsIndexed);
}

/** Lists cannot be indexed: an index has one value for each document. */
function readIndexed(value: Reader, { type, list }: FieldDefinition): boolean {
  const isIndexed = asBoolean(value);
  if (isIndexed && (list || !indexable.has(type)))
    return value.fail('is for texts, numbers and dates that are no list');
  return isIndexed;
}

function readConstraints(value: Reader): Constraints {
  const fields = value.fields([
    'required',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'values',
  ]);
  const bound = (one: Reader): number | string =>
    typeof one.value === 'number' ? one.number() : one.string();
  return {
    ...fields.maybe('required', asBoolean),
    ...fields.maybe('pattern', readPattern),
    ...fields.maybe('minLength', asNumber),
    ...fields.maybe('maxLength', asNumber),
    ...fields.maybe('minimum', bound),
    ...fields.maybe('maximum', bound),
    ...fields.maybe('values', asStrings),
  };
}

/** Checked in the form in which property-constraints.ts uses it: for the whole text, by code points. */
function readPattern(value: Reader): string {
  const pattern = value.string();
  try {
    new RegExp(`^(?:${pattern})$`, 'u');
    return pattern;
  } catch {
    return value.fail('is no regular expression');
  }
}

/** The schemas of each facet. */
export function readFacets(section: Reader): readonly FacetDefinition[] {
  return section.entries((name, value) => ({ name, schemas: asStrings(value) }));
}

export function readTypes(section: Reader): readonly TypeDefinition[] {
  return section.entries((name, value) => {
    const fields = value.fields(['extends', 'facets', 'schemas', 'subtypes', 'lifecycle']);
    return {
      name,
      parent: fields.optional('extends')?.string() ?? 'Document',
      facets: fields.optional('facets')?.list(asString) ?? [],
      schemas: fields.optional('schemas')?.list(asString) ?? [],
      ...fields.maybe('subtypes', asStrings),
      ...fields.maybe('lifecycle', asString),
    };
  });
}
