/**
 * Updates workflows when documents are removed: a workflow ends with its last document, and its tasks with it.
 * Invariant: the repository does this as part of the removal, whatever rights the caller has.
 */
import { quoteString } from '#nxql/index.ts';
import { elevated } from '../access/elevated.ts';
import { changeRow } from '../documents/change-row.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import { stringList } from './variables.ts';

const about = 'docri:participatingDocuments';
/** Values in one query, which keeps it short however many documents are removed. */
const portion = 200;

/** @param going all documents that are being removed */
export async function leaveWorkflows(session: Session, going: readonly DocumentRow[]): Promise<void> {
  const gone = new Set(going.map(({ id }) => id));
  const routes = await find(session, `SELECT * FROM DocumentRoute WHERE ${about}/*`, [...gone]);
  const over = await leave(
    session,
    routes.map(({ id }) => id),
    gone,
  );
  await removeWorkflows(session, [
    ...over,
    ...going.filter(({ type }) => type === 'DocumentRoute').map(({ id }) => id),
  ]);
}

/** The same for everything below a document that is removed as a tree. */
export async function leaveWorkflowsAround(session: Session, top: DocumentRow): Promise<void> {
  const links = await session.read.documents.namedAcross(top.id, about);
  const around = links.filter(({ isHolderInside }) => !isHolderInside);
  const over = await leave(
    session,
    around.map(({ holder }) => holder),
    new Set(around.map(({ named }) => named)),
  );
  const types = session.types.concreteTypes('DocumentRoute') ?? [];
  await removeWorkflows(session, [...over, ...(await session.read.documents.idsOfTypes(top.id, types))]);
}

/** Returns the workflows that have no documents left. */
async function leave(
  session: Session,
  routes: readonly string[],
  gone: ReadonlySet<string>,
): Promise<readonly string[]> {
  const over: string[] = [];
  for (const id of new Set(routes)) {
    await changeRow(session, id, ({ properties }) => {
      const left = stringList(properties[about] ?? null).filter((one) => !gone.has(one));
      if (left.length === 0) over.push(id);
      return left.length === 0 ? undefined : { properties: { ...properties, [about]: left } };
    });
  }
  return over;
}

/** Removes workflows and their tasks. */
export async function removeWorkflows(session: Session, over: readonly string[]): Promise<void> {
  const { documents } = await session.write();
  const tasks = await find(session, 'SELECT * FROM TaskDoc WHERE nt:processId', over);
  await documents.remove([...over, ...tasks.map(({ id }) => id)]);
}

/** The documents that a query finds for any of the values, which are appended to its text. */
async function find(
  session: Session,
  query: string,
  values: readonly string[],
): Promise<readonly DocumentRow[]> {
  const found: DocumentRow[] = [];
  for (let at = 0; at < values.length; at += portion) {
    const list = values.slice(at, at + portion).map(quoteString);
    const { entries } = await runQuery(elevated(session), `${query} IN (${list.join(', ')})`);
    found.push(...entries);
  }
  return found;
}
