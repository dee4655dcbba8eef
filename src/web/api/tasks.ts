/** Workflows and the tasks in them. */
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { TaskEntity, WorkflowEntity } from '#wire/activity.ts';
import type { ListEntity } from '#wire/document.ts';
import { isJsonObject, isString, type JsonObject } from '#wire/json.ts';
import { encodeSegment } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { isTask, isWorkflow } from './entities.ts';
import { isArrayOf, isListOf } from './guards.ts';
import { documentFamilies } from './keys.ts';
import { rememberedAnswer } from './last-seen.ts';
import { api } from './start.ts';

export const taskKeys = {
  tasks: ['tasks'] as const,
  workflows: ['workflows'] as const,
};

export interface TaskRequest {
  /** Tasks of this person as actor, as delegate or through a group. Without it: every open task the person may read. */
  readonly userId?: string;
  readonly offset?: number;
  readonly pageSize?: number;
}

export function tasks({ userId, offset = 0, pageSize = 50 }: TaskRequest = {}) {
  const queryKey = [...taskKeys.tasks, 'list', { userId, offset, pageSize }];
  return queryOptions({
    queryKey,
    ...(offset === 0 ? rememberedAnswer(queryKey, isListOf(isTask)) : {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ListEntity<TaskEntity>> =>
      api().entity('/task', isListOf(isTask), {
        query: { userId, offset, pageSize },
        fetch: { task: ['targetDocumentIds'] },
        signal,
      }),
  });
}

export function task(id: string) {
  return queryOptions({
    queryKey: [...taskKeys.tasks, 'one', id],
    queryFn: ({ signal }) =>
      api().entity(`/task/${encodeSegment(id)}`, isTask, {
        fetch: { task: ['targetDocumentIds', 'actors'] },
        signal,
      }),
  });
}

export function documentTasks(uid: string) {
  return queryOptions({
    queryKey: [...taskKeys.tasks, 'of', uid],
    queryFn: async ({ signal }): Promise<readonly TaskEntity[]> =>
      (await api().entity(`/id/${encodeSegment(uid)}/@task`, isListOf(isTask), { signal })).entries,
  });
}

export interface TaskCompletion {
  readonly taskId: string;
  /** Name of the button. */
  readonly action: string;
  readonly comment?: string;
  readonly variables?: JsonObject;
}

function complete({ taskId, action, comment, variables = {} }: TaskCompletion): Promise<TaskEntity> {
  return api().entity(`/task/${encodeSegment(taskId)}/${encodeSegment(action)}`, isTask, {
    method: 'PUT',
    body: { 'entity-type': 'task', id: taskId, comment, variables },
  });
}

/** Status 409: somebody else has completed it meanwhile. */
export function completeTask() {
  return mutationOptions({
    mutationFn: complete,
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export interface ManyCompletions {
  readonly completions: readonly TaskCompletion[];
  /** Aborting stops between two tasks. */
  readonly signal: AbortSignal;
  readonly onProgress: (decided: number) => void;
}

export interface ManyCompleted {
  readonly done: readonly string[];
  readonly failed: ReadonlyMap<string, Error>;
}

/** One task after the other, even if some fail; tasks not reached before it is stopped are neither done nor failed. */
export function completeTasks() {
  return mutationOptions({
    mutationFn: async ({ completions, signal, onProgress }: ManyCompletions): Promise<ManyCompleted> => {
      const done: string[] = [];
      const failed = new Map<string, Error>();
      for (const completion of completions) {
        if (signal.aborted) break;
        try {
          await complete(completion);
          done.push(completion.taskId);
        } catch (error) {
          failed.set(completion.taskId, error instanceof Error ? error : new Error(String(error)));
        }
        onProgress(done.length + failed.size);
      }
      return { done, failed };
    },
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export interface TaskHandover {
  readonly taskId: string;
  readonly actors: readonly string[];
  readonly comment?: string;
}

export function reassignTask() {
  return mutationOptions({
    mutationFn: ({ taskId, actors, comment }: TaskHandover) =>
      api().done(`/task/${encodeSegment(taskId)}/reassign`, { method: 'PUT', query: { actors, comment } }),
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export function delegateTask() {
  return mutationOptions({
    mutationFn: ({ taskId, actors, comment }: TaskHandover) =>
      api().done(`/task/${encodeSegment(taskId)}/delegate`, {
        method: 'PUT',
        query: { delegatedActors: actors, comment },
      }),
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export function workflowModels() {
  return queryOptions({
    queryKey: [...taskKeys.workflows, 'models'],
    queryFn: async ({ signal }): Promise<readonly WorkflowEntity[]> =>
      (await api().entity('/workflowModel', isListOf(isWorkflow), { signal })).entries,
    staleTime: 300_000,
  });
}

export function documentWorkflows(uid: string) {
  return queryOptions({
    queryKey: [...taskKeys.workflows, 'of', uid],
    queryFn: async ({ signal }): Promise<readonly WorkflowEntity[]> =>
      (await api().entity(`/id/${encodeSegment(uid)}/@workflow`, isListOf(isWorkflow), { signal })).entries,
  });
}

export interface WorkflowStart {
  readonly model: string;
  readonly uids: readonly string[];
  readonly variables?: JsonObject;
}

/** Status 400: this model cannot be started on these documents. */
export function startWorkflow() {
  return mutationOptions({
    mutationFn: ({ model, uids, variables = {} }: WorkflowStart) =>
      api().entity('/workflow', isWorkflow, {
        method: 'POST',
        body: { 'entity-type': 'workflow', workflowModelName: model, attachedDocumentIds: uids, variables },
      }),
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export function cancelWorkflow() {
  return mutationOptions({
    mutationFn: (workflowId: string) =>
      api().done(`/workflow/${encodeSegment(workflowId)}`, { method: 'DELETE' }),
    onSettled: askAgain(taskKeys.tasks, taskKeys.workflows, ...documentFamilies),
  });
}

export interface GraphNode {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly x: number;
  readonly y: number;
  readonly isStartNode: boolean;
  readonly isEndNode: boolean;
}

export interface GraphTransition {
  readonly nodeSourceId: string;
  readonly nodeTargetId: string;
  readonly label: string | null;
  readonly path: readonly { readonly x: number; readonly y: number }[];
}

export interface WorkflowGraph {
  readonly nodes: readonly GraphNode[];
  readonly transitions: readonly GraphTransition[];
}

/** The graph of a running workflow, for the drawing and for the list beside it. */
export function workflowGraph(workflowId: string) {
  return queryOptions({
    queryKey: [...taskKeys.workflows, 'graph', workflowId],
    queryFn: ({ signal }) =>
      api().entity(`/workflow/${encodeSegment(workflowId)}/graph`, isGraph, { signal }),
  });
}

function isGraph(value: unknown): value is WorkflowGraph {
  return (
    isJsonObject(value) &&
    isArrayOf(isGraphNode)(value.nodes) &&
    isArrayOf(isGraphTransition)(value.transitions)
  );
}

function isGraphNode(value: unknown): value is GraphNode {
  return (
    isJsonObject(value) && isString(value.id) && typeof value.x === 'number' && typeof value.y === 'number'
  );
}

function isGraphTransition(value: unknown): value is GraphTransition {
  return isJsonObject(value) && isString(value.nodeSourceId) && isString(value.nodeTargetId);
}
