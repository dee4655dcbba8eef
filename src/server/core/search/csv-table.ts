/**
 * Documents as a CSV table: system columns, then the requested properties; values of vocabularies with a column of labels.
 * Invariants: the table has only what the caller may read; a document is one line; no cell is a formula in a spreadsheet.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { hasPermission } from '../access/access.ts';
import { findEntry } from '../directories/entries.ts';
import { titleOf } from '../documents/documents.ts';
import { getProperty } from '../documents/properties.ts';
import { keepingOf } from '../documents/records.ts';
import { folderOf, versionLabel } from '../documents/versions.ts';
import { withThumbnail } from '../files/thumbnail-property.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { thumbnailProperty } from '../kernel/thumbnail.ts';

type SystemColumn = readonly [
  name: string,
  value: (row: DocumentRow, session: Session) => Json | Promise<Json>,
];

const systemColumns: readonly SystemColumn[] = [
  ['repository', (row) => row.repository],
  ['uid', (row) => row.id],
  ['path', (row) => row.path],
  ['type', (row) => row.type],
  ['state', (row) => row.state],
  ['parentRef', (row, session) => folderOf(session, row)],
  ['isCheckedOut', (row) => row.isCheckedOut],
  ['isVersion', (row) => row.isVersion],
  ['isProxy', (row) => row.proxyTargetId !== null],
  ['proxyTargetId', (row) => row.proxyTargetId],
  ['versionableId', (row) => (row.isVersion || row.proxyTargetId !== null ? row.seriesId : null)],
  ['changeToken', (row) => `${row.systemChange}-${row.userChange}`],
  ['isTrashed', (row) => row.isTrashed],
  ['title', (row) => titleOf(row)],
  ['versionLabel', (row, { types }) => versionLabel(row, types.hasFacet(row, 'Versionable'))],
  ['lockOwner', (row) => row.lockOwner],
  ['lockCreated', (row) => row.lockCreated],
  ['lastModified', (row) => row.properties['dc:modified'] ?? null],
  ['isRecord', (row, session) => keepingOf(row, session).isRecord],
  ['retainUntil', (row, session) => keepingOf(row, session).retainUntil],
  ['hasLegalHold', (row, session) => keepingOf(row, session).hasLegalHold],
  ['isUnderRetentionOrLegalHold', (row, session) => keepingOf(row, session).isRetained],
];

interface PropertyColumn {
  readonly xpath: string;
  /** The vocabulary that the extra column of labels is taken from. */
  readonly directory: string | undefined;
}

interface LabelSource {
  readonly name: string;
  readonly language: string;
}

export async function* csvTable(
  session: Session,
  documents: AsyncIterable<DocumentRow>,
  parameters: JsonObject,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(session, parameters);
  const language = typeof parameters.lang === 'string' ? parameters.lang : 'en';
  const encoder = new TextEncoder();
  const line = (cells: readonly string[]): Uint8Array =>
    encoder.encode(`${cells.map(csvCell).join(',')}\r\n`);
  const heads = columns.flatMap(({ xpath, directory }) =>
    directory === undefined ? [xpath] : [xpath, `${xpath}[label]`],
  );
  yield line([...systemColumns.map(([name]) => name), ...heads]);
  const labels = new Map<string, string>();
  const showsThumbnails = columns.some(({ xpath }) => xpath.startsWith(thumbnailProperty));
  for await (const row of documents) {
    if (!(await hasPermission(session, row, 'Read'))) continue;
    const shown = showsThumbnails ? await withThumbnail(session, row) : row;
    const values = await Promise.all(systemColumns.map(([, value]) => value(row, session)));
    const cells = values.map(cellText);
    for (const { xpath, directory } of columns) {
      const value = getProperty(shown.properties, xpath);
      cells.push(cellText(value));
      if (directory !== undefined)
        cells.push(await labelsOf(session, { name: directory, language }, value, labels));
    }
    yield line(cells);
  }
}

/** @throws 400 for an unknown parameter or a wrong value */
export function checkTable({ types }: Session, parameters: JsonObject): void {
  const refuse = (problem: string) => errors.badRequest(`${problem} in command: csvExport`);
  const { sort, zip, lang, schemas, xpaths, ...others } = parameters;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw refuse(`Unknown parameter ${unknown}`);
  for (const [name, value] of Object.entries({ sort, zip }))
    if (value !== undefined && !['true', 'false'].includes(String(value))) throw refuse(`Invalid ${name}`);
  if (lang !== undefined && !/^[a-z]{2,3}([-_]\w+)*$/i.test(String(lang))) throw refuse('Invalid lang');
  for (const [name, value] of Object.entries({ schemas, xpaths }))
    if (value !== undefined && !isStringList(value)) throw refuse(`Invalid ${name}`);
  const schema = stringsIn(schemas).find((name) => !types.schemas.has(name));
  if (schema !== undefined) throw refuse(`Unknown schema ${schema}`);
  const xpath = stringsIn(xpaths).find((name) => types.property(name) === undefined);
  if (xpath !== undefined) throw refuse(`Unknown xpath ${xpath}`);
}

const isStringList = (value: Json): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const stringsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Fields of the requested schemas by name, then the requested properties by name. */
function columnsOf({ types }: Session, parameters: JsonObject): readonly PropertyColumn[] {
  const fromSchemas = stringsIn(parameters.schemas).flatMap((name) => {
    const schema = types.schemas.get(name);
    const names = (schema?.fields ?? []).map((field) => field.name).sort();
    return names.map((field) => `${schema?.prefix || name}:${field}`);
  });
  return [...new Set([...fromSchemas, ...stringsIn(parameters.xpaths).toSorted()])].map((xpath) => {
    const resolver = types.topField(xpath)?.field.resolver;
    return { xpath, directory: resolver?.kind === 'directory' ? resolver.directory : undefined };
  });
}

async function labelsOf(
  session: Session,
  directory: LabelSource,
  value: Json | undefined,
  known: Map<string, string>,
): Promise<string> {
  const keys = (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string');
  const labels: string[] = [];
  for (const key of keys) {
    const id = `${directory.name} ${key}`;
    const label = known.get(id) ?? (await labelOf(session, directory, key));
    known.set(id, label);
    labels.push(label);
  }
  return labels.join(' | ');
}

async function labelOf(session: Session, { name, language }: LabelSource, key: string): Promise<string> {
  const id = key.split('/').at(-1) ?? key;
  const entry = await findEntry(session, name, id);
  if (!entry) return 'unknown translated value';
  const { label, label_en: english } = entry.properties;
  const own = entry.properties[`label_${language.slice(0, 2).toLowerCase()}`] ?? english;
  if (typeof own === 'string') return own;
  return typeof label === 'string' ? session.repository.directories.translate(label, language) : id;
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll(/\r\n|[\r\n]/g, ' ');
}

/** The quote prevents a leading `=`, `+`, `-` or `@` from making it a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
