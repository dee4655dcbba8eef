/**
 * Moves workflows from node to node.
 * Invariant: a step is one transaction: tasks, variables, permissions and documents change together or not at all.
 */
import { quoteString } from '#nxql/index.ts';
import { elevated } from '../access/elevated.ts';
import { followTransition } from '../documents/lifecycle.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import type { WorkflowNode } from './definitions.ts';
import { type Opinion, runEffects } from './effects.ts';
import { amongTasks, nodeOf, saveInstance, type WorkflowInstance } from './instances.ts';
import { startNode } from './models.ts';
import { openTasks, readTask, type Task, takeGrantsBack } from './task-documents.ts';
import { nextTransition } from './transitions.ts';
import type { Values } from './variables.ts';
import { announce, announceTask } from './workflow-audit.ts';

/** The kind of job that continues a workflow without the missing answers. */
export const overdueJobKind = 'workflowOverdue';
const graceMs = 86_400_000;

/** More automatic steps than any model has in a row. */
const mostSteps = 100;

export async function begin(session: Session, instance: WorkflowInstance): Promise<void> {
  await followTransition(elevated(session), instance.document, 'toRunning');
  await leave(session, instance, startNode(instance.model), undefined, {}, []);
}

/** Continues the workflow once the node's tasks are done. */
export async function leave(
  session: Session,
  instance: WorkflowInstance,
  from: WorkflowNode,
  button: string | undefined,
  nodeValues: Values,
  opinions: readonly Opinion[],
): Promise<void> {
  await takeGrantsBack(session, instance);
  let node = from;
  const step = { instance, nodeValues, opinions };
  for (let steps = 0; steps < mostSteps; steps++) {
    const leaving = (node.onLeave ?? []).filter(
      (effect) => effect.button === undefined || effect.button === button,
    );
    await runEffects(session, step, leaving);
    const transition = nextTransition(node, instance.values, button);
    if (!transition) throw errors.badRequest(`Node ${node.id} of ${instance.model.name} has no way on`);
    instance.nodes[node.id] = 'done';
    await runEffects(session, step, transition.effects ?? []);
    node = nodeOf(instance, transition.to);
    if (await enter(session, instance, node)) return;
  }
  throw errors.badRequest(`Workflow ${instance.model.name} runs in circles`);
}

/** True when the workflow now waits for people, or has ended. */
async function enter(session: Session, instance: WorkflowInstance, node: WorkflowNode): Promise<boolean> {
  await runEffects(session, { instance, nodeValues: {}, opinions: [] }, node.onEnter ?? []);
  if (node.kind === 'end') {
    instance.nodes[node.id] = 'done';
    await saveInstance(session, instance);
    await followTransition(elevated(session), await fresh(session, instance.document), 'toDone');
    announce(session, instance, 'afterWorkflowFinish');
    return true;
  }
  const tasks = node.kind === 'start' ? [] : await openTasks(session, instance, node);
  // A multi-task node without assignees is done at once.
  if (tasks.length === 0) return false;
  instance.nodes[node.id] = 'suspended';
  await saveInstance(session, instance);
  await rememberDeadline(session, instance, node, tasks);
  for (const task of tasks) {
    const actors = [...task.actors];
    announceTask(session, instance, task, 'Assigned', actors.join(', '), { actors });
  }
  return true;
}

async function rememberDeadline(
  session: Session,
  instance: WorkflowInstance,
  node: WorkflowNode,
  tasks: readonly Task[],
): Promise<void> {
  const dueDate = tasks[0]?.dueDate;
  if (node.kind !== 'multiTask' || !dueDate) return;
  const { jobs } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind: overdueJobKind,
    owner: null,
    runAt: new Date(Date.parse(dueDate) + graceMs).toISOString(),
    payload: {
      repository: session.repositoryName,
      workflowInstanceId: instance.document.id,
      nodeId: node.id,
    },
    uniqueKey: `${overdueJobKind}:${instance.document.id}:${node.id}`,
  });
}

/** All tasks of the instance, or of one node. */
export async function tasksOfInstance(
  session: Session,
  instanceId: string,
  nodeId?: string,
): Promise<readonly Task[]> {
  const node = nodeId === undefined ? '' : ` AND nt:nodeId = ${quoteString(nodeId)}`;
  const { entries } = await runQuery(
    elevated(session),
    `SELECT * FROM TaskDoc WHERE nt:processId = ${quoteString(instanceId)}${node} AND ${amongTasks} ORDER BY nt:created`,
  );
  return entries.map(readTask);
}

export async function cancelTasks(session: Session, tasks: readonly Task[]): Promise<void> {
  const helper = elevated(session);
  for (const task of tasks) {
    if (task.state === 'opened')
      await followTransition(helper, await fresh(session, task.document), 'cancel');
  }
}

export async function fresh(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.id);
  return row;
}
