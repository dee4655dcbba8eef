/**
 * What lies in a folder follows its transition, as far as it can; what lies in a folder that cannot stays as it is.
 * Invariant: done with all rights in the name of who changed the folder; others write between two portions.
 */
import type { JobHandler } from '../kernel/jobs.ts';
import { readStores } from '../kernel/read-stores.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { followAlone, statesBelowKind, targetOf } from './lifecycle.ts';

const portion = 50;

export const statesBelowJob: JobHandler = {
  kind: statesBelowKind,
  takesLong: true,
  async run(repository, { payload }) {
    const name = String(payload.transition);
    const top = String(payload.folder);
    const principals = { ...systemPrincipals, username: String(payload.person) };
    const caller = { principals, repositoryName: String(payload.repository) };
    const below: { readonly id: string; readonly parentId: string | null }[] = [];
    await readStores(repository, async ({ documents }) => {
      for await (const { id, parentId, proxyTargetId } of documents.subtree(top))
        if (id !== top && proxyTargetId === null) below.push({ id, parentId });
    });
    const followed = new Set([top]);
    for (let start = 0; start < below.length; start += portion) {
      const some = below.slice(start, start + portion);
      // A unit may be done again.
      const before = new Set(followed);
      await inSession(repository, caller, async (session) => {
        followed.clear();
        for (const id of before) followed.add(id);
        for (const { id, parentId } of some) {
          const isBelow = parentId !== null && followed.has(parentId);
          if (isBelow && (await follow(session, id, name))) followed.add(id);
        }
      });
    }
    return null;
  },
};

async function follow(session: Session, id: string, name: string): Promise<boolean> {
  const { documents } = await session.write();
  const row = await documents.getForUpdate(id);
  if (!row || session.types.isOwnedType(row.type) || targetOf(session, row, name) === undefined) return false;
  await followAlone(session, row, name);
  return true;
}
