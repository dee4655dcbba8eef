/** The bulk actions that need nothing but the rules; `automation` is the operations' own. */
import type { Json, JsonObject } from '#wire/json.ts';
import { hasPermission } from '../access/access.ts';
import { changeRow } from '../documents/change-row.ts';
import { reindexContent } from '../documents/document-content.ts';
import { createDocument, deleteDocument, updateDocument } from '../documents/documents.ts';
import { readProperties } from '../documents/properties.ts';
import { trash, untrash } from '../documents/trash.ts';
import { userWorkspace } from '../documents/user-workspace.ts';
import { toBlobValue } from '../files/blobs.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { BulkAction } from './bulk-actions.ts';

const takesNothing = (): void => {};

const setProperties: BulkAction = {
  name: 'setProperties',
  forEveryone: true,
  check(session, parameters) {
    const unknown = Object.keys(parameters).find(
      (xpath) => xpath !== 'param' && session.types.property(xpath) === undefined,
    );
    if (unknown !== undefined) throw errors.badRequest(`No such property: ${unknown}`);
    const owned = Object.keys(parameters).find((xpath) => session.types.isOwnedProperty(xpath));
    if (owned !== undefined) throw errors.badRequest(`${owned} is written by the server's own rules only`);
  },
  async apply(session, document, parameters) {
    const { param: _versioning, ...given } = parameters;
    const properties = await readProperties(session, document, given, async () => undefined);
    await updateDocument(session, document, { properties });
  },
};

const systemProperties: ReadonlySet<string> = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:lastContributor',
]);

const setSystemProperties: BulkAction = {
  name: 'setSystemProperties',
  forEveryone: false,
  check(_session, parameters) {
    const refused = Object.keys(parameters).find((name) => !systemProperties.has(name));
    if (refused !== undefined) throw errors.badRequest(`${refused} is no system property that can be set`);
  },
  async apply(session, document, parameters) {
    await changeRow(session, document.id, ({ properties }) => ({
      properties: { ...properties, ...definedOnly(parameters) },
    }));
  },
};

function definedOnly(parameters: JsonObject): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const trashing: BulkAction = {
  name: 'trash',
  forEveryone: false,
  check: (_session, { value = true }) => {
    if (typeof value !== 'boolean') throw errors.badRequest('value must be true or false');
  },
  /** `value: false` takes out of the trash. */
  async apply(session, document, { value = true }) {
    if (document.isVersion) return;
    if (value === false) await untrash(session, document);
    else if (!document.isTrashed) await trash(session, document);
  },
};

const deletion: BulkAction = {
  name: 'deletion',
  forEveryone: false,
  check: takesNothing,
  apply: deleteDocument,
};

const removeProxy: BulkAction = {
  name: 'removeProxy',
  forEveryone: false,
  check: takesNothing,
  async apply(session, document) {
    if (document.proxyTargetId !== null) await deleteDocument(session, document);
  },
};

const index: BulkAction = {
  name: 'index',
  forEveryone: false,
  check: takesNothing,
  apply: reindexContent,
};

const defaultColumns = ['dc:title', 'dc:created', 'dc:modified', 'dc:creator', 'dc:lastContributor'];

/** The table is a file in the caller's own workspace, so that only they read it. */
const csvExport: BulkAction = {
  name: 'csvExport',
  forEveryone: true,
  check: takesNothing,
  apply: async () => {},
  async finish(session, documents, parameters) {
    const columns = columnsOf(session, parameters);
    const written = await session.repository.ports.blobs.write(csvBytes(session, documents, columns));
    const name = `export-${session.now.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
    const file = await createDocument(session, await userWorkspace(session), {
      type: 'File',
      name,
      properties: {
        'dc:title': name,
        'file:content': toBlobValue({ ...written, name, mimeType: 'text/csv', encoding: 'UTF-8' }),
      },
    });
    const url = `nxfile/${session.repositoryName}/${file.id}/file:content/${name}`;
    return { documentId: file.id, name, length: written.length, url };
  },
};

function columnsOf(session: Session, parameters: JsonObject): readonly string[] {
  const strings = (value: Json | undefined): readonly string[] =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  const fromSchemas = strings(parameters.schemas).flatMap((name) => {
    const schema = session.types.schemas.get(name);
    return schema ? schema.fields.map((field) => `${schema.prefix}:${field.name}`) : [];
  });
  const asked = [...strings(parameters.xpaths), ...fromSchemas];
  return asked.length > 0 ? [...new Set(asked)] : defaultColumns;
}

async function* csvBytes(
  session: Session,
  documents: AsyncIterable<DocumentRow>,
  columns: readonly string[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const line = (cells: readonly string[]): Uint8Array =>
    encoder.encode(`${cells.map(csvCell).join(',')}\r\n`);
  yield line(['uid', 'path', 'type', 'state', ...columns]);
  for await (const row of documents) {
    if (!(await hasPermission(session, row, 'Read'))) continue;
    const values = columns.map((name) => cellText(row.properties[name]));
    yield line([row.id, row.path ?? '', row.type, row.state ?? '', ...values]);
  }
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

export const defaultBulkActions: readonly BulkAction[] = [
  setProperties,
  setSystemProperties,
  trashing,
  deletion,
  removeProxy,
  index,
  csvExport,
];
