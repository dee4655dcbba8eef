/**
 * Finds where a stored document contradicts the data it is derived from: its place, rights, versions, bytes, words, counts
 * and references between documents.
 * Invariant: an intact document has no problem, whatever concurrent calls have done to it.
 */
import { browseEntries, entriesInForce, refreshReadAcls } from '../access/access.ts';
import { collectionIdsOf, memberIds } from '../collections/collections.ts';
import { changeRow } from '../documents/change-row.ts';
import { isTextIndexed, reindexContent, storeWords } from '../documents/document-content.ts';
import { blobsOf } from '../documents/properties.ts';
import { countsDiffer, recountContent } from '../documents/quota.ts';
import { lostFileText } from '../documents/short-file-words.ts';
import { blobsIn, contentBytes } from '../kernel/blob-value.ts';
import type { Holder, StoredContent, VersionStanding } from '../kernel/consistency-store.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';

export interface Problem {
  readonly kind:
    | 'place'
    | 'parent'
    | 'removal'
    | 'rendition'
    | 'path'
    | 'trash'
    | 'rights'
    | 'version'
    | 'proxy'
    | 'bytes'
    | 'reference'
    | 'words'
    | 'index'
    | 'columns'
    | 'size'
    | 'count'
    | 'collection';
  readonly detail: string;
  /** Undefined when the lost data cannot be recovered. */
  readonly mend?: (session: Session) => Promise<unknown>;
}

/** The entries of each read ACL in a comparable form, by id. */
export type ReadLists = ReadonlyMap<number, string>;

export async function readListsOf({ documents }: Pick<Stores, 'documents'>): Promise<ReadLists> {
  return new Map((await documents.readAcls()).map(({ id, entries }) => [id, readersOf(entries)]));
}

function readersOf(aces: readonly Ace[]): string {
  return JSON.stringify(browseEntries(aces));
}

/** Data read together for several documents. */
interface Facts {
  readonly lists: ReadLists;
  readonly holders: ReadonlyMap<string, Holder>;
  readonly contents: ReadonlyMap<string, StoredContent>;
  readonly versions: ReadonlyMap<string, readonly VersionStanding[]>;
  /** Problems of the files of versions, by the ids of the versions. */
  readonly versionFiles: ReadonlyMap<string, readonly Problem[]>;
}

/** Versions read at a time: a few documents may have very many. */
const versionsAtOnce = 16;

/** The problems of each of these live documents and proxies, including those of its versions. */
export async function problemsOf(
  session: Session,
  rows: readonly DocumentRow[],
  lists: ReadLists,
): Promise<readonly (readonly Problem[])[]> {
  const facts = await factsOf(session, rows, lists);
  return Promise.all(
    rows.map(async (row) => [
      ...placeProblems(row, facts),
      ...rightsProblems(row, facts),
      ...seriesProblems(row, facts),
      ...(await contentProblems(session, row, facts)),
      ...(await collectionProblems(session, row)),
    ]),
  );
}

async function factsOf(session: Session, rows: readonly DocumentRow[], lists: ReadLists): Promise<Facts> {
  const { consistency } = session.read;
  const live = rows.flatMap(({ proxyTargetId, id }) => (proxyTargetId === null ? [id] : []));
  const above = new Set(rows.flatMap(({ parentId }) => parentId ?? []));
  const shown = rows.flatMap(({ proxyTargetId }) => proxyTargetId ?? []);
  const [holders, contents, versions] = await Promise.all([
    consistency.holders([...above, ...shown]),
    contentsOf(session, rows),
    consistency.versions(live),
  ]);
  const versionFiles = new Map<string, readonly Problem[]>();
  const ids = [...versions.values()].flat().map(({ id }) => id);
  for (let start = 0; start < ids.length; start += versionsAtOnce) {
    const some = await session.read.documents.getMany(ids.slice(start, start + versionsAtOnce));
    const found = await fileProblems(session, some);
    for (const [index, { id }] of some.entries()) versionFiles.set(id, found[index] ?? []);
  }
  return { lists, holders, contents, versions, versionFiles };
}

/** For a proxy, the contents of its target: it has no files of its own. */
function contentsOf(
  { read }: Session,
  rows: readonly DocumentRow[],
): Promise<ReadonlyMap<string, StoredContent>> {
  return read.consistency.contents([
    ...new Set(rows.flatMap(({ id, proxyTargetId }) => [id, proxyTargetId ?? id])),
  ]);
}

function placeProblems(row: DocumentRow, { holders }: Facts): readonly Problem[] {
  if (row.path === '/' || row.path === null || row.parentId === null) return [];
  const parent = holders.get(row.parentId);
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

/** Moves the document to its parent, so that it and its versions inherit anew. */
async function putWhereItLies(own: Session, { id, parentId, name }: DocumentRow): Promise<void> {
  if (parentId === null) return;
  const { documents } = await own.write();
  const parentPath = (await documents.get(parentId))?.path ?? '/';
  await documents.relocate(id, { parentId, parentPath, name });
}

function rightsProblems(row: DocumentRow, { lists, holders }: Facts): readonly Problem[] {
  const above = row.parentId === null ? undefined : holders.get(row.parentId)?.acls;
  const readers = readersOf([...entriesInForce([row.acls, ...(above ?? [])])]);
  if (lists.get(row.readAclId) === readers) return [];
  return [
    {
      kind: 'rights',
      detail: 'searches go by other readers than the permissions name',
      mend: async (own) => {
        await refreshReadAcls(own, row.id);
        const { documents } = await own.write();
        const list = (await documents.get(row.id))?.readAclId;
        if (list === undefined || (await readListsOf(own.read)).get(list) === readers) return;
        // The read ACL itself has other entries than it was made with, so it must not be used any more.
        await documents.retireReadAcl(list);
        await refreshReadAcls(own, row.id);
      },
    },
  ];
}

function seriesProblems(
  row: DocumentRow,
  { holders, versions: all, versionFiles }: Facts,
): readonly Problem[] {
  if (row.proxyTargetId !== null) {
    if (holders.has(row.proxyTargetId)) return [];
    return [{ kind: 'proxy', detail: `${row.proxyTargetId}, which it shows, is not there` }];
  }
  const versions = all.get(row.id) ?? [];
  const problems: Problem[] = [];
  // The base version of a checked-out document may be deleted.
  if (
    !row.isCheckedOut &&
    row.baseVersionId !== null &&
    !versions.some(({ id }) => id === row.baseVersionId)
  ) {
    const mend = (own: Session): Promise<unknown> =>
      changeRow(own, row.id, () => ({ isCheckedOut: true, baseVersionId: null }));
    problems.push({ kind: 'version', detail: 'it is checked in as a version that is not there', mend });
  }
  const latest = versions.filter(({ isLatest }) => isLatest);
  const newest = versions.at(-1);
  if (newest && (latest.length !== 1 || latest[0]?.id !== newest.id)) {
    const mend = async (own: Session): Promise<void> => {
      for (const { id } of versions) await changeRow(own, id, () => ({ isLatestVersion: id === newest.id }));
    };
    problems.push({ kind: 'version', detail: `${latest.length} versions are the latest`, mend });
  }
  const majors = versions.filter(({ label }) => label?.endsWith('.0'));
  if (versions.some(({ id, isLatestMajor }) => isLatestMajor !== (id === majors.at(-1)?.id))) {
    const mend = async (own: Session): Promise<void> => {
      for (const { id } of versions)
        await changeRow(own, id, () => ({ isLatestMajorVersion: id === majors.at(-1)?.id }));
    };
    problems.push({ kind: 'version', detail: 'another version is said to be the latest major one', mend });
  }
  for (const { id, label, readAclId } of versions) {
    const name = `version ${label}`;
    for (const problem of versionFiles.get(id) ?? [])
      problems.push({ ...problem, detail: `${name}: ${problem.detail}` });
    if (readAclId === row.readAclId) continue;
    const mend = (own: Session): Promise<void> => putWhereItLies(own, row);
    problems.push({ kind: 'rights', detail: `${name} has other readers`, mend });
  }
  return problems;
}

async function contentProblems(
  session: Session,
  row: DocumentRow,
  { contents }: Facts,
): Promise<readonly Problem[]> {
  const problems = [...(await fileProblemsOf(session, row, contents))];
  const difference = await countsDiffer(session, row);
  if (difference !== undefined)
    problems.push({ kind: 'count', detail: difference, mend: (own) => recountContent(own, row) });
  return problems;
}

/** Also for versions, even those whose document is gone. */
export async function fileProblems(
  session: Session,
  rows: readonly DocumentRow[],
): Promise<readonly (readonly Problem[])[]> {
  const contents = await contentsOf(session, rows);
  return Promise.all(rows.map((row) => fileProblemsOf(session, row, contents)));
}

/** Stores a row again, with all data derived from it. */
function storeAgain(id: string): (session: Session) => Promise<unknown> {
  return (session) =>
    changeRow(session, id, ({ properties, facets, proxyTargetId }) => ({
      properties,
      facets,
      proxyTargetId,
    }));
}

async function fileProblemsOf(
  session: Session,
  row: DocumentRow,
  contents: Facts['contents'],
): Promise<readonly Problem[]> {
  const { blobs } = session.repository.ports;
  const problems: Problem[] = [];
  const content = contents.get(row.id);
  const keeper = row.proxyTargetId ?? row.id;
  const referenced = contents.get(keeper)?.blobKeys;
  for (const { xpath, blob } of blobsOf(session.types, row)) {
    if (!(await blobs.open(blob.data))) problems.push({ kind: 'bytes', detail: `${xpath} has none` });
    if (referenced?.has(blob.data)) continue;
    problems.push({
      kind: 'reference',
      detail: `nothing keeps the bytes of ${xpath}`,
      mend: storeAgain(keeper),
    });
  }
  const shown = new Set(blobsIn(Object.values(row.properties)).map(({ data }) => data));
  if ([...(content?.blobKeys ?? [])].some((key) => !shown.has(key)))
    problems.push({
      kind: 'reference',
      detail: 'it keeps bytes that it does not show',
      mend: storeAgain(row.id),
    });
  if (contentBytes(row.properties) !== (content?.bytes ?? 0))
    problems.push({
      kind: 'size',
      detail: 'its files are counted with other sizes',
      mend: storeAgain(row.id),
    });
  if (content?.isFoundAs(row) === false)
    problems.push({
      kind: 'columns',
      detail: 'queries find it by other values than it has',
      mend: storeAgain(row.id),
    });
  if (!(await isTextIndexed(session, row, content?.words)))
    problems.push({
      kind: 'words',
      detail: 'it is not found by its words',
      mend: (own) => reindexContent(own, row),
    });
  const lost = await lostFileText(session, row);
  if (lost !== undefined)
    problems.push({
      kind: 'words',
      detail: 'it is not found by the words of its file',
      mend: (own) => storeWords(own, row, lost),
    });
  return problems;
}

/**
 * Collection and member must name each other, and must exist. Proxies and versions are not checked: they copy properties.
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
