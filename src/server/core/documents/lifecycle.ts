/**
 * Life-cycle states and the transitions between them.
 * Invariant: a state is content: changing it checks the document out, and makes the caller its last contributor.
 */
import { requirePermission } from '../access/access.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Session } from '../kernel/session.ts';
import { waitForJobs } from '../kernel/wait-for-jobs.ts';
import { stamped } from './contributors.ts';
import { announceContent } from './document-content.ts';
import { trash, untrash } from './trash.ts';
import { holdPlaces, holdSubtree } from './tree-locks.ts';
import { numbersOfCheckOut, resolveLiveProxy } from './versions.ts';

export const statesBelowKind = 'states';

/** How long a call waits until the transition of a folder above has reached all documents below. */
const waitSeconds = 10;

/** Documents below a folder follow a moment later (states-below.ts). */
export async function followTransition(
  session: Session,
  document: DocumentRow,
  name: string,
): Promise<DocumentRow> {
  const isFolder = hasFollowers(session, document);
  if (isFolder) await waitForOthersAbove(session, document, name);
  const { documents } = await session.write();
  if (isFolder) await holdSubtree(session, document);
  else await holdPlaces(session, document);
  const requested = await documents.get(document.id);
  if (!requested) throw errors.documentNotFound(document.id);
  await requirePermission(session, requested, 'WriteLifeCycle');
  const isTrash = name === 'delete' || name === 'undelete';
  const { id } = isTrash ? requested : await resolveLiveProxy(session, requested, 'WriteLifeCycle');
  const row = await documents.getForUpdate(id);
  if (!row) throw errors.documentNotFound(id);
  // Older clients use these transitions for the trash.
  if (name === 'delete') return trash(session, row);
  if (name === 'undelete') return untrash(session, row);
  const after = await followAlone(session, row, name);
  if (isFolder) await queueStatesBelow(session, after, name);
  return id === requested.id ? after : ((await documents.get(requested.id)) ?? after);
}

function hasFollowers({ types }: Session, row: DocumentRow): boolean {
  const isOne = row.isVersion || row.proxyTargetId !== null;
  return !isOne && types.hasFacet(row, 'Folderish') && !types.isOwnedType(row.type);
}

/**
 * Waits for unfinished, different transitions of folders above: else the documents below would get both in the wrong order.
 * Checked again once the tree is held, when no folder above can start another one.
 */
async function waitForOthersAbove(session: Session, folder: DocumentRow, name: string): Promise<void> {
  if (await areAllAboveAlike(session, folder, name)) return;
  if (session.isWriting || !session.budget.mayWait) return;
  await waitForJobs(session, () => areAllAboveAlike(session, folder, name), waitSeconds);
}

/** Reads committed jobs only: a call must not wait for jobs of its own. */
function areAllAboveAlike(
  { repository }: Session,
  { id }: DocumentRow,
  transition: string,
): Promise<boolean> {
  return readStores(repository, async ({ documents, jobs }) => {
    const above = await documents.ancestors(id);
    const waiting = await jobs.unfinishedIn(seriesAbove(above));
    return waiting.every(({ payload }) => payload.transition === transition);
  });
}

async function queueStatesBelow(session: Session, folder: DocumentRow, name: string): Promise<void> {
  if (!(await areAllAboveAlike(session, folder, name)))
    throw new RepositoryError('conflict', 'A folder above it is changing its state; try again in a moment');
  const { jobs, documents } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: statesBelowKind,
    owner: session.username,
    runAt: session.now.toISOString(),
    payload: {
      repository: session.repositoryName,
      folder: folder.id,
      transition: name,
      person: session.username,
    },
    series: seriesAbove([folder, ...(await documents.ancestors(folder.id))])[0],
  });
}

/** The job series of each folder, nearest first. */
function seriesAbove(above: readonly DocumentRow[]): readonly string[] {
  const ids = above.map(({ id }) => id);
  return ids.map((_, index) =>
    ids
      .slice(index)
      .toReversed()
      .map((id) => `${id}/`)
      .join(''),
  );
}

/** Changes only this document. @param row must be locked */
export async function followAlone(session: Session, row: DocumentRow, name: string): Promise<DocumentRow> {
  const { documents } = await session.write();
  const target = targetOf(session, row, name);
  if (target === undefined) {
    throw new RepositoryError(
      'operationFailed',
      `Not allowed to follow transition <${name}> from state <${row.state ?? ''}>`,
    );
  }
  const isLive = !row.isVersion && row.proxyTargetId === null;
  const checksOut = isLive && !row.isCheckedOut;
  const numbers = checksOut ? await numbersOfCheckOut(session, row) : {};
  const changes = isLive && !session.types.isOwnedType(row.type) ? stamped(session, row, numbers) : numbers;
  const patch = {
    state: target,
    systemChange: row.systemChange + 1,
    ...(checksOut ? { isCheckedOut: true } : {}),
    ...(isLive ? { properties: { ...row.properties, ...changes } } : {}),
  };
  await documents.update(row.id, patch);
  const after = { ...row, ...patch };
  await announceContent(session, after, row);
  if (checksOut) session.audit({ eventId: 'documentCheckedOut', document: after });
  auditTransition(session, after, row.state, name);
  return after;
}

/** The state after the transition; undefined when it is not allowed in the present state. */
export function targetOf({ types }: Session, { type, state }: DocumentRow, name: string): string | undefined {
  return types
    .type(type)
    ?.lifecycle.transitions.find(
      (candidate) => candidate.name === name && state !== null && candidate.from.includes(state),
    )?.to;
}

/** An approved or obsolete document becomes a project again when it is checked out. */
export function backToWork(session: Session, row: DocumentRow): Pick<DocumentRow, 'state'> {
  const { state } = row;
  const name = 'backToProject';
  const target = state === 'approved' || state === 'obsolete' ? targetOf(session, row, name) : undefined;
  if (target === undefined) return { state };
  auditTransition(session, { ...row, state: target }, state, name);
  return { state: target };
}

function auditTransition(session: Session, document: DocumentRow, from: string | null, name: string): void {
  session.audit({
    eventId: 'lifecycle_transition_event',
    category: 'eventLifeCycleCategory',
    document,
    extended: { from, to: document.state, transition: name },
  });
}
