/**
 * Documents: found, read, made, changed and removed.
 * Invariant: every change needs its permission, raises the change token, stamps who and when, and is audited.
 */
import { permits, requirePermission } from '../access/access.ts';
import type { DocumentWithRights } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { OwnedValues } from '../types/owned-values.ts';
import { withoutOwned } from '../types/strip-owned.ts';
import { setUpContents } from './content-templates.ts';
import { announceContent } from './document-content.ts';
import { withIcon } from './document-icon.ts';
import { freeName, normalizeName } from './names.ts';
import { requireNotOwned } from './owned-documents.ts';
import { defaultProperties, overDefaults } from './properties.ts';
import { checkRequired } from './property-constraints.ts';
import { changeOf, countContent } from './quota.ts';
import { holdPlaces } from './tree-locks.ts';
import { autoCheckIn } from './versions.ts';

export { deleteDocument } from './document-removal.ts';
export { changeDocument, updateDocument } from './document-update.ts';

export type DocumentRef = { readonly id: string } | { readonly path: string };

/** A path begins with a slash; anything else is an id. */
export function parseReference(text: string): DocumentRef {
  const reference = text.startsWith('doc:') ? text.slice(4) : text;
  return reference.startsWith('/') ? { path: reference } : { id: reference };
}

function spelled(reference: DocumentRef): string {
  return 'id' in reference ? reference.id : reference.path;
}

function normalizePath(path: string): string {
  // From the first slash of a run only: tried from each in turn, a long one would take its square.
  const trimmed = path.normalize('NFC').replace(/(?<!\/)\/+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

async function lookUp(session: Session, reference: DocumentRef): Promise<DocumentWithRights | undefined> {
  const found = await (session.principals.isAdministrator
    ? readAlone(session, reference)
    : readWithRights(session, reference));
  return found?.document.repository === session.repositoryName ? found : undefined;
}

/** For those who may do anything. */
async function readAlone(
  { read: { documents }, repositoryName }: Session,
  reference: DocumentRef,
): Promise<DocumentWithRights | undefined> {
  const document =
    'id' in reference
      ? await documents.get(reference.id)
      : await documents.getByPath(repositoryName, normalizePath(reference.path));
  return document && { document, acls: [] };
}

/** In one statement, so that none of both is older than the other. */
function readWithRights(
  { read: { documents }, repositoryName }: Session,
  reference: DocumentRef,
): Promise<DocumentWithRights | undefined> {
  return 'id' in reference
    ? documents.getWithRights(reference.id)
    : documents.getByPathWithRights(repositoryName, normalizePath(reference.path));
}

/** @throws 404 when there is none, 403 when the caller lacks the permission */
export async function getDocument(
  session: Session,
  reference: DocumentRef,
  permission = 'Read',
): Promise<DocumentRow> {
  const found = await lookUp(session, reference);
  if (!found) throw errors.documentNotFound(spelled(reference));
  if (!permits(session, found, permission)) throw errors.missingPrivilege(permission, session.username);
  return found.document;
}

/** Undefined when there is none or the caller may not read it. */
export async function findDocument(
  session: Session,
  reference: DocumentRef,
): Promise<DocumentRow | undefined> {
  const found = await lookUp(session, reference);
  return found && permits(session, found, 'Read') ? found.document : undefined;
}

/** `dc:title`, else the name, else the id; the root has none unless it was given one. */
export function titleOf(row: DocumentRow): string {
  const title = row.properties['dc:title'];
  if (typeof title === 'string' && title !== '') return title;
  return row.path === '/' ? '' : row.name || row.id;
}

export interface NewDocument {
  readonly type: string;
  readonly name?: string | undefined;
  /** A place of the repository's own, found by its path: the name is not shortened. */
  readonly keepsName?: boolean;
  readonly properties?: Properties;
  readonly facets?: readonly string[];
  /** Given by the rules of the engine: what they own. Types that the engine owns cannot be made without. */
  readonly owned?: OwnedValues;
}

/** Any known type that callers may make can be made anywhere the caller may add children. */
export async function createDocument(
  session: Session,
  parent: DocumentRow,
  input: NewDocument,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  if (!session.types.type(input.type)) throw errors.badRequest(`Type: ${input.type} does not exist`);
  if (!input.owned) requireNotOwned(session, input.type, 'made');
  if (parent.isVersion) throw errors.badRequest('A version cannot hold documents');
  const wanted = input.name || String(input.properties?.['dc:title'] ?? '') || input.type;
  const length = input.keepsName ? wanted.length : session.repository.settings.pathSegmentMaxSize;
  await holdPlaces(session, parent);
  const [home, name] = await Promise.all([
    // Names and places of order are given to one after the other.
    documents.getForUpdate(parent.id),
    freeName(session, parent.id, normalizeName(wanted, length)),
  ]);
  if (!home) throw errors.documentNotFound(parent.path ?? parent.id);
  await requirePermission(session, home, 'AddChildren');
  const isOrdered = session.types.hasFacet(home, 'Orderable');
  const shape = { type: input.type, facets: input.facets ?? [] };
  const row: DocumentRow = {
    ...emptyDocument(session, input.type, home, name),
    id: crypto.randomUUID(),
    facets: input.facets ?? [],
    position: isOrdered ? ((await documents.lastPosition(home.id)) ?? -1) + 1 : null,
    properties: withIcon(session.types, shape, stamped(session, input)),
    state: session.types.type(input.type)?.lifecycle.initial ?? null,
  };
  checkRequired(session, row, row.properties);
  const live = { ...row, seriesId: row.id };
  // Stored, indexed and counted in one go: while this transaction writes, others wait for it.
  await Promise.all([
    documents.insert(live),
    announceContent(session, live, undefined),
    countContent(session, home, changeOf(live)),
  ]);
  session.audit({ eventId: 'documentCreated', document: live });
  await setUpContents(session, live, createDocument);
  return autoCheckIn(session, live);
}

function stamped(session: Session, input: NewDocument): Properties {
  const shape = { type: input.type, facets: input.facets ?? [] };
  const now = session.now.toISOString();
  // Nothing given is the default's place, whether it was left out or sent as null.
  const given = overDefaults(defaultProperties(session.types, shape), {
    ...withoutOwned(session.types, input.properties ?? {}),
    ...input.owned?.values,
  });
  const hasDublinCore = session.types.schemasOf(shape).some((schema) => schema.name === 'dublincore');
  if (!hasDublinCore) return given;
  return {
    ...given,
    'dc:created': given['dc:created'] ?? now,
    'dc:modified': given['dc:modified'] ?? now,
    'dc:creator': given['dc:creator'] ?? session.username,
    'dc:contributors': given['dc:contributors'] ?? [session.username],
    'dc:lastContributor': given['dc:lastContributor'] ?? session.username,
  };
}

/** A document that is not stored: defaults only. */
export function emptyDocument(session: Session, type: string, parent?: DocumentRow, name = ''): DocumentRow {
  const base = parent?.path === '/' ? '' : (parent?.path ?? null);
  return {
    id: '',
    repository: session.repositoryName,
    parentId: parent?.id ?? null,
    name,
    path: base === null ? null : `${base}/${name}`,
    type,
    facets: [],
    state: null,
    properties: defaultProperties(session.types, { type, facets: [] }),
    position: null,
    isTrashed: parent?.isTrashed ?? false,
    isCheckedOut: true,
    isVersion: false,
    isLatestVersion: false,
    isLatestMajorVersion: false,
    seriesId: '',
    versionLabel: null,
    versionDescription: null,
    versionCreated: null,
    baseVersionId: null,
    proxyTargetId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [],
    readAclId: parent?.readAclId ?? 0,
  };
}
