/**
 * What lies in a folder follows its transition, as far as it can; what lies in a folder that cannot stays as it is.
 * Invariants: done with all rights in the name of who changed the folder; others write between two portions. What lies
 * deeper comes first: where the work was cut off, folders that are still to follow lead to what is left below them.
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

/** Of each folder the last one that began: what follows two changes of a folder follows them in their order. */
const turns = new Map<string, Promise<unknown>>();

export const statesBelowJob: JobHandler = {
  kind: statesBelowKind,
  takesLong: true,
  async run(repository, job, ending) {
    const top = String(job.payload.folder);
    const turn = (turns.get(top) ?? Promise.resolve()).then(() => changeBelow(repository, top, job, ending));
    const over = turn.catch(() => undefined);
    turns.set(top, over);
    try {
      await turn;
    } finally {
      if (turns.get(top) === over) turns.delete(top);
    }
    return null;
  },
};

async function changeBelow(
  repository: Repository,
  top: string,
  { payload }: Job,
  ending: Ending,
): Promise<void> {
  const name = String(payload.transition);
  const principals = { ...systemPrincipals, username: String(payload.person) };
  const caller = { principals, repositoryName: String(payload.repository) };
  const left = await inSession(repository, caller, (session) => followersBelow(session, top, name));
  while (left.length > 0) {
    if (ending.aborted) throw new RepositoryError('unavailable', 'The server stops');
    const some = left.splice(-portion).reverse();
    await inSession(repository, caller, async (session) => {
      const { documents } = await session.write();
      for (const id of some) {
        const row = await documents.getForUpdate(id);
        if (row && follows(session, row, name)) await followAlone(session, row, name);
      }
    });
  }
}

/** Parents first. */
async function followersBelow(session: Session, top: string, name: string): Promise<string[]> {
  const ids: string[] = [];
  const holders = new Set([top]);
  for await (const row of session.read.documents.subtree(top)) {
    const { id, parentId } = row;
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
