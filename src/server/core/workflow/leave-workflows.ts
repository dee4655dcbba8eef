/**
 * Workflows about documents that go: one ends with the last of its documents, and its tasks with it.
 * Invariant: done by the repository itself within the removal, whatever the caller may write.
 */
import { quoteString } from '#nxql/index.ts';
import { elevated } from '../access/elevated.ts';
import { changeRow } from '../documents/change-row.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import { stringList } from './variables.ts';

const about = 'docri:participatingDocuments';
/** Keeps one query short, however much is removed at once. */
const portion = 200;

/** @param going every document that is removed now */
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

/** The same for all that lies in a document, which is removed by itself. */
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

/** Answers those that are about nothing any more. */
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

/** With their tasks. */
export async function removeWorkflows(session: Session, over: readonly string[]): Promise<void> {
  const { documents } = await session.write();
  const tasks = await find(session, 'SELECT * FROM TaskDoc WHERE nt:processId', over);
  await documents.remove([...over, ...tasks.map(({ id }) => id)]);
}

/** What a query, left open at its end, finds for any of these values. */
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
