/** Operations that load vocabularies from files, or into variables. */
import {
  createEntry,
  directoryNamed,
  findEntry,
  listEntries,
  requireEditor,
  updateEntry,
} from '#server/core/directories/entries.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { readCsv } from '../machinery/csv.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { optional, required } from '../machinery/parameters.ts';

const category = 'Services';
const directoryName = required('string', 'Name of the directory');

const policies = [
  'never_load',
  'skip_duplicate',
  'reject_duplicate',
  'error_on_duplicate',
  'update_duplicate',
];

const loadCsv = defineOperation({
  id: 'Directory.LoadFromCSV',
  category,
  label: 'Load directory entries from CSV file',
  description: 'Makes entries of the rows of the input file, whose first row names the columns.',
  params: {
    directoryName,
    dataLoadingPolicy: required('string', 'What to do with entries that are there', { values: policies }),
  },
  methods: {
    blob: {
      to: 'void',
      run: async ({ session, params }, blob) => {
        const { dataLoadingPolicy: policy } = params;
        if (!policies.includes(policy)) throw errors.badRequest(`There is no policy ${policy}`);
        if (policy === 'never_load') return;
        const directory = directoryNamed(session, params.directoryName);
        requireEditor(session, directory);
        const known = new Set(directory.columns.map(({ name }) => name));
        const [names = [], ...rows] = await rowsOf(session, blob);
        const columns = names
          .map((name, index) => [name.trim(), index] as const)
          .filter(([name]) => known.has(name));
        for (const row of rows) {
          const entry = Object.fromEntries(columns.map(([name, index]) => [name, row[index] ?? null]));
          await load(session, directory.name, directory.idField, entry, policy);
        }
      },
    },
  },
});

/** Reads all rows before the first is stored, so that a file with too many is refused without writing thousands. */
async function rowsOf(session: Session, blob: StoredBlob): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const row of readCsv(await textOf(session, blob))) {
    await session.budget.step();
    rows.push(row);
  }
  return rows;
}

async function load(
  session: Session,
  directory: string,
  idField: string,
  entry: JsonObject,
  policy: string,
): Promise<void> {
  const id: Json | undefined = entry[idField];
  const exists = isString(id) && (await findEntry(session, directory, id)) !== undefined;
  // Creating an existing entry fails with its id, which both strict policies require.
  if (!exists || policy.endsWith('on_duplicate') || policy.startsWith('reject')) {
    await createEntry(session, directory, entry);
  } else if (policy === 'update_duplicate') {
    await updateEntry(session, directory, undefined, entry);
  }
}

const largestCsv = 10_000_000;

async function textOf(session: Session, blob: StoredBlob): Promise<string> {
  if (blob.length > largestCsv) throw errors.badRequest('The file is too large to be a vocabulary');
  const content = await session.repository.ports.blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of content.stream()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const projection = defineOperation({
  id: 'Directory.Projection',
  category,
  label: 'Get a Directory Projection',
  description: 'Puts one column of the entries that match into a variable.',
  params: {
    directoryName,
    columnName: required('string', 'The column'),
    variableName: required('string', 'Variable that takes the values'),
    filters: optional('properties', 'Values that columns must have'),
    fulltextFields: optional('stringlist', 'Columns that need only begin with the value'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, context, params }) => {
        const { columnName, filters = {}, fulltextFields = [] } = params;
        const { entries } = await listEntries(session, params.directoryName);
        const matching = entries.filter(({ properties }) =>
          Object.entries(filters).every(([name, wanted]) => {
            const value = String(properties[name] ?? '');
            const text = String(wanted ?? '');
            return fulltextFields.includes(name)
              ? value.toLowerCase().startsWith(text.toLowerCase())
              : value === text;
          }),
        );
        context.setJson(
          params.variableName,
          matching.map(({ properties }) => properties[columnName] ?? null),
        );
      },
    },
  },
});

export const directoryLoadingOperations = [loadCsv, projection];
