/** The names that queries on this server may use, for the language's checker. */
import { type Vocabulary, vocabularyFromConfig } from '#nxql/index.ts';
import type { FieldDescription } from '#wire/config.ts';
import type { FieldDefinition } from '../types/definitions.ts';
import type { TypeRegistry } from '../types/registry.ts';

const known = new WeakMap<TypeRegistry, Vocabulary>();

export function vocabularyOf(types: TypeRegistry): Vocabulary {
  const existing = known.get(types);
  if (existing) return existing;
  const vocabulary = vocabularyFromConfig({
    doctypes: Object.fromEntries(
      [...types.types].map(([name, { parent, facets, schemas }]) => [
        name,
        { parent: parent ?? 'None!!!', facets, schemas: schemas.map((schema) => schema.name) },
      ]),
    ),
    schemas: Object.fromEntries(
      [...types.schemas].map(([name, { prefix, fields }]) => [
        name,
        { '@prefix': prefix, ...fieldTypes(fields) },
      ]),
    ),
  });
  known.set(types, vocabulary);
  return vocabulary;
}

function fieldTypes(fields: readonly FieldDefinition[]): Record<string, FieldDescription> {
  return Object.fromEntries(
    fields.map((field) => {
      const type = `${field.type}${field.list ? '[]' : ''}`;
      return [field.name, field.fields ? { type, fields: fieldTypes(field.fields) } : type];
    }),
  );
}
