/**
 * Documents as a CSV table: what the server knows of each, then the properties asked for, vocabularies with a column of
 * labels beside their keys. Invariants: only what the caller may read is inside; no cell is a formula to a spreadsheet.
 */
import type { Json, JsonObject } from '#wire/json.ts';
import { hasPermission } from '../access/access.ts';
import { findEntry } from '../directories/entries.ts';
import { titleOf } from '../documents/documents.ts';
import { keepingOf } from '../documents/records.ts';
import { versionLabel } from '../documents/versions.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

type SystemColumn = readonly [name: string, value: (row: DocumentRow, session: Session) => Json];

const systemColumns: readonly SystemColumn[] = [
  ['repository', (row) => row.repository],
  ['uid', (row) => row.id],
  ['path', (row) => row.path],
  ['type', (row) => row.type],
  ['state', (row) => row.state],
  ['parentRef', (row) => row.parentId],
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
  ['isRecord', (row, { now }) => keepingOf(row, now).isRecord],
  ['retainUntil', (row, { now }) => keepingOf(row, now).retainUntil],
  ['hasLegalHold', (row, { now }) => keepingOf(row, now).hasLegalHold],
  ['isUnderRetentionOrLegalHold', (row, { now }) => keepingOf(row, now).isKept],
];

interface PropertyColumn {
  readonly xpath: string;
  /** The vocabulary whose labels stand in a column of their own. */
  readonly directory: string | undefined;
}

export async function* csvTable(
  session: Session,
  documents: AsyncIterable<DocumentRow>,
  parameters: JsonObject,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(session, parameters);
  const encoder = new TextEncoder();
  const line = (cells: readonly string[]): Uint8Array =>
    encoder.encode(`${cells.map(csvCell).join(',')}\r\n`);
  const heads = columns.flatMap(({ xpath, directory }) =>
    directory === undefined ? [xpath] : [xpath, `${xpath}[label]`],
  );
  yield line([...systemColumns.map(([name]) => name), ...heads]);
  const labels = new Map<string, string>();
  for await (const row of documents) {
    if (!(await hasPermission(session, row, 'Read'))) continue;
    const cells = systemColumns.map(([, value]) => cellText(value(row, session)));
    for (const { xpath, directory } of columns) {
      const value = row.properties[xpath];
      cells.push(cellText(value));
      if (directory !== undefined) cells.push(await labelsOf(session, directory, value, labels));
    }
    yield line(cells);
  }
}

/** The fields of the schemas by name, then the single properties; what there is not is left out. */
function columnsOf({ types }: Session, parameters: JsonObject): readonly PropertyColumn[] {
  const strings = (value: Json | undefined): readonly string[] =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  const fromSchemas = strings(parameters.schemas).flatMap((name) => {
    const schema = types.schemas.get(name);
    const names = (schema?.fields ?? []).map((field) => field.name).sort();
    return names.map((field) => `${schema?.prefix || name}:${field}`);
  });
  return [...new Set([...fromSchemas, ...strings(parameters.xpaths)])].flatMap((xpath) => {
    const found = types.topField(xpath);
    if (!found) return [];
    const { resolver } = found.field;
    return [{ xpath, directory: resolver?.kind === 'directory' ? resolver.directory : undefined }];
  });
}

async function labelsOf(
  session: Session,
  directory: string,
  value: Json | undefined,
  known: Map<string, string>,
): Promise<string> {
  const keys = (Array.isArray(value) ? value : [value]).filter((key) => typeof key === 'string');
  const labels: string[] = [];
  for (const key of keys) {
    const id = `${directory} ${key}`;
    const label = known.get(id) ?? (await labelOf(session, directory, key));
    known.set(id, label);
    labels.push(label);
  }
  return labels.join(' | ');
}

async function labelOf(session: Session, directory: string, key: string): Promise<string> {
  const id = key.split('/').at(-1) ?? key;
  const entry = await findEntry(session, directory, id);
  if (!entry) return 'unknown translated value';
  const { label, label_en: english } = entry.properties;
  if (typeof english === 'string') return english;
  return typeof label === 'string' ? session.repository.directories.translate(label, 'en') : id;
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join(' | ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A leading `=`, `+`, `-` or `@` would be a formula to a spreadsheet. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
