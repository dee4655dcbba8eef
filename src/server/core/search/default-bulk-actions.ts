/** The bulk actions that need nothing but the rules; `automation` is the operations' own. */
import type { Json, JsonObject } from '#wire/json.ts';
import { changeRow } from '../documents/change-row.ts';
import { reindexContent } from '../documents/document-content.ts';
import { deleteDocument, updateDocument } from '../documents/documents.ts';
import { readProperties } from '../documents/properties.ts';
import { trash, untrash } from '../documents/trash.ts';
import { keepFile } from '../files/uploads.ts';
import { errors } from '../kernel/errors.ts';
import type { BulkAction } from './bulk-actions.ts';
import { csvTable } from './csv-table.ts';

const takesNothing = (): void => {};

const setProperties: BulkAction = {
  name: 'setProperties',
  forEveryone: true,
  check(session, parameters) {
    const unknown = Object.keys(parameters).find(
      (xpath) => xpath !== 'param' && session.types.property(xpath) === undefined,
    );
    if (unknown !== undefined) throw errors.badRequest(`Unknown xpath ${unknown} in command: setProperties`);
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

/** The table is kept under the command's id, for its owner only. */
const csvExport: BulkAction = {
  name: 'csvExport',
  forEveryone: true,
  check: takesNothing,
  apply: async () => {},
  async finish(session, documents, parameters, commandId) {
    const table = csvTable(session, documents, parameters);
    const written = await session.repository.ports.blobs.write(table);
    const name = `export-${session.now.toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
    await keepFile(session, commandId, { ...written, name, mimeType: 'text/csv', encoding: 'UTF-8' });
    return { url: `nxbigblob/${commandId}` };
  },
};

export const defaultBulkActions: readonly BulkAction[] = [
  setProperties,
  setSystemProperties,
  trashing,
  deletion,
  removeProxy,
  index,
  csvExport,
];
