/**
 * Space statistics and quotas, stored in containers with the facet `DocumentsSizeStatistics`.
 * Invariants: a container's `dss:totalSize` is the bytes of all live, trashed and version files at or below it;
 * changes that would exceed `dss:maxSize` are refused, and the refusal says how much is left.
 */
import type { JsonObject } from '#wire/json.ts';
import { requirePermission } from '../access/access.ts';
import { contentBytes } from '../kernel/blob-value.ts';
import type { ContentBytes, CountedContainer } from '../kernel/document-store.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { heldDocument, holdPlaces, holdSubtree } from './tree-locks.ts';

const facet = 'DocumentsSizeStatistics';
const unlimited = -1;

export interface QuotaInfo {
  readonly innerSize: number;
  readonly totalSize: number;
  /** -1: no quota. */
  readonly maxQuota: number;
}

export type ContentChange = Partial<ContentBytes>;

interface ContainerChange {
  readonly path: string;
  readonly isLimited: boolean;
  readonly change: ContentBytes;
}

/** Changes of containers' space by each call so far, by container id. */
const changesOfCalls = new WeakMap<object, Map<string, ContainerChange>>();

function changesOf(session: Session): Map<string, ContainerChange> {
  const known = changesOfCalls.get(session.attempt);
  if (known) return known;
  const fresh = new Map<string, ContainerChange>();
  changesOfCalls.set(session.attempt, fresh);
  return fresh;
}

/** The bytes that a document adds to the containers above it. */
export function changeOf(row: DocumentRow, sign: 1 | -1 = 1): ContentChange {
  const bytes = sign * contentBytes(row.properties);
  if (row.proxyTargetId !== null) return {};
  if (row.isVersion) return { versions: bytes };
  return row.isTrashed ? { trash: bytes } : { live: bytes };
}

export function sumOf(...changes: readonly ContentChange[]): ContentBytes {
  const sum = (kind: keyof ContentChange): number =>
    changes.reduce((total, change) => total + (change[kind] ?? 0), 0);
  return { live: sum('live'), trash: sum('trash'), versions: sum('versions') };
}

export function negated({ live, trash, versions }: ContentBytes): ContentBytes {
  return { live: -live, trash: -trash, versions: -versions };
}

/**
 * Call it in the writing transaction whenever bytes are added, removed, or change kind at or below the container. Exceeding
 * a quota is refused at once; the counts are stored at the end of the call.
 */
export async function countContent(
  session: Session,
  container: { readonly id: string },
  change: ContentChange,
  /** The answer of `countedAbove`, when it was asked while the place was held. */
  above?: readonly CountedContainer[],
): Promise<void> {
  if (isNothing(sumOf(change))) return;
  await holdPlaces(session, container);
  const { documents } = await session.write();
  const counted = await Promise.all(
    (above ?? (await documents.countedAbove(container.id))).map(async ({ id, path, mostBytes }) => ({
      id,
      path,
      limited: mostBytes >= 0 ? await documents.get(id) : undefined,
    })),
  );
  for (const { id, path, limited } of counted) {
    const sum = sumOf(change, changesOf(session).get(id)?.change ?? {});
    if (limited) changed(limited, statistics(limited), sum);
    changesOf(session).set(id, { path, isLimited: limited !== undefined, change: sum });
  }
}

/**
 * Runs last before a commit: all uploads update the root, and so wait there only for each other's commit.
 * Deeper containers first, so that two units lock them in the same order.
 */
export async function storeCounts(session: Session): Promise<void> {
  const waiting = [...changesOf(session)].filter(([, { change }]) => !isNothing(change));
  if (waiting.length === 0) return;
  changesOf(session).clear();
  const { documents } = await session.write();
  waiting.sort(([, one], [, other]) => (one.path < other.path ? 1 : -1));
  for (const [id, { change, isLimited }] of waiting) {
    // The place is held, so it has not been given a limit since.
    const row = isLimited ? await documents.getForUpdate(id) : undefined;
    if (row) await store(session, row, changed(row, statistics(row), change));
    else await documents.addContentBytes(id, change);
  }
}

/** The bytes of a tree, to be counted for another place or kind. */
export async function contentToCount(
  session: Session,
  top: DocumentRow,
  kinds?: readonly (keyof ContentBytes)[],
): Promise<ContentBytes> {
  await storeCounts(session);
  return session.read.documents.contentToCount(top.id, kinds);
}

function isNothing({ live, trash, versions }: ContentBytes): boolean {
  return live === 0 && trash === 0 && versions === 0;
}

/** @throws 413 when it exceeds the quota */
function changed(row: DocumentRow, before: Statistics, { live, trash, versions }: ContentBytes): Statistics {
  const growth = live + trash + versions;
  if (growth > 0 && before.max >= 0 && before.total + growth > before.max) {
    throw exceeded(row, before, growth);
  }
  return {
    ...before,
    total: Math.max(0, before.total + growth),
    trash: Math.max(0, before.trash + trash),
    versions: Math.max(0, before.versions + versions),
  };
}

function exceeded(row: DocumentRow, before: Statistics, growth: number): RepositoryError {
  const left = Math.max(0, before.max - before.total);
  return new RepositoryError(
    'quotaExceeded',
    `QuotaExceeded: ${row.path ?? row.id} has ${left} of ${before.max} bytes left, ${growth} are needed`,
  );
}

/** Whether documents in both count for the same containers. */
export async function countedAlike(session: Session, one: DocumentRow, other: DocumentRow): Promise<boolean> {
  if (one.id === other.id) return true;
  const { documents } = session.read;
  const [first, second] = await Promise.all(
    [one, other].map(async (row) =>
      [row, ...(await documents.ancestors(row.id))].filter(isCounted).map(({ id }) => id),
    ),
  );
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Whether the document's own properties state its size, so that it need not be computed. */
export function isCounted(document: DocumentRow): boolean {
  return document.facets.includes(facet);
}

export async function quotaInfo(session: Session, document: DocumentRow): Promise<QuotaInfo> {
  const { inner, total, max } = await statisticsNow(session, document);
  return { innerSize: inner, totalSize: total, maxQuota: max };
}

export async function quotaStatistics(session: Session, document: DocumentRow): Promise<ContentBytes> {
  if (!isCounted(document) && !session.types.hasFacet(document, 'Folderish')) {
    throw errors.badRequest('Quota not activated on doc');
  }
  const { total, trash, versions } = await statisticsNow(session, document);
  return { live: total - trash - versions, trash, versions };
}

async function statisticsNow(session: Session, document: DocumentRow): Promise<Statistics> {
  if (!isCounted(document)) return counted(session, document);
  const now = await storedStatistics(session, document);
  const waiting = changesOf(session).get(document.id);
  return waiting ? changed(document, now, waiting.change) : now;
}

/** The stored statistics of a container that is counted. */
async function storedStatistics(session: Session, document: DocumentRow): Promise<Statistics> {
  return { ...statistics(document), ...(await session.read.documents.takenBytes(document.id)) };
}

async function counted(session: Session, row: DocumentRow): Promise<Statistics> {
  const { live, trash, versions } = await session.read.documents.contentOfSubtree(row.id);
  return {
    inner: contentBytes(row.properties),
    total: live + trash + versions,
    trash,
    versions,
    max: isCounted(row) ? statistics(row).max : unlimited,
  };
}

/** Describes the difference between stated and real size; undefined when there is none or nothing is counted. */
export async function countsDiffer(session: Session, row: DocumentRow): Promise<string | undefined> {
  if (!isCounted(row)) return undefined;
  const [stated, found] = [await storedStatistics(session, row), await counted(session, row)];
  const names = ['total', 'trash', 'versions'] as const;
  return names.every((name) => stated[name] === found[name])
    ? undefined
    : names.map((name) => `${name} ${stated[name]} of ${found[name]} bytes`).join(', ');
}

/** A repository's root is counted from its first document on; the root of an earlier release is counted here once. */
export async function countFromNow(session: Session, root: DocumentRow): Promise<void> {
  if (!isCounted(root)) await recountContent(session, root);
}

/** Sets a quota in bytes; -1 for none. The first quota starts the counting. Returns the new limit. */
export async function setQuota(session: Session, requested: DocumentRow, maxSize: number): Promise<number> {
  await holdSubtree(session, requested);
  const document = await heldDocument(session, requested);
  await requirePermission(session, document, 'Everything');
  if (!Number.isSafeInteger(maxSize) || maxSize < unlimited) {
    throw errors.badRequest('targetSize must be a number of bytes, or -1 for no quota');
  }
  await storeCounts(session);
  const row = isCounted(document)
    ? await settled(session, document.id)
    : await recountContent(session, document);
  if (!row) throw errors.documentNotFound(document.id);
  await store(session, row, { ...statistics(row), max: maxSize });
  return maxSize;
}

/** Counts again, or for the first time. */
export async function recountContent(session: Session, requested: DocumentRow): Promise<DocumentRow> {
  await holdSubtree(session, requested);
  const document = await heldDocument(session, requested);
  await requirePermission(session, document, 'Everything');
  await storeCounts(session);
  const row = await settled(session, document.id);
  if (!row) throw errors.documentNotFound(document.id);
  await store(session, row, await counted(session, row));
  return (await session.read.documents.get(document.id)) ?? row;
}

/** The container's row, locked. The caller holds its subtree, so that its size cannot change. */
async function settled(session: Session, id: string): Promise<DocumentRow | undefined> {
  const { documents } = await session.write();
  await documents.settleContentBytes(id);
  return documents.getForUpdate(id);
}

/** After the subtree was trashed or restored: counted containers in it have other bytes in the trash now. */
export async function recountBelow(session: Session, top: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  const counting = await documents.subtreeWithFacet(top.id, facet);
  if (counting.length === 0) return;
  await storeCounts(session);
  // Deeper containers first, as everywhere.
  for (const { id } of counting.toSorted((one, other) => ((one.path ?? '') < (other.path ?? '') ? 1 : -1))) {
    const row = await settled(session, id);
    if (row) await store(session, row, await counted(session, row));
  }
}

interface Statistics {
  readonly inner: number;
  readonly total: number;
  readonly trash: number;
  readonly versions: number;
  readonly max: number;
}

function statistics(row: DocumentRow): Statistics {
  const number = (name: string, missing: number): number => {
    const value = row.properties[`dss:${name}`];
    return typeof value === 'number' ? value : missing;
  };
  return {
    inner: number('innerSize', 0),
    total: number('totalSize', 0),
    trash: number('sizeTrash', 0),
    versions: number('sizeVersions', 0),
    max: number('maxSize', unlimited),
  };
}

async function store(session: Session, row: DocumentRow, now: Statistics): Promise<void> {
  const { documents } = await session.write();
  const fields: JsonObject & Properties = {
    'dss:innerSize': now.inner,
    'dss:totalSize': now.total,
    'dss:sizeTrash': now.trash,
    'dss:sizeVersions': now.versions,
    'dss:maxSize': now.max,
  };
  await documents.update(row.id, {
    properties: { ...row.properties, ...fields },
    facets: row.facets.includes(facet) ? row.facets : [...row.facets, facet],
    systemChange: row.systemChange + 1,
  });
}
