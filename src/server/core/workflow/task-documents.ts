/**
 * Tasks as documents below `/task-root`: their data, who may complete them, and who may read them.
 * Invariant: only a task's actors and administrators can complete it.
 */
import { isJsonObject, type Json } from '#wire/json.ts';
import { addAces, removeAces, removeAcl } from '../access/access-changes.ts';
import { elevated } from '../access/elevated.ts';
import { createDocument } from '../documents/documents.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { queueLetters } from '../mail/letters.ts';
import { actorNames } from '../people/principals.ts';
import { OwnedValues } from '../types/owned-values.ts';
import type { WorkflowNode } from './definitions.ts';
import {
  ace,
  allowReading,
  bareName,
  isBelow,
  taskFolder,
  taskRoot,
  type WorkflowInstance,
} from './instances.ts';
import { initialValues, storedValues, stringList, type Values } from './variables.ts';

export interface TaskComment {
  readonly author: string;
  readonly text: string;
  readonly date: string;
}

export interface Task {
  readonly document: DocumentRow;
  readonly id: string;
  readonly name: string;
  readonly state: 'opened' | 'ended' | 'cancelled';
  /** Null for tasks without a workflow. */
  readonly instanceId: string | null;
  readonly modelName: string | null;
  readonly nodeId: string | null;
  readonly initiator: string;
  readonly directive: string | null;
  readonly created: string;
  readonly dueDate: string | null;
  readonly actors: readonly string[];
  readonly delegatedActors: readonly string[];
  readonly targetDocumentIds: readonly string[];
  readonly comments: readonly TaskComment[];
  readonly values: Values;
  /** The button that completed it. */
  readonly action: string | null;
}

/** Only documents of the engine in the folder of tasks are tasks, whatever type others have. */
export function isTask(session: Session, document: DocumentRow): boolean {
  return session.types.isA(document.type, 'TaskDoc') && isBelow(taskRoot, document);
}

export function readTask(document: DocumentRow): Task {
  const value = (name: string): Json => document.properties[`nt:${name}`] ?? null;
  const text = (name: string): string | null => {
    const found = value(name);
    return typeof found === 'string' ? found : null;
  };
  const { state } = document;
  return {
    document,
    id: document.id,
    name: text('name') ?? document.name,
    state: state === 'ended' || state === 'cancelled' ? state : 'opened',
    instanceId: text('processId'),
    modelName: text('processName'),
    nodeId: text('nodeId'),
    initiator: text('initiator') ?? '',
    directive: text('directive'),
    created: text('created') ?? '',
    dueDate: text('dueDate'),
    actors: stringList(value('actors')),
    delegatedActors: stringList(value('delegatedActors')),
    targetDocumentIds: stringList(value('targetDocumentsIds')),
    comments: commentsOf(value('comments')),
    values: storedValues(value('variables')),
    action: text('action'),
  };
}

function commentsOf(value: Json): readonly TaskComment[] {
  return (Array.isArray(value) ? value : []).flatMap((item) =>
    isJsonObject(item)
      ? [{ author: String(item.author), text: String(item.text), date: String(item.date) }]
      : [],
  );
}

export interface NewTask {
  readonly name: string;
  readonly directive: string | null;
  readonly dueDate: string | null;
  readonly actors: readonly string[];
  readonly targetDocumentIds: readonly string[];
  readonly initiator: string;
  readonly values: Values;
  readonly instance?: WorkflowInstance;
  readonly nodeId?: string;
}

export async function createTask(session: Session, task: NewTask): Promise<Task> {
  const helper = elevated(session);
  const document = await createDocument(helper, await taskFolder(session), {
    type: task.instance ? 'RoutingTask' : 'TaskDoc',
    name: `task-${crypto.randomUUID()}`,
    owned: new OwnedValues({
      'dc:title': task.name,
      'nt:name': task.name,
      'nt:directive': task.directive,
      'nt:dueDate': task.dueDate,
      'nt:created': session.now.toISOString(),
      'nt:initiator': task.initiator,
      'nt:actors': task.actors,
      'nt:targetDocumentsIds': task.targetDocumentIds,
      'nt:variables': JSON.stringify(task.values),
      ...(task.instance
        ? { 'nt:processId': task.instance.document.id, 'nt:processName': task.instance.model.name }
        : {}),
      ...(task.nodeId === undefined ? {} : { 'nt:nodeId': task.nodeId }),
    }),
  });
  await allowReading(helper, document, [task.initiator, ...task.actors.map(bareName)], true);
  const made = readTask((await session.read.documents.get(document.id)) ?? document);
  await notifyActors(session, made, task.actors);
  return made;
}

/** By mail, if the server sends mails; people who delegate a task to themselves get none. */
export async function notifyActors(
  session: Session,
  task: Task,
  actors: readonly string[],
  comment = '',
): Promise<void> {
  await queueLetters(session, actors, {
    kind: 'task',
    events: task.targetDocumentIds.map((document) => ({ what: 'task', document })),
    detail: task.name,
    comment,
    taskId: task.id,
    except: session.username,
  });
}

/** One task for all assignees, or in a multi-task node one for each. */
export async function openTasks(
  session: Session,
  instance: WorkflowInstance,
  node: WorkflowNode,
): Promise<readonly Task[]> {
  const assignees = assigneesOf(instance, node);
  const groups = node.kind === 'multiTask' ? assignees.map((actor) => [actor]) : [assignees];
  const tasks = [];
  for (const actors of groups) {
    tasks.push(
      await createTask(session, {
        name: node.title,
        directive: node.directive ?? null,
        dueDate: dueDateOf(session, instance, node),
        actors,
        targetDocumentIds: instance.documentIds,
        initiator: instance.initiator,
        values: initialValues(node.variables ?? []),
        instance,
        nodeId: node.id,
      }),
    );
  }
  await grantToActors(session, instance, node, assignees);
  await allowReading(elevated(session), instance.document, assignees.map(bareName));
  return tasks;
}

function assigneesOf(instance: WorkflowInstance, { assignee }: WorkflowNode): readonly string[] {
  if (!assignee) return [];
  if (assignee.kind === 'initiator') return [instance.initiator];
  const people = stringList(instance.values[assignee.name]);
  if (assignee.index === undefined) return people;
  const person = people[Number(instance.values[assignee.index] ?? 0)];
  return person === undefined ? [] : [person];
}

function dueDateOf(session: Session, instance: WorkflowInstance, { due }: WorkflowNode): string | null {
  if (!due) return null;
  if ('days' in due) return new Date(session.now.getTime() + due.days * 86_400_000).toISOString();
  const value = instance.values[due.variable];
  return typeof value === 'string' ? value : null;
}

/** The name of the ACL with a workflow's permissions on its documents. */
function aclOf(instance: WorkflowInstance): string {
  return `routing/${instance.document.id}`;
}

/** The creator named in these permissions. */
const grantor = 'Workflow';

export async function grantToActors(
  session: Session,
  instance: WorkflowInstance,
  node: WorkflowNode,
  actors: readonly string[],
): Promise<void> {
  const { grants } = node;
  if (grants === undefined || actors.length === 0) return;
  const helper = elevated(session);
  for (const row of await session.read.documents.getMany(instance.documentIds)) {
    await addAces(helper, row, {
      acl: aclOf(instance),
      aces: [...new Set(actors.map(bareName))].map((name) => ace(name, grants, grantor)),
    });
  }
}

/** Removes the permissions that the workflow gave these people on its documents. */
export async function takeFromActors(
  session: Session,
  instance: WorkflowInstance,
  names: readonly string[],
): Promise<void> {
  const helper = elevated(session);
  for (const row of await session.read.documents.getMany(instance.documentIds)) {
    for (const username of names) await removeAces(helper, row, { acl: aclOf(instance), username });
  }
}

export async function takeGrantsBack(session: Session, instance: WorkflowInstance): Promise<void> {
  // Workflows started by an earlier release use the second name.
  const names = [aclOf(instance), `routing-${instance.document.id}`];
  const helper = elevated(session);
  for (const row of await session.read.documents.getMany(instance.documentIds)) {
    for (const { name } of row.acls) if (names.includes(name)) await removeAcl(helper, row, name);
  }
}

export function isActor(session: Session, task: Task): boolean {
  const names = new Set(actorNames(session.username, session.principals.groups));
  return [...task.actors, ...task.delegatedActors].some((actor) => names.has(actor));
}
