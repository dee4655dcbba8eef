/**
 * Checks every document of a repository for contradictions, and repairs those that can be repaired, while the server runs.
 * Invariant: a finding was seen twice, because the first look may have met an unfinished call; each repair is a
 * transaction of its own that holds the place and looks again.
 */
import { isRemovalQueued, resumeRemoval } from '../documents/removal-job.ts';
import { holdPlaces, holdSubtree } from '../documents/tree-locks.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Misplacement } from '../kernel/place-store.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';
import { lostRenditions } from './lost-renditions.ts';
import { fileProblems, type Problem, problemsOf, type ReadLists, readListsOf } from './problems.ts';

/** Repairs of these kinds change the sizes that the folders above state. */
const changesSizes: ReadonlySet<Problem['kind']> = new Set([
  'place',
  'parent',
  'path',
  'trash',
  'reference',
  'size',
  'columns',
]);

const misplaced: Readonly<Record<Misplacement, string>> = {
  place: 'its place is not that of what holds it',
  chain: 'searches look for what lies in it below another place',
  folder: 'searches look for it in another folder than it lies in',
  unused: 'nothing lies in its place',
};

const lookedAtOnce = 100;
/** Most characters in the properties of documents that are checked together. */
const charactersAtOnce = 500_000;
/** Read ACLs are read again after this many documents. */
const listsHoldFor = 1_000;

export interface Finding extends Pick<Problem, 'kind' | 'detail'> {
  /** The document's id; for a conversion, the key of its bytes. */
  readonly document: string;
  readonly path: string | null;
  readonly isMended: boolean;
}

export async function* checkRepository(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding | 'looked'> {
  yield* endRemovals(repository, repositoryName, mends);
  // Conversions belong to files, which all repositories share, so they are checked with the first repository only.
  if (repositoryName === repository.repositoryNames[0]) yield* forgetLostRenditions(repository, mends);
  yield* settlePlaces(repository, repositoryName, mends);
  yield* restateBesideWords(repository, repositoryName, mends);
  let hasNewSizes = false;
  for await (const one of walk(repository, repositoryName, mends)) {
    if (one !== 'looked' && one.isMended && changesSizes.has(one.kind)) hasNewSizes = true;
    yield one;
  }
  // The folders above were compared with the sizes before the repairs.
  if (hasNewSizes) yield* walk(repository, repositoryName, mends);
}

/** Rows of a removed large tree are a problem only when no job is going to delete them. */
async function* endRemovals(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding> {
  const caller = { principals: systemPrincipals, repositoryName };
  yield* await inSession(repository, caller, async (session): Promise<readonly Finding[]> => {
    const document = await session.read.places.removed(repositoryName);
    if (document === undefined || (await isRemovalQueued(session))) return [];
    if (mends) await resumeRemoval(session);
    const detail = 'it was removed with a large tree, and nothing takes away what is stored of it';
    return [{ kind: 'removal', detail, document, path: null, isMended: mends }];
  });
}

async function* forgetLostRenditions(repository: Repository, mends: boolean): AsyncGenerator<Finding> {
  for await (const { key, isMended } of lostRenditions(repository, mends))
    yield {
      kind: 'rendition',
      detail: 'it was made of a file, and has no bytes',
      document: key,
      path: null,
      isMended,
    };
}

/** First, since a document without a place is not found in any other way. */
function settlePlaces(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding> {
  const suspects = ({ places }: Stores) => places.misplaced(repositoryName);
  return lookAtSuspects(repository, repositoryName, suspects, async (session, id) => {
    await holdSubtree(session, { id });
    const { documents, places } = await session.write();
    const stray = await places.stray(id);
    if (stray !== undefined) {
      const detail = 'what it lies in is not there, or lies in it';
      if (mends && stray.parent !== undefined) {
        await holdPlaces(session, { id: stray.parent });
        await places.putInto(stray.id, stray.parent);
        await places.settle(id);
      }
      const isMended = mends && (await places.stray(id)) === undefined;
      const path = (await documents.get(id))?.path ?? null;
      return { kind: 'parent', detail, document: id, path, isMended };
    }
    const misplacement = await places.misplacement(id);
    if (misplacement === undefined) return undefined;
    if (mends) await places.settle(id);
    const isMended = mends && (await places.misplacement(id)) === undefined;
    const path = (await documents.get(id))?.path ?? null;
    return { kind: 'place', detail: misplaced[misplacement], document: id, path, isMended };
  });
}

/** After the places, from which the index copies some columns. */
function restateBesideWords(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding> {
  const suspects = ({ consistency }: Stores) => consistency.differingBesideWords(repositoryName);
  return lookAtSuspects(repository, repositoryName, suspects, async (session, id) => {
    const { documents, consistency } = await session.write();
    const row = await documents.getForUpdate(id);
    if (row === undefined || !(await consistency.differsBesideWords(id))) return undefined;
    if (mends) await consistency.restateBesideWords(id);
    const isMended = mends && !(await consistency.differsBesideWords(id));
    const detail = 'counts of words go by another place, type or state than it has';
    return { kind: 'index', detail, document: id, path: row.path, isMended };
  });
}

/** @param inspect checks again under a lock, as suspects are found without one */
async function* lookAtSuspects(
  repository: Repository,
  repositoryName: string,
  suspectsIn: (stores: Stores) => AsyncIterable<string>,
  inspect: (session: Session, id: string) => Promise<Finding | undefined>,
): AsyncGenerator<Finding> {
  const caller = { principals: systemPrincipals, repositoryName };
  const suspects = await readStores(repository, async (stores) => {
    const ids: string[] = [];
    for await (const id of suspectsIn(stores)) ids.push(id);
    return ids;
  });
  for (const id of suspects) {
    const finding = await inSession(repository, caller, (session) => inspect(session, id));
    if (finding !== undefined) yield finding;
  }
}

/** Returns the problems of each row. */
type Inspection = (
  session: Session,
  rows: readonly DocumentRow[],
  lists: ReadLists,
) => Promise<readonly (readonly Problem[])[]>;

async function* walk(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding | 'looked'> {
  const unit = repository.ports.store.begin();
  try {
    const { documents, places } = unit.stores;
    const root = await documents.root(repositoryName);
    if (root) yield* lookAtEach(repository, repositoryName, documents.subtree(root.id), problemsOf, mends);
    yield* lookAtEach(repository, repositoryName, places.versionsLeft(repositoryName), fileProblems, mends);
  } finally {
    await unit.rollback();
  }
}

/** Checks documents in portions: few statements, and little memory. */
async function* lookAtEach(
  repository: Repository,
  repositoryName: string,
  rows: AsyncIterable<DocumentRow>,
  inspect: Inspection,
  mends: boolean,
): AsyncGenerator<Finding | 'looked'> {
  const caller = { principals: systemPrincipals, repositoryName };
  let lists: ReadLists = new Map();
  let listsAre = listsHoldFor;
  for await (const some of portionsOf(rows)) {
    if (listsAre >= listsHoldFor) {
      lists = await readStores(repository, readListsOf);
      listsAre = 0;
    }
    listsAre += some.length;
    const suspects = await inSession(repository, caller, async (session) => {
      const found = await inspect(session, some, lists);
      return new Set(some.filter((_, index) => (found[index] ?? []).length > 0));
    });
    for (const row of some) {
      if (suspects.has(row))
        yield* await inSession(repository, caller, (session) => lookAgain(session, row.id, inspect, mends));
      yield 'looked';
    }
  }
}

async function* portionsOf(rows: AsyncIterable<DocumentRow>): AsyncGenerator<readonly DocumentRow[]> {
  const some: DocumentRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    some.push(row);
    characters += lengthOf(row);
    if (some.length < lookedAtOnce && characters < charactersAtOnce) continue;
    yield some.splice(0);
    characters = 0;
  }
  if (some.length > 0) yield some;
}

/** Approximate: lists and objects count as their JSON. */
function lengthOf({ properties }: DocumentRow): number {
  let length = 0;
  for (const value of Object.values(properties))
    length += typeof value === 'string' ? value.length : JSON.stringify(value).length;
  return length;
}

async function lookAgain(
  session: Session,
  id: string,
  inspect: Inspection,
  mends: boolean,
): Promise<readonly Finding[]> {
  await holdSubtree(session, { id });
  const row: DocumentRow | undefined = await session.read.documents.get(id);
  if (!row) return [];
  const [problems = []] = await inspect(session, [row], await readListsOf(session.read));
  if (mends) for (const { mend } of problems) await mend?.(session);
  const mended = mends && problems.length > 0 ? await session.read.documents.get(id) : undefined;
  const [left = []] = mended ? await inspect(session, [mended], await readListsOf(session.read)) : [problems];
  return problems.map(({ kind, detail }) => {
    const isLeft = left.some((one) => one.kind === kind && one.detail === detail);
    return { kind, detail, document: id, path: row.path, isMended: mends && !isLeft };
  });
}
