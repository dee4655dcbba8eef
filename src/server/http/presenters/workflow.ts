/** Workflows and tasks, with entities of people and documents on request. */
import { findDocument } from '#server/core/documents/documents.ts';
import { taskEntity, workflowEntity } from '#server/core/workflow/entities.ts';
import type { WorkflowInstance } from '#server/core/workflow/instances.ts';
import type { Task } from '#server/core/workflow/task-documents.ts';
import type { WorkflowEntity } from '#wire/activity.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { asJson } from './as-json.ts';
import { presentDocument } from './document.ts';
import { presentPrincipal } from './people.ts';

export function apiOf(call: Call): string {
  return `${call.baseUrl}/api/v1`;
}

export async function presentWorkflow(call: Call, instance: WorkflowInstance): Promise<WorkflowEntity> {
  const shown = await workflowEntity(call.session, instance, apiOf(call));
  const fetched = call.options.fetch('workflow');
  return {
    ...shown,
    ...(fetched.has('initiator') ? { initiator: await person(call, shown.initiator) } : {}),
    ...(fetched.has('attachedDocumentIds')
      ? { attachedDocumentIds: await each(shown.attachedDocumentIds, (one) => document(call, one)) }
      : {}),
  };
}

export async function presentTask(call: Call, task: Task) {
  const shown = await taskEntity(call.session, task, apiOf(call));
  const fetched = call.options.fetch('task');
  return {
    ...shown,
    ...(fetched.has('workflowInitiator')
      ? { workflowInitiator: await person(call, shown.workflowInitiator) }
      : {}),
    ...(fetched.has('targetDocumentIds')
      ? { targetDocumentIds: await each(shown.targetDocumentIds, (one) => document(call, one)) }
      : {}),
    ...(fetched.has('actors')
      ? {
          actors: await each(shown.actors, (one) => person(call, one)),
          delegatedActors: await each(shown.delegatedActors, (one) => person(call, one)),
        }
      : {}),
  };
}

export async function presentTasks(call: Call, tasks: readonly Task[]) {
  const shown = [];
  for (const task of tasks) shown.push(await presentTask(call, task));
  return shown;
}

export async function presentWorkflows(
  call: Call,
  instances: readonly WorkflowInstance[],
): Promise<WorkflowEntity[]> {
  const shown: WorkflowEntity[] = [];
  for (const instance of instances) shown.push(await presentWorkflow(call, instance));
  return shown;
}

async function each(list: readonly Json[], show: (one: Json) => Promise<Json>): Promise<Json[]> {
  const shown: Json[] = [];
  for (const one of list) shown.push(await show(one));
  return shown;
}

/** A name, or `{id: name}`. */
function nameIn(reference: Json): string | undefined {
  const name = isJsonObject(reference) ? reference.id : reference;
  return typeof name === 'string' ? name : undefined;
}

async function person(call: Call, reference: Json): Promise<Json> {
  const name = nameIn(reference);
  const found = name === undefined ? undefined : await presentPrincipal(call, name);
  return found ? asJson(found) : reference;
}

async function document(call: Call, reference: Json): Promise<Json> {
  const id = nameIn(reference);
  const found = id === undefined ? undefined : await findDocument(call.session, { id });
  return found ? asJson(await presentDocument(call, found, 2)) : reference;
}
