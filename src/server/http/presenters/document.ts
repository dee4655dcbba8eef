/**
 * The document entity, with its fields in the documented order.
 * Invariant: properties and enrichers only down to the requested `depth`; the caller of this function has checked that
 * the document may be read.
 */
import { titleOf } from '#server/core/documents/documents.ts';
import { keepingOf, retainedProperties } from '#server/core/documents/records.ts';
import { versionLabel } from '#server/core/documents/versions.ts';
import { withThumbnails } from '#server/core/files/thumbnail-property.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { SchemaDefinition } from '#server/core/types/definitions.ts';
import type { DocumentEntity, DocumentListEntity } from '#wire/document.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { changeToken } from './change-token.ts';
import { fetchReferences } from './fetched-references.ts';
import { prefixOf, presentProperties } from './properties.ts';

const knownSchemas = new WeakMap<readonly SchemaDefinition[], DocumentEntity['schemas']>();

function presentSchemas(schemas: readonly SchemaDefinition[]): DocumentEntity['schemas'] {
  let presented = knownSchemas.get(schemas);
  if (presented === undefined) {
    presented = schemas.map((schema) => ({ name: schema.name, prefix: prefixOf(schema) }));
    knownSchemas.set(schemas, presented);
  }
  return presented;
}

export async function presentDocument(call: Call, row: DocumentRow, level = 1): Promise<DocumentEntity> {
  const [shown = row] = await withWantedThumbnails(call, [row], level);
  const entity = await presentRow(call, shown, level);
  // The next step serializes the entity.
  await pauseWhenLong();
  return entity;
}

/** Only when the thumbnail schema is requested, as most lists do not ask for it. */
async function withWantedThumbnails(
  { session, options }: Call,
  rows: readonly DocumentRow[],
  level: number,
): Promise<readonly DocumentRow[]> {
  const { schemas } = options;
  const isWanted = schemas !== undefined && (schemas.has('*') || schemas.has('thumbnail'));
  return isWanted && options.mayEnrich(level) ? withThumbnails(session, rows) : rows;
}

async function presentRow(call: Call, stored: DocumentRow, level: number): Promise<DocumentEntity> {
  const { session, options } = call;
  const fetched = options.fetch('document');
  const { proxyTargetId } = stored;
  const target = proxyTargetId === null ? undefined : await session.read.documents.get(proxyTargetId);
  const row = target && !target.isVersion ? withVersionOf(target, stored) : stored;
  const keeping = keepingOf(row, session);
  const isFrozen = row.isVersion || target?.isVersion === true;
  const modified = row.properties['dc:modified'];
  const isShown = options.mayEnrich(level);
  const facets = session.types.facetsOf(row);
  // A version has the parent of its live document.
  const live = row.isVersion ? await session.read.documents.get(row.seriesId) : row;
  return {
    'entity-type': 'document',
    repository: row.repository,
    uid: row.id,
    path: live?.path ?? row.name,
    type: row.type,
    state: row.path === '/' ? null : row.state,
    parentRef: row.path === '/' ? '/' : (live?.parentId ?? null),
    isCheckedOut: row.isCheckedOut,
    isRecord: keeping.isRecord,
    retainUntil: keeping.retainUntil,
    ...(keeping.isRecord
      ? { isFlexibleRecord: false, retainedProperties: retainedProperties(session.types, row) }
      : {}),
    hasLegalHold: keeping.hasLegalHold,
    isUnderRetentionOrLegalHold: keeping.isRetained,
    isVersion: row.isVersion,
    isProxy: row.proxyTargetId !== null,
    ...(row.proxyTargetId === null ? {} : { proxyTargetId: row.proxyTargetId }),
    ...(row.isVersion || row.proxyTargetId !== null ? { versionableId: row.seriesId } : {}),
    changeToken: target ? `${changeToken(row)}/${changeToken(target)}` : changeToken(row),
    isTrashed: row.isTrashed,
    title: titleOf(row),
    ...(fetched.has('versionLabel')
      ? { versionLabel: versionLabel(row, session.types.hasFacet(row, 'Versionable')) }
      : {}),
    ...(row.isVersion
      ? { isLatestVersion: row.isLatestVersion, isLatestMajorVersion: row.isLatestMajorVersion }
      : {}),
    ...(fetched.has('lock') && row.lockOwner !== null && row.lockCreated !== null
      ? { lockOwner: row.lockOwner, lockCreated: row.lockCreated }
      : {}),
    ...(typeof modified === 'string' ? { lastModified: modified } : {}),
    ...(options.schemas && isShown ? { properties: await propertiesOf(call, row, level) } : {}),
    facets: isFrozen ? [...facets, 'Immutable'] : facets,
    schemas: presentSchemas(session.types.schemasOf(row)),
    ...(isShown ? await contextParameters(call, row, level) : {}),
  };
}

/** A live proxy shows the version number and the checked-in state of its document. */
function withVersionOf({ isCheckedOut, properties: shown }: DocumentRow, proxy: DocumentRow): DocumentRow {
  const numbers = ['uid:major_version', 'uid:minor_version'].flatMap((name) =>
    shown[name] === undefined ? [] : [[name, shown[name]] as const],
  );
  return { ...proxy, isCheckedOut, properties: { ...proxy.properties, ...Object.fromEntries(numbers) } };
}

async function propertiesOf(call: Call, row: DocumentRow, level: number): Promise<JsonObject> {
  const wanted = call.options.schemas;
  const schemas = call.session.types
    .schemasOf(row)
    .filter((schema) => wanted?.has('*') || wanted?.has(schema.name));
  const properties = presentProperties(call.baseUrl, row, schemas);
  return fetchReferences(call, schemas, properties, (document) => presentDocument(call, document, level + 1));
}

/** Only for known enrichers that were requested; one that fails is left out and logged. */
async function contextParameters(
  call: Call,
  row: DocumentRow,
  level: number,
): Promise<{ contextParameters?: JsonObject }> {
  const { documentEnrichers, repository } = call.application;
  const enrichers = call.options.enrichers('document');
  if (enrichers.length === 0 && !call.highlights) return {};
  const names = new Set([...enrichers, ...(call.highlights ? ['highlight'] : [])]);
  const wanted = [...names].flatMap((name) => documentEnrichers.get(name) ?? []);
  if (wanted.length === 0) return {};
  const parameters: Record<string, Json> = {};
  for (const enricher of wanted) {
    await pauseWhenLong();
    try {
      const value = await enricher.value(call, row, level);
      if (value !== undefined) parameters[enricher.name] = value;
    } catch (error) {
      call.session.answersOnce();
      repository.ports.log.warn(`Enricher ${enricher.name} failed`, {
        document: row.id,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
  return { contextParameters: parameters };
}

export async function presentDocuments(
  call: Call,
  rows: readonly DocumentRow[],
  level = 1,
): Promise<DocumentEntity[]> {
  const entities: DocumentEntity[] = [];
  for (const row of await withWantedThumbnails(call, rows, level)) {
    await pauseWhenLong();
    entities.push(await presentRow(call, row, level));
  }
  return entities;
}

export async function documentList(
  call: Call,
  rows: readonly DocumentRow[],
  level = 1,
): Promise<DocumentListEntity> {
  return { 'entity-type': 'documents', entries: await presentDocuments(call, rows, level) };
}
