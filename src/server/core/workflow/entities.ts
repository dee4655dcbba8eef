/**
 * Workflows, tasks and graphs as entities of the interface.
 * `api` is the interface's base address without a slash at its end.
 */
import type { TaskEntity, WorkflowEntity } from '#wire/activity.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import type { Session } from '../kernel/session.ts';
import type { WorkflowModel, WorkflowNode } from './definitions.ts';
import { visibleDocumentIds } from './effects.ts';
import { nodeOf, type WorkflowInstance } from './instances.ts';
import { workflowText } from './labels.ts';
import type { Task } from './task-documents.ts';
import { workflowOfTask } from './tasks.ts';
import { initialValues } from './variables.ts';

export async function workflowEntity(
  session: Session,
  instance: WorkflowInstance,
  api: string,
): Promise<WorkflowEntity> {
  const { document, model } = instance;
  return {
    'entity-type': 'workflow',
    id: document.id,
    name: document.name,
    title: model.title,
    state: document.state ?? 'ready',
    workflowModelName: model.name,
    initiator: instance.initiator,
    attachedDocumentIds: references(await visibleDocumentIds(session, instance.documentIds)),
    variables: instance.values,
    graphResource: `${api}/workflow/${document.id}/graph`,
  };
}

export function modelEntity(model: WorkflowModel, api: string): WorkflowEntity {
  return {
    'entity-type': 'workflow',
    id: null,
    name: model.name,
    title: model.title,
    state: 'validated',
    workflowModelName: model.name,
    initiator: null,
    attachedDocumentIds: [],
    variables: initialValues(model.variables),
    graphResource: `${api}/workflowModel/${model.name}/graph`,
  };
}

/** Tasks without a workflow have no workflow fields. */
export async function taskEntity(
  session: Session,
  task: Task,
  api: string,
): Promise<Omit<TaskEntity, 'workflowInstanceId' | 'graphResource'> | TaskEntity> {
  const instance = await workflowOfTask(session, task);
  const node = instance && task.nodeId ? nodeOf(instance, task.nodeId) : undefined;
  const { values = {}, model } = instance ?? {};
  const shared = Object.fromEntries((node?.shared ?? []).map((name) => [name, values[name] ?? null]));
  return {
    'entity-type': 'task',
    id: task.id,
    name: task.name,
    ...(instance ? { workflowInstanceId: instance.document.id } : {}),
    workflowModelName: model?.name ?? '',
    workflowInitiator: task.initiator,
    workflowTitle: model?.title ?? '',
    workflowLifeCycleState: instance?.document.state ?? '',
    ...(instance ? { graphResource: `${api}/workflow/${instance.document.id}/graph` } : {}),
    state: task.state,
    directive: task.directive,
    created: task.created,
    dueDate: task.dueDate,
    nodeName: task.nodeId ?? '',
    targetDocumentIds: references(await visibleDocumentIds(session, task.targetDocumentIds)),
    actors: references(task.actors),
    delegatedActors: references(task.delegatedActors),
    comments: task.comments,
    variables: { ...task.values, ...shared },
    ...(node ? { taskInfo: taskInfo(task, node, api) } : {}),
  };
}

function taskInfo(task: Task, node: WorkflowNode, api: string): NonNullable<TaskEntity['taskInfo']> {
  const layout = `${node.id}@taskLayout`;
  const schema = `var_${node.id}`;
  return {
    allowTaskReassignment: node.allowsReassignment ?? false,
    taskActions: (node.buttons ?? []).map(({ name, label, validate }) => ({
      name,
      url: `${api}/task/${task.id}/${name}`,
      label,
      validate,
    })),
    layoutResource: {
      name: layout,
      url: `${api.replace(/\/api\/v1$/, '')}/site/layout-manager/layouts/?layoutName=${layout}`,
    },
    schemas: [{ name: schema, url: `${api}/config/schemas/${schema}` }],
  };
}

function references(ids: readonly string[]): readonly JsonObject[] {
  return ids.map((id) => ({ id }));
}

/** The graph of a model; for an instance with the states of its nodes. */
export function graphEntity(
  model: WorkflowModel,
  instance: WorkflowInstance | undefined,
  language: string,
): JsonObject {
  const places = new Map(model.nodes.map(({ id, x, y }) => [id, { x, y }]));
  return {
    'entity-type': 'graph',
    nodes: model.nodes.map((node) => nodeEntity(node, instance?.nodes[node.id] ?? 'ready', language)),
    transitions: model.nodes.flatMap((node) =>
      node.transitions.map(
        ({ to, label }): Json => ({
          nodeSourceId: node.id,
          nodeTargetId: to,
          label: workflowText(label, language),
          path: [places.get(node.id) ?? null, places.get(to) ?? null],
        }),
      ),
    ),
  };
}

function nodeEntity(node: WorkflowNode, state: string, language: string): JsonObject {
  const [isStart, isEnd, isMulti] = ['start', 'end', 'multiTask'].map((kind) => node.kind === kind);
  return {
    x: node.x,
    y: node.y,
    isForkNode: false,
    isStartNode: isStart,
    isEndNode: isEnd,
    id: node.id,
    title: workflowText(node.title, language),
    state,
    isMerge: false,
    isMultiTask: isMulti,
    hasSubWorkflow: false,
    forkNode: false,
    startNode: isStart,
    endNode: isEnd,
    multiTask: isMulti,
  };
}
