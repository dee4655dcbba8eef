/**
 * Changing a document's properties.
 * Invariant: only different values count as a change; a change to a checked-in document checks it out first.
 */
import { isString } from '#wire/json.ts';
import { requirePermission } from '../access/access.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentPatch, DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { OwnedValues } from '../types/owned-values.ts';
import { requestedFacets, withoutOwned } from '../types/strip-owned.ts';
import { stamped } from './contributors.ts';
import { announceContent, changedWords } from './document-content.ts';
import { withIcon } from './document-icon.ts';
import { backToWork } from './lifecycle.ts';
import { mergeProperties } from './properties.ts';
import { changeOf, countContent, sumOf } from './quota.ts';
import { requireNotRetained } from './records.ts';
import { holdPlaces } from './tree-locks.ts';
import { requireAllowedIncrement } from './versioning-policies.ts';
import { checkInUnchecked, numbersOfCheckOut, versionAfter, versionBefore } from './versions.ts';

export interface DocumentUpdate {
  readonly properties?: Properties;
  readonly facets?: readonly string[];
  /** Engine-owned values, with their facets; only rules in core can make them. */
  readonly owned?: OwnedValues;
  readonly changeToken?: string | undefined;
  /** `none`: the versioning policies decide; `never`: no version, not even by a policy. */
  readonly versioning?: 'none' | 'minor' | 'major' | 'never' | undefined;
  readonly comment?: string | undefined;
  /** The repository's own bookkeeping (tags, pictures of a file): no new date, contributor, version or audit entry. */
  readonly silent?: boolean;
  /** With `silent`: values that the server derived from the document's files. */
  readonly isDerived?: boolean;
}

export interface UpdatedDocument {
  readonly document: DocumentRow;
  /** The version that the `versioning` option made. */
  readonly version?: DocumentRow;
}

/** For values that do not depend on the document; use `changeDocument` for changes to a list. */
export async function updateDocument(
  session: Session,
  document: DocumentRow,
  update: DocumentUpdate,
): Promise<UpdatedDocument> {
  return changeDocument(session, document, () => update);
}

/**
 * @param change computes the update from the locked document; for a proxy, from the document that it shows
 */
export async function changeDocument(
  session: Session,
  document: DocumentRow,
  change: (current: DocumentRow) => DocumentUpdate | Promise<DocumentUpdate>,
): Promise<UpdatedDocument> {
  const { documents } = await session.write();
  const target = document.proxyTargetId ?? document.id;
  await holdPlaces(session, { id: target });
  const before = await documents.getForUpdate(target);
  if (!before) throw errors.documentNotFound(document.path ?? document.id);
  // Errors of the change come before missing rights, as in operations that read their values first.
  const update = await change(before);
  await requirePermission(session, document.proxyTargetId === null ? before : document, 'WriteProperties');
  // A live proxy in the caller's own folder must not give them the right to write the document that it shows.
  if (document.proxyTargetId !== null && !before.isVersion)
    await requirePermission(session, before, 'WriteProperties');
  const given = { ...withoutOwned(session.types, update.properties ?? {}), ...update.owned?.values };
  if (before.isVersion) requireWritableOnVersions(session, { ...update.properties, ...given });
  checkChangeToken(before, update.changeToken);
  const changes = differences(before, given);
  const facets = changedFacets(session, before, update);
  requireNotRetained(session, before, changes, facets);
  const isChanged = Object.keys(changes).length > 0 || facets !== undefined;
  const { versioning } = update;
  const requested = versioning === 'minor' || versioning === 'major' ? versioning : undefined;
  if (hasPolicies(update) && !before.isVersion) requireAllowedIncrement(session, before, requested);
  const current = isChanged ? await store(session, before, changes, facets, update) : before;
  if (requested !== undefined) {
    const version = await checkInUnchecked(session, current, requested, update.comment);
    return { document: (await documents.get(current.id)) ?? current, ...(version ? { version } : {}) };
  }
  if (!hasPolicies(update)) return { document: current };
  const base = isChanged ? current : await versionBefore(session, before, before);
  return { document: await versionAfter(session, { previous: before, current: base }) };
}

function hasPolicies({ silent, versioning }: DocumentUpdate): boolean {
  return !silent && versioning !== 'never';
}

async function store(
  session: Session,
  before: DocumentRow,
  changes: Properties,
  facets: readonly string[] | undefined,
  update: DocumentUpdate,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const shape = { type: before.type, facets: facets ?? before.facets };
  const values = update.silent ? changes : stamped(session, before, changes);
  const wanted = { ...before, ...shape, properties: mergeProperties(before.properties, values) };
  const base = hasPolicies(update) ? await versionBefore(session, before, wanted) : before;
  const merged = mergeProperties(base.properties, values);
  const checksOut = !base.isVersion && !update.silent;
  const properties = {
    ...withIcon(session.types, shape, merged, base.properties),
    ...(checksOut ? await numbersOfCheckOut(session, base) : {}),
  };
  const patch: DocumentPatch = {
    properties,
    ...(facets ? { facets } : {}),
    ...(checksOut ? { isCheckedOut: true } : {}),
    ...(checksOut && !base.isCheckedOut ? backToWork(session, base) : {}),
    systemChange: base.systemChange + 1,
    userChange: base.userChange + (update.changeToken === undefined ? 0 : 1),
  };
  const after: DocumentRow = { ...base, ...patch };
  const words = await changedWords(after, before);
  await documents.prepareTexts([properties]);
  await documents.update(base.id, patch);
  if (after.parentId !== null) {
    const parent = await documents.get(after.parentId);
    if (parent) await countContent(session, parent, sumOf(changeOf(after), changeOf(before, -1)));
  }
  await announceContent(session, after, before, { words });
  if (!update.silent)
    session.audit({ eventId: 'documentModified', document: after, comment: update.comment ?? null });
  else if (update.isDerived) session.announce(after, { isDerived: true });
  return after;
}

function differences(before: DocumentRow, properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !isSame(before.properties[name] ?? null, value)),
  );
}

/** Texts may be long, so they are compared without serializing them. */
function isSame(one: Properties[string], other: Properties[string]): boolean {
  return isString(one) || isString(other) ? one === other : comparable(one) === comparable(other);
}

/** Equal values give equal texts; an empty list counts as null. */
export function comparable(value: Properties[string]): string {
  return Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value);
}

/** Undefined when the facets stay the same. */
function changedFacets(
  session: Session,
  before: DocumentRow,
  { facets, owned }: DocumentUpdate,
): readonly string[] | undefined {
  if (!facets) return undefined;
  const wanted = owned ? facets : requestedFacets(session.types, before.facets, facets);
  return sameFacets(wanted, before.facets) ? undefined : wanted;
}

function sameFacets(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((facet) => other.includes(facet));
}

/** Compares only the user's counter, which follows the dash. */
function checkChangeToken(row: DocumentRow, token: string | undefined): void {
  if (token === undefined || token === '') return;
  const parts = token.split('/').at(-1)?.split('-') ?? [];
  if (parts.length !== 2 || parts[1] !== String(row.userChange)) throw errors.invalidChangeToken(row.id);
}

function requireWritableOnVersions(session: Session, properties: Properties): void {
  const isWritable = Object.keys(properties).every(
    (name) => session.types.topField(name)?.schema.versionWritable,
  );
  if (!isWritable)
    throw new RepositoryError('badRequest', 'A version cannot be changed', { body: 'null-message' });
}
