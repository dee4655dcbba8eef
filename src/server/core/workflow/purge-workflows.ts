/**
 * Removes workflows that are no longer needed, with their tasks.
 * Invariant: a running workflow with an existing document stays.
 */
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { amongInstances, isInstance } from './instances.ts';
import { removeWorkflows } from './leave-workflows.ts';
import { stringList } from './variables.ts';

export const everyWorkflow = `SELECT * FROM DocumentRoute WHERE ${amongInstances}`;

/** Removes it if it is done or cancelled, or if all its documents are gone. */
export async function purgeWorkflow(session: Session, { id }: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  const route = await documents.getForUpdate(id);
  if (!route || !isInstance(session, route)) return;
  const isOver = route.state === 'done' || route.state === 'canceled';
  const about = stringList(route.properties['docri:participatingDocuments'] ?? null);
  if (isOver || (await documents.getMany(about)).length === 0) await removeWorkflows(session, [id]);
}
