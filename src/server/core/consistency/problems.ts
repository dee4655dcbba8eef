/**
 * What of a stored document contradicts what it follows from: its place, rights, versions, bytes, words, counts and
 * the lists in which it and others name each other.
 * Invariant: a whole document has no problem, whatever calls met on it.
 */
import { browseEntries, effectiveAcls, refreshReadAcls } from '../access/access.ts';
import { collectionIdsOf, memberIds } from '../collections/collections.ts';
import { changeRow } from '../documents/change-row.ts';
import { hasItsWords, reindexContent } from '../documents/document-content.ts';
import { blobsOf } from '../documents/properties.ts';
import { countsDiffer, recountContent } from '../documents/quota.ts';
import { contentBytes } from '../kernel/blob-value.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';

export interface Problem {
  readonly kind:
    | 'place'
    | 'parent'
    | 'removal'
    | 'path'
    | 'trash'
    | 'rights'
    | 'version'
    | 'proxy'
    | 'bytes'
    | 'reference'
    | 'words'
    | 'size'
    | 'count'
    | 'collection';
  readonly detail: string;
  /** Undefined where nothing tells what was lost. */
  readonly mend?: (session: Session) => Promise<unknown>;
}

/** Whom each list of readers names, in one form, by its id. */
export type ReadLists = ReadonlyMap<number, string>;

export async function readListsOf({ documents }: Pick<Stores, 'documents'>): Promise<ReadLists> {
  return new Map((await documents.readAcls()).map(({ id, entries }) => [id, readersOf(entries)]));
}

function readersOf(aces: readonly Ace[]): string {
  return JSON.stringify(browseEntries(aces));
}

export async function problemsOf(
  session: Session,
  row: DocumentRow,
  lists: ReadLists,
): Promise<readonly Problem[]> {
  const found = await Promise.all([
    placeProblems(session, row),
    rightsProblems(session, row, lists),
    seriesProblems(session, row),
    contentProblems(session, row),
    collectionProblems(session, row),
  ]);
  return found.flat();
}

async function placeProblems(session: Session, row: DocumentRow): Promise<readonly Problem[]> {
  if (row.path === '/' || row.path === null || row.parentId === null) return [];
  const parent = await session.read.documents.get(row.parentId);
  if (!parent) return [{ kind: 'parent', detail: `${row.parentId} is not there` }];
  const path = parent.path === '/' ? `/${row.name}` : `${parent.path}/${row.name}`;
  const problems: Problem[] = [];
  if (path !== row.path) {
    const mend = (own: Session): Promise<void> => putWhereItLies(own, row);
    problems.push({ kind: 'path', detail: `it lies at ${path}`, mend });
  }
  if (parent.isTrashed && !row.isTrashed) {
    const mend = async (own: Session): Promise<void> =>
      (await own.write()).documents.setTrashed(row.id, true);
    problems.push({ kind: 'trash', detail: 'it is live below what is trashed', mend });
  }
  return problems;
}

/** It, and its versions with it, take again what they inherit. */
async function putWhereItLies(own: Session, { id, parentId, name }: DocumentRow): Promise<void> {
  if (parentId === null) return;
  const { documents } = await own.write();
  const parentPath = (await documents.get(parentId))?.path ?? '/';
  await documents.relocate(id, { parentId, parentPath, name });
}

async function rightsProblems(
  session: Session,
  row: DocumentRow,
  lists: ReadLists,
): Promise<readonly Problem[]> {
  const acls = await effectiveAcls(session, row);
  if (lists.get(row.readAclId) === readersOf(acls.flatMap(({ aces }) => aces))) return [];
  return [
    {
      kind: 'rights',
      detail: 'searches go by other readers than the permissions name',
      mend: (own) => refreshReadAcls(own, row.id),
    },
  ];
}

async function seriesProblems(session: Session, row: DocumentRow): Promise<readonly Problem[]> {
  const { documents } = session.read;
  if (row.proxyTargetId !== null) {
    const target = await documents.get(row.proxyTargetId);
    return target ? [] : [{ kind: 'proxy', detail: `${row.proxyTargetId}, which it shows, is not there` }];
  }
  const versions = await documents.versions(row.id);
  const latest = versions.filter(({ isLatestVersion }) => isLatestVersion);
  const newest = versions.at(-1);
  const problems: Problem[] = [];
  if (newest && (latest.length !== 1 || latest[0]?.id !== newest.id)) {
    const mend = async (own: Session): Promise<void> => {
      for (const { id } of versions) await changeRow(own, id, () => ({ isLatestVersion: id === newest.id }));
    };
    problems.push({ kind: 'version', detail: `${latest.length} versions are the latest`, mend });
  }
  for (const version of versions) {
    const name = `version ${version.versionLabel}`;
    for (const problem of await fileProblems(session, version))
      problems.push({ ...problem, detail: `${name}: ${problem.detail}` });
    if (version.readAclId === row.readAclId) continue;
    const mend = (own: Session): Promise<void> => putWhereItLies(own, row);
    problems.push({ kind: 'rights', detail: `${name} has other readers`, mend });
  }
  return problems;
}

async function contentProblems(session: Session, row: DocumentRow): Promise<readonly Problem[]> {
  const problems = [...(await fileProblems(session, row))];
  const difference = await countsDiffer(session, row);
  if (difference !== undefined)
    problems.push({ kind: 'count', detail: difference, mend: (own) => recountContent(own, row) });
  return problems;
}

/** Of a version too, also where it has outlived its document. */
export async function fileProblems(session: Session, row: DocumentRow): Promise<readonly Problem[]> {
  const { blobs } = session.repository.ports;
  const problems: Problem[] = [];
  const files = blobsOf(session.types, row);
  const referenced = new Set(
    files.length === 0 ? [] : await session.read.documents.blobsKeptFor(row.proxyTargetId ?? row.id),
  );
  for (const { xpath, blob } of files) {
    if (!(await blobs.open(blob.data))) problems.push({ kind: 'bytes', detail: `${xpath} has none` });
    if (referenced.has(blob.data)) continue;
    const mend = (own: Session): Promise<unknown> =>
      changeRow(own, row.id, ({ properties }) => ({ properties }));
    problems.push({ kind: 'reference', detail: `nothing keeps the bytes of ${xpath}`, mend });
  }
  if (contentBytes(row.properties) !== (await session.read.documents.contentBytes(row.id))) {
    const mend = (own: Session): Promise<unknown> =>
      changeRow(own, row.id, ({ properties }) => ({ properties }));
    problems.push({ kind: 'size', detail: 'its files are counted with other sizes', mend });
  }
  if (!(await hasItsWords(session, row)))
    problems.push({
      kind: 'words',
      detail: 'it is not found by its words',
      mend: (own) => reindexContent(own, row),
    });
  return problems;
}

/**
 * Both sides name each other, and nobody names what is not there. A proxy has the properties of what it shows, a version
 * those of its day.
 */
async function collectionProblems(session: Session, row: DocumentRow): Promise<readonly Problem[]> {
  if (row.proxyTargetId !== null || row.isVersion) return [];
  const sides = [
    { property: 'collection:documentIds', ids: memberIds(row), back: collectionIdsOf },
    { property: 'collectionMember:collectionIds', ids: collectionIdsOf(row), back: memberIds },
  ];
  const problems: Problem[] = [];
  for (const { property, ids, back } of sides) {
    const others = new Map((await session.read.documents.getMany(ids)).map((one) => [one.id, one]));
    for (const id of ids) {
      const other = others.get(id);
      if (other && back(other).includes(row.id)) continue;
      const mend = (own: Session): Promise<unknown> =>
        changeRow(own, row.id, ({ properties }) => ({
          properties: { ...properties, [property]: ids.filter((one) => one !== id) },
        }));
      problems.push({ kind: 'collection', detail: `${property} names ${id}, which does not name it`, mend });
    }
  }
  return problems;
}
