/** Vocabularies from configuration: the entries are written once, as first content. */
import type { JsonObject } from '#wire/json.ts';
import { isVocabularySchema, vocabulary, vocabularySchemas } from '../directories/columns.ts';
import type { DirectoryDefinition } from '../directories/registry.ts';
import { asBoolean, asString, type Reader } from './reader.ts';

export function readVocabularies(section: Reader): readonly DirectoryDefinition[] {
  return section.entries((name, value) => {
    const fields = value.fields(['schema', 'parent', 'hidden', 'entries']);
    const parent = fields.optional('parent')?.string();
    const schema =
      fields.optional('schema')?.string() ?? (parent === undefined ? 'vocabulary' : 'xvocabulary');
    if (!isVocabularySchema(schema)) {
      return fields.required('schema').fail(`must be one of ${Object.keys(vocabularySchemas).join(', ')}`);
    }
    const columns = vocabularySchemas[schema].map((column) => column.name);
    return vocabulary(name, schema, {
      ...(parent === undefined ? {} : { parent }),
      isSystem: fields.optional('hidden') ? asBoolean(fields.required('hidden')) : false,
      rows: fields.optional('entries')?.list((entry) => readRow(entry, columns)) ?? [],
    });
  });
}

/** A word alone is an entry with itself as its label. */
function readRow(entry: Reader, columns: readonly string[]): JsonObject {
  if (!entry.isObject) {
    const id = asString(entry);
    const labels = columns.filter((column) => column.startsWith('label'));
    return { id, ...Object.fromEntries(labels.map((column) => [column, id])) };
  }
  const fields = entry.fields(columns);
  fields.required('id').string();
  return Object.fromEntries(columns.map((column) => [column, fields.optional(column)?.json()]));
}
