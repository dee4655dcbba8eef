/** Operations on workflows: starting, controlling and showing them. */
import { errors } from '#server/core/kernel/errors.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { graphEntity } from '#server/core/workflow/entities.ts';
import { completeTask, listTasks } from '#server/core/workflow/tasks.ts';
import {
  cancelWorkflow,
  getWorkflow,
  resumeNode,
  setWorkflowVariables,
  startWorkflow,
} from '#server/core/workflow/workflows.ts';
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { OperationContext } from '../machinery/context.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { currentRow } from '../machinery/document-changes.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Workflow Context';

const start = defineOperation({
  id: 'Context.StartWorkflow',
  category,
  label: 'Start workflow',
  description: 'Starts a workflow on the input documents; its id goes into the variable `WorkflowId`.',
  params: {
    id: required('string', 'Name of the workflow model'),
    start: defaulted('boolean', true, 'Accepted from older clients: it starts at once'),
    variables: defaulted('properties', {}, 'Values of the workflow’s variables'),
  },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, context, params }, document) => {
        await startOn(session, context, params, [document]);
        return currentRow(session, document);
      },
    },
    documents: {
      to: 'documents',
      run: async ({ session, context, params }, documents) => {
        await startOn(session, context, params, documents);
        return session.read.documents.getMany(documents.map((one) => one.id));
      },
    },
    void: {
      to: 'void',
      run: async ({ session, context, params }) => {
        await startOn(session, context, params, []);
      },
    },
  },
});

async function startOn(
  session: Session,
  context: OperationContext,
  params: { readonly id: string; readonly variables: JsonObject },
  documents: readonly DocumentRow[],
): Promise<void> {
  const ids = documents.map(({ id }) => id);
  const instance = await startWorkflow(session, params.id, ids, params.variables);
  context.setJson('WorkflowId', instance.document.id);
  context.setJson('workflowInstanceId', instance.document.id);
}

const complete = defineOperation({
  id: 'WorkflowTask.Complete',
  aliases: ['Workflow.CompleteTaskOperation'],
  category,
  label: 'Complete task',
  description: 'Presses a button of the input task.',
  params: {
    status: optional('string', 'Name of the button'),
    comment: optional('string', 'What to say with it'),
    nodeVariables: defaulted('properties', {}, 'Values of the task’s variables'),
    workflowVariables: defaulted('properties', {}, 'Values of the workflow’s variables'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, params }, { id }) => {
        const { status, comment, nodeVariables, workflowVariables } = params;
        if (!status) throw errors.badRequest("'status' parameter must be set");
        const variables = { ...workflowVariables, ...nodeVariables };
        return (await completeTask(session, id, status, { comment, variables })).document;
      },
    },
  },
});

const cancel = defineOperation({
  id: 'WorkflowInstance.Cancel',
  aliases: ['Context.CancelWorkflow'],
  category,
  label: 'Cancel workflow',
  description: 'Cancels a running workflow.',
  params: { id: required('string', 'Id of the workflow') },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params }) => {
        await cancelWorkflow(session, params.id);
      },
    },
  },
});

const variables = defineOperation({
  id: 'Workflow.SetWorkflowVariables',
  category,
  label: 'Set workflow variables',
  description: 'Sets variables of a workflow.',
  params: {
    id: required('string', 'Id of the workflow'),
    properties: required('properties', 'Values by name'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params }) => {
        await setWorkflowVariables(session, params.id, params.properties);
      },
    },
  },
});

const variable = defineOperation({
  id: 'Context.SetWorkflowVar',
  category,
  label: 'Set workflow variable',
  description: 'Sets one variable of a workflow.',
  params: {
    name: required('string', 'Name of the variable'),
    value: optional('object', 'Its value'),
    workflowInstanceId: optional('string', 'Id of the workflow; the one in the context when absent'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, context, params: { name, value = null, workflowInstanceId } }) => {
        const id = workflowInstanceId ?? textIn(context, 'workflowInstanceId');
        if (id === undefined) throw errors.badRequest("'workflowInstanceId' parameter must be set");
        await setWorkflowVariables(session, id, { [name]: value });
      },
    },
  },
});

function textIn(context: OperationContext, name: string): string | undefined {
  const value = context.get(name);
  return value?.kind === 'json' && isString(value.value) ? value.value : undefined;
}

/** Kept in the call for the next `WorkflowTask.Complete` or expression. */
const nodeVariable = defineOperation({
  id: 'Workflow.SetNodeVariable',
  aliases: ['Context.SetWorkflowNodeVar'],
  category,
  label: 'Set node variable',
  description: 'Sets one variable of the node that the call is in.',
  params: { name: required('string', 'Name of the variable'), value: optional('object', 'Its value') },
  methods: {
    void: {
      to: 'void',
      run: ({ context, params: { name, value = null } }) => {
        context.setJson(name, value);
      },
    },
  },
});

const resume = defineOperation({
  id: 'Workflow.ResumeNode',
  aliases: ['Workflow.ResumeNodeOperation'],
  category,
  label: 'Resume workflow node',
  description: 'Goes on from a node that waits.',
  params: {
    workflowInstanceId: optional('string', 'Id of the workflow; the one in the context when absent'),
    nodeId: optional('string', 'Id of the node; the one in the context when absent'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, context, params }) => {
        const id = params.workflowInstanceId ?? textIn(context, 'workflowInstanceId');
        const node = params.nodeId ?? textIn(context, 'nodeId');
        if (id === undefined || node === undefined) {
          throw errors.badRequest("'workflowInstanceId' and 'nodeId' parameters must be set");
        }
        await resumeNode(session, id, node);
      },
    },
  },
});

const restartAll = defineOperation({
  id: 'WorkflowModel.BulkRestartInstances',
  aliases: ['BulkRestartWorkflow'],
  category,
  label: 'Bulk Restart Workflow',
  description: 'Cancels every running workflow of a model and starts it anew on the same documents.',
  administratorsOnly: true,
  params: {
    workflowId: required('string', 'Name of the workflow model'),
    nodeId: optional('string', 'Only those that wait at this node'),
    reinitLifecycle: optional('boolean', 'Accepted from older clients'),
    batchSize: optional('integer', 'Accepted from older clients'),
  },
  methods: {
    void: {
      to: 'void',
      run: async ({ session, params: { workflowId, nodeId } }) => {
        const { entries } = await listTasks(session, { workflowModelName: workflowId }, { pageSize: 0 });
        const waiting = entries.filter((task) => nodeId === undefined || task.nodeId === nodeId);
        const ids = new Set(waiting.flatMap(({ instanceId }) => instanceId ?? []));
        for (const id of ids) {
          const { documentIds, values } = await getWorkflow(session, id);
          await cancelWorkflow(session, id);
          await startWorkflow(session, workflowId, documentIds, values);
        }
      },
    },
  },
});

const graph = defineOperation({
  id: 'Document.Routing.GetGraph',
  category: 'Document',
  label: 'Get graph',
  description: 'The nodes and transitions of a workflow.',
  params: {
    routeDocId: required('string', 'Id of the workflow'),
    language: defaulted('string', 'en', 'Language of the labels'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params }) => {
        const instance = await getWorkflow(session, params.routeDocId);
        return graphEntity(instance.model, instance, params.language);
      },
    },
  },
});

export const workflowOperations = [
  start,
  complete,
  cancel,
  variables,
  variable,
  nodeVariable,
  resume,
  restartAll,
  graph,
];
