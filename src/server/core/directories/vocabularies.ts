/**
 * The vocabularies of a new server, made from the word lists in data/.
 * Invariant: label keys are `label.directories.<vocabulary>.<id>`.
 */
import type { JsonObject } from '#wire/json.ts';
import { vocabulary } from './columns.ts';
import { continents, countries } from './data/places.ts';
import { subjects } from './data/subjects.ts';
import * as words from './data/words.ts';
import type { DirectoryDefinition, Label } from './registry.ts';

interface Word {
  readonly id: string;
  readonly parent: string | null;
  readonly label: Label & { readonly fr: string };
}

/** An indented line is a child of the last line without indentation. */
function readWords(list: string): readonly Word[] {
  let parent: string | null = null;
  return list
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [id = '', en = '', fr = ''] = line.split('|').map((part) => part.trim());
      if (!line.startsWith(' ')) parent = null;
      const word = { id, parent, label: { en, fr } };
      if (!line.startsWith(' ')) parent = id;
      return word;
    });
}

const places: readonly Word[] = [
  ...Object.entries(continents).map(([id, [en, fr]]) => ({ id, parent: null, label: { en, fr } })),
  ...countries.map(({ id, parent, english, french }) => ({ id, parent, label: { en: english, fr: french } })),
];

function labels(list: readonly Word[]): Readonly<Record<string, Label>> {
  return Object.fromEntries(list.map((word) => [word.id, word.label]));
}

/** A vocabulary whose labels are keys, translated when they are read. */
function keyed(
  name: string,
  list: readonly Word[],
  options: { parent?: string; isSystem?: boolean; obsolete?: string } = {},
): DirectoryDefinition {
  const rows = list.map(
    ({ id, parent }): JsonObject => ({
      id,
      label: `label.directories.${name}.${id}`,
      ...(options.parent === undefined ? {} : { parent }),
      ...(id === options.obsolete ? { obsolete: 1 } : {}),
    }),
  );
  return vocabulary(name, options.parent === undefined ? 'vocabulary' : 'xvocabulary', {
    ...options,
    rows,
    labels: labels(list),
  });
}

/** A vocabulary with a label column for each language, whose entries can be parents of others. */
function localised(name: string, list: readonly Word[]): DirectoryDefinition {
  const rows = list.map(
    ({ id, parent, label }): JsonObject => ({
      id,
      label_en: label.en,
      label_fr: label.fr,
      parent,
    }),
  );
  return vocabulary(name, 'l10nxvocabulary', { parent: name, rows });
}

const subjectTree = readWords(subjects);
const isTop = (word: Word): boolean => word.parent === null;
const isBelow = (word: Word): boolean => word.parent !== null;

export const defaultVocabularies: readonly DirectoryDefinition[] = [
  keyed('continent', places.filter(isTop)),
  keyed('country', places.filter(isBelow), { parent: 'continent' }),
  keyed('nature', readWords(words.natures)),
  keyed('language', readWords(words.languages), { obsolete: 'sp' }),
  localised('l10nsubjects', subjectTree),
  localised('l10ncoverage', places),
  keyed(
    'topic',
    subjectTree.filter((word) => isTop(word) && word.id !== 'sciences'),
  ),
  keyed('subtopic', subjectTree.filter(isBelow), { parent: 'topic' }),
  keyed('subject', readWords(words.subjectWords), { isSystem: true }),
  keyed('search_operators', readWords(words.searchOperators), { isSystem: true }),
  vocabulary('documentsLists', 'vocabulary', { isSystem: true }),
  keyed('WorkflowType', readWords(words.workflowTypes)),
  keyed('eventTypes', readWords(words.eventTypes)),
  keyed('eventCategories', readWords(words.eventCategories)),
  keyed('EXECUTION_TYPE_VOCABULARY', readWords(words.executionTypes)),
  keyed('predicates', readWords(words.predicates)),
  keyed('inverse_predicates', readWords(words.inversePredicates)),
];
