/**
 * Life-cycle states and the transitions between them.
 * Invariant: what is in a state is work: whoever changes it checks the document out, and is its last contributor.
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
import { behindLiveProxy, numbersOfCheckOut } from './versions.ts';

export const statesBelowKind = 'states';

/** How long a folder waits for what the one above it is followed by. */
const waitSeconds = 10;

/** Documents below a folder follow it, a moment later (states-below.ts). */
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
  const { id } = isTrash ? requested : await behindLiveProxy(session, requested, 'WriteLifeCycle');
  const row = await documents.getForUpdate(id);
  if (!row) throw errors.documentNotFound(id);
  // Older clients trash in this way.
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
 * What lies in a folder would follow the one above and then this one, while this one came first: it is asked before and
 * after the tree is held, when nothing above can begin.
 */
async function waitForOthersAbove(session: Session, folder: DocumentRow, name: string): Promise<void> {
  if (await areAllAboveAlike(session, folder, name)) return;
  if (session.isWriting || !session.budget.mayWait) return;
  await waitForJobs(session, () => areAllAboveAlike(session, folder, name), waitSeconds);
}

/** Asks for what is committed, as what the same call has begun is not to be waited for. */
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

/** The job series of each of these folders, nearest first. */
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

/** @param row as it is locked; what lies below it stays as it is */
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

/** The state that it leads to; undefined where it does not begin. */
export function targetOf({ types }: Session, { type, state }: DocumentRow, name: string): string | undefined {
  return types
    .type(type)
    ?.lifecycle.transitions.find(
      (candidate) => candidate.name === name && state !== null && candidate.from.includes(state),
    )?.to;
}

/** What is approved or obsolete is work again when a new version of it is begun. */
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
