/** The column sets of vocabularies, which configuration may name too. */
import type { Column, DirectoryDefinition } from './registry.ts';

const text = (name: string): Column => ({ name, type: 'string' });
const obsolete: Column = { name: 'obsolete', type: 'long', defaultValue: 0 };
const ordering: Column = { name: 'ordering', type: 'long', defaultValue: 10_000_000 };

export const vocabularySchemas = {
  vocabulary: [text('id'), text('label'), obsolete, ordering],
  xvocabulary: [text('id'), text('label'), text('parent'), obsolete, ordering],
  l10nvocabulary: [text('id'), text('label_en'), text('label_fr'), obsolete, ordering],
  l10nxvocabulary: [text('id'), text('label_en'), text('label_fr'), text('parent'), obsolete, ordering],
} as const satisfies Record<string, readonly Column[]>;

export type VocabularySchema = keyof typeof vocabularySchemas;

export function isVocabularySchema(name: string): name is VocabularySchema {
  return Object.hasOwn(vocabularySchemas, name);
}

/** A directory that everyone reads and administrators and power users edit. */
export function vocabulary(
  name: string,
  schema: VocabularySchema,
  options: Partial<Pick<DirectoryDefinition, 'parent' | 'isSystem' | 'rows' | 'labels' | 'types'>> = {},
): DirectoryDefinition {
  return {
    name,
    schema,
    columns: vocabularySchemas[schema],
    idField: 'id',
    parent: options.parent ?? null,
    types: options.types ?? (options.isSystem ? ['system'] : ['vocabulary']),
    isSystem: options.isSystem ?? false,
    adminOnly: false,
    numbered: false,
    isPeople: false,
    secrets: [],
    rows: options.rows ?? [],
    labels: options.labels ?? {},
  };
}
