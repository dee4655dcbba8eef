/** Finding and completing tasks. */
import { quoteString } from '#nxql/index.ts';
import type { JsonObject } from '#wire/json.ts';
import { removeAces } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import { changeRow } from '../documents/change-row.ts';
import { getDocument } from '../documents/documents.ts';
import { followTransition } from '../documents/lifecycle.ts';
import { getProperty, readProperties } from '../documents/properties.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { actorNames, namedGroups } from '../people/principals.ts';
import type { Paged, PageRequest } from '../search/page.ts';
import { runQuery } from '../search/run-query.ts';
import { fresh, leave, tasksOfInstance } from './engine.ts';
import {
  allowReading,
  amongTasks,
  bareName,
  holdInstance,
  nodeOf,
  readInstance,
  saveInstance,
  type WorkflowInstance,
} from './instances.ts';
import {
  grantToActors,
  isActor,
  isTask,
  notifyActors,
  readTask,
  type Task,
  takeFromActors,
} from './task-documents.ts';
import { readValues } from './variables.ts';
import { actorFacts, announceTask } from './workflow-audit.ts';

export interface TaskFilter {
  readonly userId?: string | undefined;
  readonly workflowInstanceId?: string | undefined;
  readonly workflowModelName?: string | undefined;
  readonly documentId?: string | undefined;
}

/** Open tasks that the caller may read, the most urgent first. */
export async function listTasks(
  session: Session,
  filter: TaskFilter,
  request: Partial<PageRequest> = {},
): Promise<Paged<Task>> {
  const conditions = [amongTasks, "ecm:currentLifeCycleState = 'opened'", 'ecm:isTrashed = 0'];
  if (filter.userId) {
    const names = (await namesOf(session, filter.userId)).map((name) => quoteString(name)).join(', ');
    conditions.push(`(nt:actors IN (${names}) OR nt:delegatedActors IN (${names}))`);
  }
  if (filter.workflowInstanceId) conditions.push(`nt:processId = ${quoteString(filter.workflowInstanceId)}`);
  if (filter.workflowModelName) conditions.push(`nt:processName = ${quoteString(filter.workflowModelName)}`);
  if (filter.documentId) conditions.push(`nt:targetDocumentsIds = ${quoteString(filter.documentId)}`);
  const { entries, page } = await runQuery(
    session,
    `SELECT * FROM TaskDoc WHERE ${conditions.join(' AND ')} ORDER BY nt:dueDate, nt:created`,
    request,
  );
  return { page, entries: entries.map(readTask) };
}

async function namesOf(session: Session, userId: string): Promise<readonly string[]> {
  const name = bareName(userId);
  const groups =
    name === session.username
      ? namedGroups(session.principals)
      : await session.read.entries.allGroupsOf('user', [name]);
  return actorNames(name, groups);
}

export async function getTask(session: Session, id: string): Promise<Task> {
  const document = await getDocument(session, { id });
  if (!isTask(session, document)) throw errors.documentNotFound(id);
  return readTask(document);
}

export interface Completion {
  readonly comment?: string | undefined;
  readonly variables?: JsonObject | undefined;
}

/** Completes the task with one of its buttons. */
export async function completeTask(
  session: Session,
  id: string,
  action: string,
  { comment, variables = {} }: Completion = {},
): Promise<Task> {
  const { task, instance } = await holdTask(session, id);
  if (!isActor(session, task) && !session.principals.isAdministrator) {
    throw errors.forbidden(`User with id '${session.username}' cannot end this task`);
  }
  if (task.state !== 'opened') {
    throw new RepositoryError('conflict', `The task '${task.name}' is not active`);
  }
  const node = instance && task.nodeId ? nodeOf(instance, task.nodeId) : undefined;
  if (node && !node.buttons?.some(({ name }) => name === action)) {
    throw errors.badRequest(`The task '${task.name}' has no action ${action}`);
  }
  const given = comment === undefined ? variables : { ...variables, comment };
  const values = { ...task.values, ...readValues(node?.variables ?? [], given) };
  await end(session, task, {
    'nt:action': action,
    'nt:executor': session.username,
    'nt:accepted': !['reject', 'cancel'].includes(action),
    'nt:variables': JSON.stringify(values),
    ...(comment ? withComment(session, task, comment) : {}),
  });
  if (instance && node) {
    const shared = instance.model.variables.filter(({ name }) => node.shared?.includes(name));
    Object.assign(instance.values, readValues(shared, given));
    announceTask(session, instance, { ...task, values }, 'Completed', `${node.id}: ${action}`, {
      ...actorFacts(session, task),
      action,
    });
    await goOn(session, instance, task, action);
  }
  return readTask(await fresh(session, task.document));
}

/** Continues the workflow when this was the last open task of its node. */
async function goOn(session: Session, instance: WorkflowInstance, task: Task, action: string): Promise<void> {
  const node = nodeOf(instance, task.nodeId ?? '');
  const round = (await tasksOfInstance(session, instance.document.id, node.id)).filter(
    ({ state, created }) => state === 'opened' || created >= task.created,
  );
  if (round.some(({ state }) => state === 'opened')) return saveInstance(session, instance);
  const done = round.find(({ id }) => id === task.id);
  const opinions = round.map((one) => ({
    actor: one.actors.join(', '),
    button: one.action ?? '',
    comment: String(one.values.comment ?? ''),
  }));
  await leave(session, instance, node, action, done?.values ?? {}, opinions);
}

async function end(session: Session, task: Task, properties: Properties): Promise<void> {
  await patch(session, task, properties);
  await followTransition(elevated(session), await fresh(session, task.document), 'end');
}

async function patch(session: Session, task: Task, properties: Properties): Promise<DocumentRow> {
  const patched = await changeRow(session, task.document.id, (row) => ({
    properties: { ...row.properties, ...properties },
  }));
  if (!patched) throw errors.documentNotFound(task.document.id);
  return patched;
}

function withComment(session: Session, task: Task, text: string): Properties {
  const comment = { author: session.username, text, date: session.now.toISOString() };
  return { 'nt:comments': [...task.comments.map((one) => ({ ...one })), comment] };
}

export async function reassignTask(
  session: Session,
  id: string,
  actors: readonly string[],
  comment?: string,
): Promise<void> {
  const { task, instance } = await openForHandover(session, id);
  const node = instance && nodeOf(instance, task.nodeId ?? '');
  if (node && !node.allowsReassignment) {
    throw new RepositoryError('internal', `Cannot reassign task ${id}: its node does not allow it`);
  }
  await leaveToOthers(session, task, instance, actors);
  await handOver(session, task, { 'nt:actors': [...actors] }, actors, comment);
  if (instance && node) {
    await grantToActors(session, instance, node, actors);
    announceTask(session, instance, task, 'Reassigned', actors.join(', '), {
      ...actorFacts(session, task),
      actors: [...actors],
      comment: comment ?? null,
    });
  }
}

/** Former actors and the initiator lose the right to read the task, unless it is assigned or still delegated to them. */
async function leaveToOthers(
  session: Session,
  task: Task,
  instance: WorkflowInstance | undefined,
  actors: readonly string[],
): Promise<void> {
  const staying = new Set([...actors, ...task.delegatedActors].map(bareName));
  const former = task.actors.map(bareName).filter((name) => !staying.has(name));
  const readers = staying.has(task.initiator) ? former : [...former, task.initiator];
  for (const username of new Set(readers)) {
    await removeAces(elevated(session), task.document, { acl: 'local', username });
  }
  if (!instance) return;
  const others = (await tasksOfInstance(session, instance.document.id)).filter(
    ({ id, state }) => id !== task.id && state === 'opened',
  );
  const busy = new Set(others.flatMap((one) => [...one.actors, ...one.delegatedActors]).map(bareName));
  await takeFromActors(
    session,
    instance,
    [...new Set(former)].filter((name) => !busy.has(name)),
  );
}

export async function delegateTask(
  session: Session,
  id: string,
  delegatedActors: readonly string[],
  comment?: string,
): Promise<void> {
  const { task, instance } = await openForHandover(session, id);
  const all = [...new Set([...task.delegatedActors, ...delegatedActors])];
  await handOver(session, task, { 'nt:delegatedActors': all }, delegatedActors, comment);
  if (instance) {
    await grantToActors(session, instance, nodeOf(instance, task.nodeId ?? ''), delegatedActors);
    announceTask(session, instance, task, 'Delegated', delegatedActors.join(', '), {
      ...actorFacts(session, task),
      delegatedActors: [...delegatedActors],
      comment: comment ?? null,
    });
  }
}

interface HeldTask {
  readonly task: Task;
  readonly instance: WorkflowInstance | undefined;
}

/** Locks the workflow first, so that two people who complete tasks of one node see each other's change. */
async function holdTask(session: Session, id: string): Promise<HeldTask> {
  await session.write();
  const { document, instanceId } = await getTask(elevated(session), id);
  const instance = instanceId === null ? undefined : await holdInstance(session, instanceId);
  return { task: readTask(await fresh(session, document)), instance };
}

async function openForHandover(session: Session, id: string): Promise<HeldTask> {
  const { task, instance } = await holdTask(session, id);
  const isHolder = isActor(session, task) || task.initiator === session.username;
  if (!isHolder && !session.principals.isAdministrator) {
    throw errors.forbidden(`User with id '${session.username}' cannot change this task`);
  }
  if (task.state !== 'opened') throw new RepositoryError('internal', `The task '${task.name}' is not active`);
  return { task, instance };
}

async function handOver(
  session: Session,
  task: Task,
  properties: Properties,
  names: readonly string[],
  comment: string | undefined,
): Promise<void> {
  const row = await patch(session, task, {
    ...properties,
    ...(comment ? withComment(session, task, comment) : {}),
  });
  await allowReading(elevated(session), row, names.map(bareName));
  await notifyActors(session, task, names, comment);
}

/** Copies properties of the task's first document into the task. */
export async function fillTask(
  session: Session,
  id: string,
  properties: ReadonlyMap<string, string>,
): Promise<DocumentRow> {
  const { task } = await openForHandover(session, id);
  const [target] = task.targetDocumentIds;
  if (target === undefined) throw errors.badRequest(`The task '${task.name}' has no document`);
  const source = await getDocument(session, { id: target });
  const given = Object.fromEntries(
    Array.from(properties, ([from, to]) => [to, getProperty(source.properties, from)]),
  );
  const read = await readProperties(elevated(session), task.document, given, async () => undefined);
  for (const name of Object.keys(given)) {
    if (read[name] === undefined) throw new RepositoryError('invalidProperty', `No such property: ${name}`);
  }
  return patch(session, task, read);
}

/** The workflow of a task, without checking rights: for callers who may see the task. */
export async function workflowOfTask(session: Session, task: Task): Promise<WorkflowInstance | undefined> {
  const row = task.instanceId === null ? undefined : await session.read.documents.get(task.instanceId);
  return row && readInstance(session, row);
}
