/** `@workflow` and `@task`: the running workflows and open tasks of a document. */

import { errors } from '#server/core/kernel/errors.ts';
import { listTasks } from '#server/core/workflow/tasks.ts';
import { workflowsOn } from '#server/core/workflow/workflows.ts';
import type { Call } from '../application.ts';
import { plainList } from '../presenters/lists.ts';
import { presentTasks, presentWorkflows } from '../presenters/workflow.ts';
import { readEntity } from '../request-body.ts';
import { completeTask, startOn, taskFilter } from '../resources/workflows.ts';
import { entity } from '../responses.ts';
import type { Adapter, Target } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const workflow: Adapter = {
  name: 'workflow',
  answer: async (call, target, path) => {
    const document = documentOf(target);
    if (path.length > 0) return tasksOfWorkflow(call, target, path);
    requireMethod(call.request, 'GET', 'POST');
    if (call.request.method === 'POST') {
      return startOn(call, await readEntity(call.request, 'workflow'), [document.id]);
    }
    const found = await workflowsOn(call.session, document);
    return entity(plainList('workflows', await presentWorkflows(call, found)));
  },
};

async function tasksOfWorkflow(call: Call, target: Target, path: readonly string[]): Promise<Response> {
  requireMethod(call.request, 'GET');
  const [workflowInstanceId, word] = path;
  if (word !== 'task' || path.length !== 2) throw errors.notFound(`Not found: ${path.join('/')}`);
  return tasksOn(call, target, { workflowInstanceId });
}

async function tasksOn(
  call: Call,
  target: Target,
  filter: { readonly workflowInstanceId?: string | undefined },
): Promise<Response> {
  const documentId = documentOf(target).id;
  const found = await listTasks(call.session, { ...filter, documentId }, { pageSize: 0 });
  return entity(plainList('tasks', await presentTasks(call, found.entries)));
}

export const task: Adapter = {
  name: 'task',
  answer: async (call, target, path) => {
    const [id, action] = path;
    if (id === undefined) {
      requireMethod(call.request, 'GET');
      return tasksOn(call, target, taskFilter(call.url.searchParams));
    }
    requireMethod(call.request, 'PUT');
    if (action === undefined || path.length > 2) throw errors.notFound(`Not found: ${path.join('/')}`);
    return completeTask(call, { id, action });
  },
};
