/**
 * Published renditions, which are stored as documents: versions without a live document, readable only through a proxy
 * (and by administrators).
 * Invariants: all renditions of one document form a series, whose id is derived from the document's. None exists without a
 * proxy.
 */
import { toBlobValue } from '../files/blobs.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { withoutOwned } from '../types/strip-owned.ts';
import { announceNewContent } from './document-content.ts';
import { withIcon } from './document-icon.ts';
import { withoutKeeping } from './records.ts';

const facet = 'Rendition';
const nobodyReads = 0;

/** Whether it is a rendition rather than a version of a document. */
export function isStoredRendition({ isVersion, facets }: DocumentRow): boolean {
  return isVersion && facets.includes(facet);
}

/** One rendition of one document; `variant` is null when it is the same for everybody. */
export interface RenditionKind {
  readonly name: string;
  readonly variant: string | null;
}

/** Oldest first. @param documentId the live document's id */
export async function storedRenditions(
  session: Session,
  documentId: string,
): Promise<readonly DocumentRow[]> {
  return session.read.documents.versions(await seriesOf(documentId));
}

export function isOfKind({ properties }: DocumentRow, { name, variant }: RenditionKind): boolean {
  return (
    properties['rend:renditionName'] === name && (properties['rend:renditionVariant'] ?? null) === variant
  );
}

/** For a version: renditions made of it. For a document without versions: those made since its last change. */
export function isOfSource({ properties }: DocumentRow, source: DocumentRow): boolean {
  if (properties['rend:sourceId'] !== source.id) return false;
  return source.isVersion || properties['rend:sourceModificationDate'] === source.properties['dc:modified'];
}

/** The caller must make a proxy in the same unit. @param source the version, or a document that has none */
export async function storeRendition(
  session: Session,
  source: DocumentRow,
  kind: RenditionKind,
  blob: StoredBlob,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const earlier = (await storedRenditions(session, source.seriesId)).filter((one) => isOfKind(one, kind));
  const created = session.now.toISOString();
  const stored: DocumentRow = {
    ...source,
    ...contentOf(session, source, kind, blob),
    id: timeOrderedId(),
    parentId: null,
    path: null,
    position: null,
    isTrashed: false,
    isCheckedOut: false,
    isVersion: true,
    isLatestVersion: true,
    isLatestMajorVersion: false,
    seriesId: await seriesOf(source.seriesId),
    versionLabel: source.versionLabel ?? '0.0',
    versionDescription: null,
    versionCreated: created,
    baseVersionId: null,
    proxyTargetId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [],
    readAclId: nobodyReads,
  };
  for (const { id } of earlier) await documents.update(id, { isLatestVersion: false });
  // Inserted as a document first, so that it gets a place of its own.
  await documents.insert({ ...stored, isVersion: false });
  await documents.update(stored.id, { isVersion: true });
  await announceNewContent(session, [stored]);
  return stored;
}

function contentOf(
  { types }: Session,
  source: DocumentRow,
  { name, variant }: RenditionKind,
  blob: StoredBlob,
): Pick<DocumentRow, 'type' | 'facets' | 'properties'> {
  const holdsFile =
    !types.hasFacet(source, 'Folderish') && types.schemasOf(source).some((schema) => schema.name === 'file');
  const remaining = withoutKeeping(
    withoutOwned(types, source.properties),
    source.facets.filter((one) => !types.isOwnedFacet(one)),
  );
  const shape = {
    type: holdsFile ? source.type : 'File',
    facets: [...new Set([...(holdsFile ? remaining.facets : []), facet])],
  };
  const prefixes = new Set(types.schemasOf(shape).map((schema) => schema.prefix || schema.name));
  const {
    'files:files': _files,
    'common:icon': _icon,
    'collectionMember:collectionIds': _collections,
    ...copied
  }: Properties = Object.fromEntries(
    Object.entries(remaining.properties).filter(([property]) => prefixes.has(property.split(':')[0] ?? '')),
  );
  const properties = {
    ...copied,
    'file:content': toBlobValue(blob),
    'rend:sourceId': source.id,
    'rend:sourceVersionableId': source.isVersion ? source.seriesId : null,
    'rend:sourceModificationDate': source.properties['dc:modified'] ?? null,
    'rend:renditionName': name,
    'rend:renditionVariant': variant,
  };
  return { ...shape, properties: withIcon(types, shape, properties) };
}

/** A UUID derived from the document's id. */
async function seriesOf(documentId: string): Promise<string> {
  const text = new TextEncoder().encode(`renditions of ${documentId}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}
