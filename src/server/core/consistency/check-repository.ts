/**
 * Looks at every document of a repository for contradictions, and mends those that can be mended, beside the calls.
 * Invariant: what is reported was there twice, for a call may have been on its way; each mending is a transaction of
 * its own that holds the place and looks once more.
 */
import { isRemovalQueued, resumeRemoval } from '../documents/removal-job.ts';
import { holdSubtree } from '../documents/tree-locks.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { type Problem, problemsOf } from './problems.ts';

/** What is mended of these changes what folders above count. */
const changesSizes: ReadonlySet<Problem['kind']> = new Set(['place', 'reference', 'size']);

export interface Finding extends Pick<Problem, 'kind' | 'detail'> {
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
  yield* settlePlaces(repository, repositoryName, mends);
  let hasNewSizes = false;
  for await (const one of walk(repository, repositoryName, mends)) {
    if (one !== 'looked' && one.isMended && changesSizes.has(one.kind)) hasNewSizes = true;
    yield one;
  }
  // Folders above were counted with what was so before.
  if (hasNewSizes) yield* walk(repository, repositoryName, mends);
}

/** What was removed with a large tree is on its way out, as long as there is a job for it. */
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

/** First of all: what names no place is found by nothing else. */
async function* settlePlaces(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding> {
  const caller = { principals: systemPrincipals, repositoryName };
  const misplaced = await readStores(repository, async ({ places }) => {
    const ids: string[] = [];
    for await (const id of places.misplaced(repositoryName)) ids.push(id);
    return ids;
  });
  for (const id of misplaced) {
    yield* await inSession(repository, caller, async (session): Promise<readonly Finding[]> => {
      await holdSubtree(session, { id });
      const { documents, places } = await session.write();
      if (!(await places.isMisplaced(id))) return [];
      if (mends) await places.settle(id);
      const isMended = mends && !(await places.isMisplaced(id));
      const path = (await documents.get(id))?.path ?? null;
      return [
        { kind: 'place', detail: 'its place is not that of what holds it', document: id, path, isMended },
      ];
    });
  }
}

async function* walk(
  repository: Repository,
  repositoryName: string,
  mends: boolean,
): AsyncGenerator<Finding | 'looked'> {
  const caller = { principals: systemPrincipals, repositoryName };
  for (const id of await allIds(repository, repositoryName)) {
    const first = await inSession(repository, caller, (session) => look(session, id));
    if (first.length > 0)
      yield* await inSession(repository, caller, (session) => lookAgain(session, id, mends));
    yield 'looked';
  }
}

async function allIds(repository: Repository, repositoryName: string): Promise<readonly string[]> {
  return readStores(repository, async ({ documents }) => {
    const root = await documents.root(repositoryName);
    const ids: string[] = [];
    if (root) for await (const { id } of documents.subtree(root.id)) ids.push(id);
    return ids;
  });
}

async function look(session: Session, id: string): Promise<readonly Problem[]> {
  const row = await session.read.documents.get(id);
  return row ? problemsOf(session, row) : [];
}

async function lookAgain(session: Session, id: string, mends: boolean): Promise<readonly Finding[]> {
  await holdSubtree(session, { id });
  const row: DocumentRow | undefined = await session.read.documents.get(id);
  if (!row) return [];
  const findings: Finding[] = [];
  for (const { kind, detail, mend } of await problemsOf(session, row)) {
    if (mends) await mend?.(session);
    findings.push({ kind, detail, document: id, path: row.path, isMended: mends && mend !== undefined });
  }
  return findings;
}
