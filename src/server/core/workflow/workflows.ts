/** Starting, finding and cancelling workflows. */
import { quoteString } from '#nxql/index.ts';
import type { JsonObject } from '#wire/json.ts';
import { hasPermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { getDocument } from '../documents/documents.ts';
import { followTransition } from '../documents/lifecycle.ts';
import { holdPlaces } from '../documents/tree-locks.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { powerUsers } from '../people/principals.ts';
import { runQuery } from '../search/run-query.ts';
import type { WorkflowModel } from './definitions.ts';
import { runEffects } from './effects.ts';
import { begin, cancelTasks, fresh, leave, overdueJobKind, tasksOfInstance } from './engine.ts';
import {
  amongInstances,
  createInstance,
  holdInstance,
  nodeOf,
  readInstance,
  saveInstance,
  type WorkflowInstance,
} from './instances.ts';
import { takeGrantsBack } from './task-documents.ts';
import { readValues } from './variables.ts';
import { announce } from './workflow-audit.ts';

export function workflowModels(session: Session): readonly WorkflowModel[] {
  return session.repository.workflows.all();
}

export function workflowModel(session: Session, name: string): WorkflowModel {
  const model = session.repository.workflows.get(name);
  if (!model) throw new RepositoryError('badRequest', `No route found for id: ${name}`, { status: 500 });
  return model;
}

/** Models that the caller can start on this document now. */
export async function runnableModels(
  session: Session,
  document: DocumentRow,
): Promise<readonly WorkflowModel[]> {
  const runnable = [];
  for (const model of workflowModels(session)) {
    if (await isRunnable(session, model, document)) runnable.push(model);
  }
  return runnable;
}

async function isRunnable(session: Session, model: WorkflowModel, document: DocumentRow): Promise<boolean> {
  return (
    model.types.some((type) => session.types.isA(document.type, type)) &&
    document.state !== 'approved' &&
    !document.isTrashed &&
    !document.isVersion &&
    !(model.needsUnlocked && document.lockOwner !== null) &&
    (await hasPermission(session, document, 'ReadWrite'))
  );
}

export async function startWorkflow(
  session: Session,
  modelName: string,
  documentIds: readonly string[],
  variables: JsonObject = {},
): Promise<WorkflowInstance> {
  const model = session.repository.workflows.get(modelName);
  if (!model) throw errors.badRequest(`${modelName} is not a valid workflow name`);
  const ids = [...new Set(documentIds)];
  await holdPlaces(session, ...ids.map((id) => ({ id })));
  for (const id of ids) {
    if (!(await isRunnable(session, model, await getDocument(session, { id })))) {
      throw new RepositoryError('badRequest', `${modelName} cannot be started on ${id}`, { body: 'empty' });
    }
  }
  const instance = await createInstance(session, model, ids, variables);
  announce(session, instance, 'beforeWorkflowStarted');
  await begin(session, instance);
  announce(session, instance, 'afterWorkflowStarted');
  return reread(session, instance);
}

/** Running workflows that the caller has started. */
export async function listWorkflows(
  session: Session,
  modelName?: string,
): Promise<readonly WorkflowInstance[]> {
  const model = modelName ? ` AND docri:modelId = ${quoteString(modelName)}` : '';
  return findRunning(session, `docri:initiator = ${quoteString(session.username)}${model}`);
}

/** Running workflows about the document. */
export async function workflowsOn(
  session: Session,
  document: DocumentRow,
): Promise<readonly WorkflowInstance[]> {
  return findRunning(session, `docri:participatingDocuments/* = ${quoteString(document.id)}`);
}

async function findRunning(session: Session, condition: string): Promise<readonly WorkflowInstance[]> {
  const { entries } = await runQuery(
    elevated(session),
    `SELECT * FROM DocumentRoute WHERE ${condition} AND ${amongInstances} AND ecm:currentLifeCycleState = 'running'
     ORDER BY dc:created`,
  );
  return entries.flatMap((row) => readInstance(session, row) ?? []);
}

export async function getWorkflow(session: Session, id: string): Promise<WorkflowInstance> {
  const document = await getDocument(session, { id });
  const instance = readInstance(session, document);
  if (!instance) throw errors.documentNotFound(id);
  return instance;
}

async function holdWorkflow(session: Session, id: string): Promise<WorkflowInstance> {
  await session.write();
  const { document } = await getWorkflow(session, id);
  const instance = await holdInstance(session, document.id);
  if (!instance) throw errors.documentNotFound(id);
  return instance;
}

export async function cancelWorkflow(session: Session, id: string): Promise<void> {
  const instance = await holdWorkflow(elevated(session), id);
  const { isAdministrator, groups, username } = session.principals;
  if (!isAdministrator && !groups.includes(powerUsers) && instance.initiator !== username) {
    throw errors.forbidden("You don't have the permission to cancel this workflow");
  }
  if (instance.document.state !== 'running') {
    // The Platform fails later, at the life cycle, and clients expect its status.
    throw new RepositoryError('badRequest', `Workflow ${id} is not running`, { status: 500 });
  }
  announce(session, instance, 'beforeWorkflowCanceled');
  await cancelTasks(session, await tasksOfInstance(session, id));
  await takeGrantsBack(session, instance);
  if (locksDocuments(instance.model)) {
    await runEffects(session, { instance, nodeValues: {}, opinions: [] }, [{ kind: 'unlock' }]);
  }
  for (const [node, state] of Object.entries(instance.nodes)) {
    if (state === 'suspended') instance.nodes[node] = 'canceled';
  }
  await saveInstance(session, instance);
  await followTransition(elevated(session), await fresh(session, instance.document), 'toCanceled');
  announce(session, instance, 'workflowCanceled');
}

function locksDocuments(model: WorkflowModel): boolean {
  return model.nodes.some((node) =>
    node.transitions.some(({ effects = [] }) => effects.some(({ kind }) => kind === 'lock')),
  );
}

/** Sets declared variables; for the initiator and administrators. */
export async function setWorkflowVariables(
  session: Session,
  id: string,
  variables: JsonObject,
): Promise<WorkflowInstance> {
  const instance = await holdWorkflow(session, id);
  if (!session.principals.isAdministrator && instance.initiator !== session.username) {
    throw errors.forbidden("You don't have the permission to change this workflow");
  }
  Object.assign(instance.values, readValues(instance.model.variables, variables));
  await saveInstance(session, instance);
  return reread(session, instance);
}

/** Continues without the missing answers of a node. For administrators, and for the server when time is up. */
export async function resumeNode(session: Session, id: string, nodeId: string): Promise<void> {
  if (!session.principals.isAdministrator) {
    throw errors.forbidden("You don't have the permission to resume this workflow");
  }
  const instance = await holdWorkflow(session, id);
  if (instance.document.state !== 'running' || instance.nodes[nodeId] !== 'suspended') return;
  const tasks = await tasksOfInstance(session, id, nodeId);
  await cancelTasks(session, tasks);
  const opinions = tasks
    .filter(({ state }) => state === 'ended')
    .map((task) => ({
      actor: task.actors.join(', '),
      button: task.action ?? '',
      comment: String(task.values.comment ?? ''),
    }));
  await leave(session, instance, nodeOf(instance, nodeId), undefined, {}, opinions);
}

async function reread(session: Session, instance: WorkflowInstance): Promise<WorkflowInstance> {
  const row = await session.read.documents.get(instance.document.id);
  return (row && readInstance(session, row)) ?? instance;
}

/** Continues a workflow when people do not answer in time. */
export const overdueWorkflowJob: JobHandler = {
  kind: overdueJobKind,
  async run(repository, { payload }) {
    const { repository: repositoryName, workflowInstanceId, nodeId } = payload;
    const caller = { principals: systemPrincipals, repositoryName: String(repositoryName) };
    await inSession(repository, caller, async (session) => {
      const row = await session.read.documents.get(String(workflowInstanceId));
      if (row) await resumeNode(session, row.id, String(nodeId));
    });
    return null;
  },
};
