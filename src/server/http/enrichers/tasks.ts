/** Enrichers for workflows: open tasks, running workflows, and those that could be started. */
import { modelEntity } from '#server/core/workflow/entities.ts';
import { listTasks } from '#server/core/workflow/tasks.ts';
import { runnableModels, workflowsOn } from '#server/core/workflow/workflows.ts';
import { asJson } from '../presenters/as-json.ts';
import { apiOf, presentTasks, presentWorkflows } from '../presenters/workflow.ts';
import type { DocumentEnricher } from './enricher.ts';

export const workflowEnrichers: readonly DocumentEnricher[] = [
  {
    name: 'pendingTasks',
    value: async (call, document) => {
      const filter = { userId: call.session.username, documentId: document.id };
      const found = await listTasks(call.session, filter, { pageSize: 0 });
      return (await presentTasks(call, found.entries)).map(asJson);
    },
  },
  {
    name: 'runningWorkflows',
    value: async (call, document) =>
      (await presentWorkflows(call, await workflowsOn(call.session, document))).map(asJson),
  },
  {
    name: 'runnableWorkflows',
    value: async (call, document) =>
      (await runnableModels(call.session, document)).map((model) => asJson(modelEntity(model, apiOf(call)))),
  },
];
