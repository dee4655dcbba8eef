/**
 * Finding, reading, creating and listing documents.
 * Invariant: every change needs its permission, raises the change token, stores who and when, and is audited.
 */
import { setImmediate } from 'node:timers/promises';
import { permits } from '../access/access.ts';
import type { Increment } from '../configuration/versioning.ts';
import { contentBytes } from '../kernel/blob-value.ts';
import type { DocumentWithRights } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import type { OwnedValues } from '../types/owned-values.ts';
import { withoutOwned } from '../types/strip-owned.ts';
import { setUpContents } from './content-templates.ts';
import { announceNewContent } from './document-content.ts';
import { withIcon } from './document-icon.ts';
import { freeNames, normalizeName } from './names.ts';
import { requireNotOwned } from './owned-documents.ts';
import { defaultProperties, overDefaults } from './properties.ts';
import { checkRequired } from './property-constraints.ts';
import { changeOf, countContent, sumOf } from './quota.ts';
import { holdPlaceToRead } from './tree-locks.ts';
import { initialVersion } from './versioning-policies.ts';
import { versionAfter } from './versions.ts';

export { deleteDocument } from './document-removal.ts';
export { changeDocument, updateDocument } from './document-update.ts';

export type DocumentRef = { readonly id: string } | { readonly path: string };

/** A path starts with a slash; anything else is an id. */
export function parseReference(text: string): DocumentRef {
  const reference = text.startsWith('doc:') ? text.slice(4) : text;
  return reference.startsWith('/') ? { path: reference } : { id: reference };
}

function spelled(reference: DocumentRef): string {
  return 'id' in reference ? reference.id : reference.path;
}

function normalizePath(path: string): string {
  // The lookbehind lets the match start only at the first slash of a run: otherwise long runs take quadratic time.
  const trimmed = path.normalize('NFC').replace(/(?<!\/)\/+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

async function lookUp(session: Session, reference: DocumentRef): Promise<DocumentWithRights | undefined> {
  const found = await (session.principals.isAdministrator
    ? readAlone(session, reference)
    : readWithRights(session, reference));
  return found?.document.repository === session.repositoryName ? found : undefined;
}

/** Without reading ACLs: for administrators. */
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

/** Document and ACLs in one statement, so that they are of the same moment. */
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

/** Undefined when it does not exist or the caller may not read it. */
export async function findDocument(
  session: Session,
  reference: DocumentRef,
): Promise<DocumentRow | undefined> {
  const found = await lookUp(session, reference);
  return found && permits(session, found, 'Read') ? found.document : undefined;
}

/** `dc:title`, else the name, else the id; empty for the root unless it has a title. */
export function titleOf(row: DocumentRow): string {
  const title = row.properties['dc:title'];
  if (typeof title === 'string' && title !== '') return title;
  return row.path === '/' ? '' : row.name || row.id;
}

export interface NewDocument {
  readonly type: string;
  readonly name?: string | undefined;
  /** A folder that the repository finds by its path: the name is not shortened. */
  readonly keepsName?: boolean;
  readonly properties?: Properties;
  readonly facets?: readonly string[];
  /** The version that the caller asks for; versioning policies may look at it. */
  readonly versioning?: Increment | undefined;
  /** Engine-owned values. Types that the engine owns cannot be created without them. */
  readonly owned?: OwnedValues;
}

export async function createDocument(
  session: Session,
  parent: DocumentRow,
  input: NewDocument,
): Promise<DocumentRow> {
  const [made] = await createDocuments(session, parent, [input]);
  if (!made) throw errors.documentNotFound(parent.path ?? parent.id);
  return made;
}

/** Rows sent to the database at a time. */
const portion = 100;

/**
 * Creates documents of any known, callable type wherever the caller may add children: all of them, or none. Checks that
 * are the same for all are made once.
 */
export async function createDocuments(
  session: Session,
  parent: DocumentRow,
  inputs: readonly NewDocument[],
): Promise<readonly DocumentRow[]> {
  const { documents } = await session.write();
  for (const { type, owned } of inputs) {
    if (!session.types.type(type)) throw errors.badRequest(`Type: ${type} does not exist`);
    if (!owned) requireNotOwned(session, type, 'made');
  }
  if (parent.isVersion) throw errors.badRequest('A version cannot hold documents');
  const wanted = inputs.map((input) => wantedName(session, input));
  // In an ordered folder calls take turns for the position; when two calls use one name, one of them runs again.
  const isOrdered = session.types.hasFacet(parent, 'Orderable');
  const hasBytes = inputs.some(({ properties = {} }) => contentBytes(properties) > 0);
  const only = wanted.length === 1 ? wanted[0] : undefined;
  const [place, ordered, some, counted] = await holdPlaceToRead(
    session,
    parent,
    () =>
      Promise.all([
        documents.getToAddTo(parent.id, only),
        isOrdered ? documents.getForUpdate(parent.id) : undefined,
        only === undefined ? freeNames(session, parent.id, wanted) : undefined,
        // Asked before anything is changed, this needs no writer.
        hasBytes ? documents.countedAbove(parent.id) : undefined,
      ]),
    ([found]) => found?.chain ?? [],
  );
  const home = ordered ?? place?.document;
  if (!home || !place) throw errors.documentNotFound(parent.path ?? parent.id);
  if (!permits(session, { document: home, acls: [home.acls, ...place.aclsAbove] }, 'AddChildren'))
    throw errors.missingPrivilege('AddChildren', session.username);
  const names = some ?? (place.hasName ? await freeNames(session, parent.id, wanted) : wanted);
  const first = isOrdered ? ((await documents.lastPosition(home.id)) ?? -1) + 1 : null;
  const rows = inputs.map((input, index) => {
    const position = first === null ? null : first + index;
    return newRow(session, home, input, { name: names[index] ?? '', position });
  });
  // In parallel, to finish soon: other calls wait while this transaction writes.
  await Promise.all([
    countContent(session, home, sumOf(...rows.map((row) => changeOf(row))), counted),
    storeRows(session, rows),
  ]);
  const made: DocumentRow[] = [];
  for (const [index, row] of rows.entries()) {
    session.audit({ eventId: 'documentCreated', document: row });
    await setUpContents(session, row, createDocument);
    const requested = inputs[index]?.versioning;
    made.push(await versionAfter(session, { previous: undefined, current: row, requested }));
  }
  return made;
}

/** In portions: the database stores one while the next is serialized. */
async function storeRows(session: Session, rows: readonly DocumentRow[]): Promise<void> {
  const { documents } = await session.write();
  for (let start = 0; start < rows.length; start += portion) {
    const some = rows.slice(start, start + portion);
    await documents.prepareTexts(some.map(({ properties }) => properties));
    await Promise.all([documents.insert(...some), announceNewContent(session, some)]);
    if (rows.length > portion) await setImmediate();
  }
}

function wantedName(session: Session, { type, name, properties, keepsName }: NewDocument): string {
  const wanted = name || String(properties?.['dc:title'] ?? '') || type;
  return normalizeName(wanted, keepsName ? wanted.length : session.repository.settings.pathSegmentMaxSize);
}

function newRow(
  session: Session,
  home: DocumentRow,
  input: NewDocument,
  { name, position }: Pick<DocumentRow, 'name' | 'position'>,
): DocumentRow {
  const { type, facets = [] } = input;
  const id = timeOrderedId();
  const row: DocumentRow = {
    ...emptyDocument(session, type, home, name),
    id,
    seriesId: id,
    facets,
    position,
    properties: withIcon(session.types, { type, facets }, stamped(session, input)),
    state: session.types.type(type)?.lifecycle.initial ?? null,
  };
  checkRequired(session, row, row.properties);
  const initial = initialVersion(session, row);
  if (!initial || row.properties['uid:major_version'] === undefined) return row;
  const numbers = { 'uid:major_version': initial.major, 'uid:minor_version': initial.minor };
  return { ...row, properties: { ...row.properties, ...numbers } };
}

function stamped(session: Session, input: NewDocument): Properties {
  const shape = { type: input.type, facets: input.facets ?? [] };
  const now = session.now.toISOString();
  // A value that is missing or null gets the default.
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

/** A document that is not stored, with defaults only. */
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
