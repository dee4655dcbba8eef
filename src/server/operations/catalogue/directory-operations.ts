/** Operations on vocabularies: suggestions for pickers, and administration. */
import {
  createEntry,
  type DirectoryEntry,
  deleteEntry,
  directoryNamed,
  findEntry,
  listEntries,
  updateEntry,
} from '#server/core/directories/entries.ts';
import { suggestEntries } from '#server/core/directories/suggestions.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { parsedJson } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Services';
const directoryName = required('string', 'Name of the directory');
const translation = {
  translateLabels: optional('boolean', 'Labels in a language instead of their keys'),
  lang: optional('string', 'The language'),
} as const;

const suggest = defineOperation({
  id: 'Directory.SuggestEntries',
  category,
  label: 'Get directory entries suggestions',
  description: 'Entries of a directory for a picker, in their hierarchy.',
  params: {
    directoryName,
    localize: optional('boolean', 'Labels in the language'),
    lang: optional('string', 'The language'),
    searchTerm: optional('string', 'Beginning of a label', { aliases: ['prefix'] }),
    labelFieldName: defaulted('string', 'label', 'Column with the label; may hold {lang}'),
    dbl10n: defaulted('boolean', false, 'There is a label column for each language'),
    canSelectParent: defaulted('boolean', false, 'Entries with others below them can be chosen'),
    filterParent: defaulted('boolean', false, 'The term is looked for in parents too'),
    keySeparator: defaulted('string', '/', 'Between the ids of a hierarchy'),
    displayObsoleteEntries: defaulted('boolean', false, 'Obsolete ones too'),
    filters: optional('properties', 'Values that columns must have'),
    limit: defaulted('integer', -1, 'At most so many'),
    contains: defaulted('boolean', false, 'The term may stand anywhere in the label'),
    caseSensitive: defaulted('boolean', false, 'Capitals count'),
    absoluteLabelSeparator: defaulted('string', '/', 'Between the labels of a hierarchy'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: ({ session, params, request }) =>
        suggestEntries(session, params.directoryName, {
          searchTerm: params.searchTerm,
          localize: params.localize,
          language: params.lang ?? request.locale,
          labelField: params.labelFieldName,
          hasLabelColumns: params.dbl10n,
          canSelectParent: params.canSelectParent,
          filterParent: params.filterParent,
          keySeparator: params.keySeparator,
          showObsolete: params.displayObsoleteEntries,
          filters: textsIn(params.filters ?? {}),
          limit: params.limit,
          contains: params.contains,
          caseSensitive: params.caseSensitive,
          absoluteLabelSeparator: params.absoluteLabelSeparator,
        }),
    },
  },
});

function textsIn(filters: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value ?? '')]));
}

function shown(
  { id, directory, properties }: DirectoryEntry,
  { translateLabels, lang = 'en' }: { translateLabels?: boolean | undefined; lang?: string | undefined },
): JsonObject {
  const texts = translateLabels ? directory.labels[id] : undefined;
  const label = texts?.[lang] ?? texts?.en;
  return label === undefined ? properties : { ...properties, label };
}

const all = defineOperation({
  id: 'Directory.Entries',
  category,
  label: 'Entries of a directory',
  description: 'Every entry of a directory, column by column.',
  administratorsOnly: true,
  params: { directoryName, ...translation },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const { entries } = await listEntries(session, params.directoryName);
        return entries.map((entry) => shown(entry, params));
      },
    },
  },
});

const read = defineOperation({
  id: 'Directory.ReadEntries',
  category,
  label: 'Reads directory entries',
  description: 'The entries with these ids.',
  params: { directoryName, entries: required('string', 'Ids, as a JSON array'), ...translation },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        directoryNamed(session, params.directoryName);
        const found: JsonObject[] = [];
        for (const id of idsIn(params.entries)) {
          const entry = await findEntry(session, params.directoryName, id);
          if (entry) found.push(shown(entry, params));
        }
        return found;
      },
    },
  },
});

const create = defineOperation({
  id: 'Directory.CreateEntries',
  category,
  label: 'Creates directory entries',
  description: 'Makes entries and gives their ids.',
  params: { directoryName, entries: required('string', 'Columns of each, as a JSON array') },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const made: string[] = [];
        for (const columns of objectsIn(params.entries)) {
          made.push((await createEntry(session, params.directoryName, columns)).id);
        }
        return made;
      },
    },
  },
});

const update = defineOperation({
  id: 'Directory.UpdateEntries',
  category,
  label: 'Updates directory entries',
  description: 'Changes entries and gives their ids.',
  params: { directoryName, entries: required('string', 'Columns of each, as a JSON array') },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const changed: string[] = [];
        for (const columns of objectsIn(params.entries)) {
          changed.push((await updateEntry(session, params.directoryName, undefined, columns)).id);
        }
        return changed;
      },
    },
  },
});

const remove = defineOperation({
  id: 'Directory.DeleteEntries',
  category,
  label: 'Deletes directory entries',
  description: 'Removes entries, or marks them as obsolete, and gives their ids.',
  params: {
    directoryName,
    entries: required('string', 'Ids, as a JSON array'),
    markObsolete: defaulted('boolean', false, 'Keep them, marked'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const ids = idsIn(params.entries);
        for (const id of ids) {
          if (params.markObsolete) await updateEntry(session, params.directoryName, id, { obsolete: 1 });
          else await deleteEntry(session, params.directoryName, id);
        }
        return ids;
      },
    },
  },
});

function idsIn(text: string): readonly string[] {
  const parsed = parsedJson(text);
  if (!Array.isArray(parsed)) throw errors.badRequest("'entries' must be a JSON array");
  return parsed.map(String);
}

function objectsIn(text: string): readonly JsonObject[] {
  const parsed = parsedJson(text);
  if (!Array.isArray(parsed) || !parsed.every(isJsonObject)) {
    throw errors.badRequest("'entries' must be a JSON array of objects");
  }
  return parsed;
}

const createVocabularyEntry = defineOperation({
  id: 'Directory.CreateVocabularyEntry',
  category,
  label: 'Add a new entry to a vocabulary',
  description: 'Makes an entry of a vocabulary; one that is there stays as it is.',
  params: {
    vocabularyName: required('string', 'Name of the vocabulary'),
    id: required('string', 'Id of the entry'),
    label: optional('string', 'Label; the id when absent'),
    parent: optional('string', 'Entry above it'),
    obsolete: optional('long', '1 for obsolete'),
    ordering: optional('long', 'Place in the list'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params: { vocabularyName, label, ...columns } }) => {
        if (await findEntry(session, vocabularyName, columns.id)) return;
        await createEntry(session, vocabularyName, { ...columns, label: label ?? columns.id });
      },
    },
  },
});

export const directoryOperations = [suggest, all, read, create, update, remove, createVocabularyEntry];
