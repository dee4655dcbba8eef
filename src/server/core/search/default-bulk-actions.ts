/** The bulk actions that need only core; `automation`, which runs operations, is defined with the operations. */
import type { Json, JsonObject } from '#wire/json.ts';
import { changeRow } from '../documents/change-row.ts';
import { reindexContent } from '../documents/document-content.ts';
import { removeOrphans } from '../documents/document-removal.ts';
import { deleteDocument, updateDocument } from '../documents/documents.ts';
import { readProperties } from '../documents/properties.ts';
import { trash, untrash } from '../documents/trash.ts';
import { keepFile } from '../files/uploads.ts';
import { zipOf } from '../files/zip.ts';
import { errors } from '../kernel/errors.ts';
import { purgeWorkflow } from '../workflow/purge-workflows.ts';
import type { BulkAction } from './bulk-actions.ts';
import { checkTable, csvTable } from './csv-table.ts';

const takesNothing = (): void => {};

const setProperties: BulkAction = {
  name: 'setProperties',
  forEveryone: true,
  check(session, parameters) {
    const refuse = (name: string) => errors.badRequest(`Invalid ${name} in command: setProperties`);
    const { VersioningOption: option, disableAuditLogger: unaudited, param: _param, ...values } = parameters;
    if (option !== undefined && !['NONE', 'MINOR', 'MAJOR'].includes(String(option)))
      throw refuse('VersioningOption');
    if (unaudited !== undefined && !['true', 'false'].includes(String(unaudited)))
      throw refuse('disableAuditLogger');
    const unknown = Object.keys(values).find((xpath) => session.types.property(xpath) === undefined);
    if (unknown !== undefined) throw errors.badRequest(`Unknown xpath ${unknown} in command: setProperties`);
    const owned = Object.keys(parameters).find((xpath) => session.types.isOwnedProperty(xpath));
    if (owned !== undefined) throw errors.badRequest(`${owned} is written by the server's own rules only`);
  },
  async apply(session, document, parameters) {
    // The audit trail cannot be switched off: the option is accepted and ignored.
    const { VersioningOption: option, disableAuditLogger: _unaudited, param: _param, ...given } = parameters;
    const properties = await readProperties(session, document, given, async () => undefined);
    const unversioned = option === 'NONE';
    await updateDocument(session, document, { properties, ...(unversioned ? { versioning: 'never' } : {}) });
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
  /** `value: false` restores from the trash. */
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

/** Versions that nothing refers to. Removals delete them, so there are some only after an error. */
const orphanVersions: BulkAction = {
  name: 'garbageCollectOrphanVersions',
  forEveryone: false,
  check: takesNothing,
  apply: (session, document) => removeOrphans(session, [document.id]),
};

const overWorkflows: BulkAction = {
  // The Platform's spelling.
  name: 'garbageCollectWokflows',
  forEveryone: false,
  check: takesNothing,
  apply: purgeWorkflow,
};

/** The table is kept under the command's id, for its owner only. */
const csvExport: BulkAction = {
  name: 'csvExport',
  forEveryone: true,
  check: checkTable,
  apply: async () => {},
  async finish(session, documents, parameters, commandId) {
    const table = csvTable(session, documents, parameters);
    const name = `export-${session.now.toISOString().slice(0, 19).replaceAll(':', '-')}`;
    const isZip = String(parameters.zip) === 'true';
    const written = await session.repository.ports.blobs.write(
      isZip ? zipOf([{ name: `${commandId}.csv`, bytes: table }]) : table,
    );
    const file = isZip
      ? { name: `${name}.zip`, mimeType: 'application/zip', encoding: null }
      : { name: `${name}.csv`, mimeType: 'text/csv', encoding: 'UTF-8' };
    await keepFile(session, commandId, { ...written, ...file });
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
  orphanVersions,
  overWorkflows,
  csvExport,
];
