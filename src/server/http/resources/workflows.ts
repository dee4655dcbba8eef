/** `/workflow`, `/workflowModel` and `/task`. */

import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import { graphEntity, modelEntity } from '#server/core/workflow/entities.ts';
import * as tasks from '#server/core/workflow/tasks.ts';
import * as workflows from '#server/core/workflow/workflows.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isJsonObject, isString } from '#wire/json.ts';
import type { Call } from '../application.ts';
import { listParameter, pageRequest } from '../paging.ts';
import { pagedList, plainList } from '../presenters/lists.ts';
import {
  apiOf,
  presentTask,
  presentTasks,
  presentWorkflow,
  presentWorkflows,
} from '../presenters/workflow.ts';
import { readEntity } from '../request-body.ts';
import { empty, entity, json, noContent } from '../responses.ts';

interface ById {
  readonly id: string;
}

interface ByName {
  readonly name: string;
}

export async function start(call: Call): Promise<Response> {
  const body = await readEntity(call.request, 'workflow');
  return startOn(call, body, idsIn(body.attachedDocumentIds));
}

export async function startOn(call: Call, body: JsonObject, ids: readonly string[]): Promise<Response> {
  const model = body.workflowModelName;
  if (!isString(model)) throw errors.badRequest('null is not a valid workflow name');
  const variables = isJsonObject(body.variables) ? body.variables : {};
  const instance = await workflows.startWorkflow(call.session, model, ids, variables);
  return entity(await presentWorkflow(call, instance), 201);
}

/** A list of ids or of `{id}`, or a single one. */
function idsIn(value: Json | undefined): readonly string[] {
  if (isString(value)) return [value];
  if (isJsonObject(value)) return isString(value.id) ? [value.id] : [];
  return Array.isArray(value) ? value.flatMap(idsIn) : [];
}

export async function list(call: Call): Promise<Response> {
  const model = call.url.searchParams.get('workflowModelName') ?? undefined;
  const found = await workflows.listWorkflows(call.session, model);
  return entity(plainList('workflows', await presentWorkflows(call, found)));
}

export async function read(call: Call, { id }: ById): Promise<Response> {
  return entity(await presentWorkflow(call, await workflows.getWorkflow(call.session, id)));
}

export async function cancel({ session }: Call, { id }: ById): Promise<Response> {
  await workflows.cancelWorkflow(session, id);
  return noContent();
}

export async function graph({ session, options }: Call, { id }: ById): Promise<Response> {
  const instance = await workflows.getWorkflow(session, id);
  return json(graphEntity(instance.model, instance, options.locale));
}

export function listModels(call: Call): Response {
  const models = workflows.workflowModels(call.session).map((model) => modelEntity(model, apiOf(call)));
  return entity(plainList('workflows', models));
}

export function readModel(call: Call, { name }: ByName): Response {
  return entity(modelEntity(workflows.workflowModel(call.session, name), apiOf(call)));
}

export function modelGraph({ session, options }: Call, { name }: ByName): Response {
  return json(graphEntity(workflows.workflowModel(session, name), undefined, options.locale));
}

// ------------------------------------------------------------------------------------------------ tasks

export function taskFilter(query: URLSearchParams): tasks.TaskFilter {
  return {
    userId: query.get('userId') ?? undefined,
    workflowInstanceId: query.get('workflowInstanceId') ?? undefined,
    workflowModelName: query.get('workflowModelName') ?? undefined,
  };
}

export async function listTasks(call: Call): Promise<Response> {
  const query = call.url.searchParams;
  const filter = taskFilter(query);
  const found = await tasks.listTasks(call.session, filter, pageRequest(query));
  const shown = await presentTasks(call, found.entries);
  return entity(filter.workflowModelName ? plainList('tasks', shown) : pagedList('tasks', found, shown));
}

export async function readTask(call: Call, { id }: ById): Promise<Response> {
  return entity(await presentTask(call, await tasks.getTask(call.session, id)));
}

export async function completeTask(
  call: Call,
  { id, action }: ById & { readonly action: string },
): Promise<Response> {
  const body = await readEntity(call.request, 'task');
  const done = await tasks.completeTask(call.session, id, action, {
    comment: isString(body.comment) ? body.comment : undefined,
    variables: isJsonObject(body.variables) ? body.variables : {},
  });
  return entity(await presentTask(call, done));
}

export async function reassign({ session, url }: Call, { id }: ById): Promise<Response> {
  const comment = url.searchParams.get('comment') ?? undefined;
  await tasks.reassignTask(session, id, required(url.searchParams, 'actors'), comment);
  return empty(200);
}

/** Some clients send `actors` instead. */
export async function delegate({ session, url }: Call, { id }: ById): Promise<Response> {
  const query = url.searchParams;
  const actors = required(query, query.has('delegatedActors') ? 'delegatedActors' : 'actors');
  await tasks.delegateTask(session, id, actors, query.get('comment') ?? undefined);
  return empty(200);
}

function required(query: URLSearchParams, name: string): readonly string[] {
  const names = listParameter(query, name);
  if (names.length === 0) throw new RepositoryError('badRequest', `The parameter ${name} is missing`);
  return names;
}
