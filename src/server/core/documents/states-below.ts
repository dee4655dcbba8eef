/**
 * The job that applies a folder's transition to the documents below it, where their state allows it; below a folder whose
 * state does not, nothing changes.
 * Invariants: it runs with all rights, in the name of the person who changed the folder; other units can write between two
 * portions. It works from the deepest documents up, so that an interrupted job can still find what is left. Transitions
 * that reach the same documents run in the order in which they were queued (`series` of the job).
 */
import type { Ending } from '../kernel/budget.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Job } from '../kernel/stores.ts';
import { followAlone, statesBelowKind, targetOf } from './lifecycle.ts';

const portion = 50;

export const statesBelowJob: JobHandler = {
  kind: statesBelowKind,
  takesLong: true,
  async run(repository, job, ending) {
    await changeBelow(repository, job, ending);
    return null;
  },
};

async function changeBelow(repository: Repository, job: Job, ending: Ending): Promise<void> {
  const { payload } = job;
  const name = String(payload.transition);
  const principals = { ...systemPrincipals, username: String(payload.person) };
  const caller = { principals, repositoryName: String(payload.repository) };
  const left = await inSession(repository, caller, (session) => followersBelow(session, job, name));
  while (left.length > 0) {
    if (ending.aborted) throw new RepositoryError('unavailable', 'The server stops');
    const some = left.splice(-portion).reverse();
    await inSession(repository, caller, async (session) => {
      const { documents, jobs } = await session.write();
      const isHeld = await jobs.report(
        job.id,
        { progress: { last: some.at(-1) ?? null } },
        job.worker ?? undefined,
      );
      if (!isHeld) throw new RepositoryError('unavailable', 'Another server goes on with it');
      for (const id of some) {
        const row = await documents.getForUpdate(id);
        if (row && follows(session, row, name)) await followAlone(session, row, name);
      }
    });
  }
}

/**
 * Ids of the documents to change, parents first, up to the last one changed before an interruption: those after it are done,
 * whatever has happened to them since.
 */
async function followersBelow(session: Session, { payload, progress }: Job, name: string): Promise<string[]> {
  const top = String(payload.folder);
  const ids: string[] = [];
  const holders = new Set([top]);
  for await (const row of session.read.documents.subtree(top)) {
    const { id, parentId } = row;
    if (id === progress.last) break;
    if (id === top || parentId === null || !holders.has(parentId) || !follows(session, row, name)) continue;
    ids.push(id);
    if (session.types.hasFacet(row, 'Folderish')) holders.add(id);
  }
  return ids;
}

function follows(session: Session, row: DocumentRow, name: string): boolean {
  return (
    row.proxyTargetId === null &&
    !session.types.isOwnedType(row.type) &&
    targetOf(session, row, name) !== undefined
  );
}
