/** Workflows and tasks (platform.md §8.4). */
import { findDocument, titleOf } from '#server/core/documents.ts';
import { errors } from '#server/core/errors.ts';
import type { DocumentRow } from '#server/core/model.ts';
import type { Session } from '#server/core/session.ts';
import { graphEntity } from '#server/core/workflow/entities.ts';
import { createTask, type Task } from '#server/core/workflow/task-documents.ts';
import { completeTask, listTasks, workflowOfTask } from '#server/core/workflow/tasks.ts';
import {
  cancelWorkflow,
  getWorkflow,
  resumeNode,
  setWorkflowVariables,
  startWorkflow,
} from '#server/core/workflow/workflows.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { OperationContext } from './context.ts';
import { defineOperation } from './define-operation.ts';
import { currentRow } from './document-changes.ts';
import { defaulted, optional, required } from './parameters.ts';

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
      run: ({ session, context, params }) => startOn(session, context, params, []),
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
  methods: { void: { to: 'void', run: ({ session, params }) => cancelWorkflow(session, params.id) } },
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

/** Kept in the call: the next `WorkflowTask.Complete` or expression reads it. */
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
      run: ({ context, params: { name, value = null } }) => context.setJson(name, value),
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
      run: ({ session, context, params }) => {
        const id = params.workflowInstanceId ?? textIn(context, 'workflowInstanceId');
        const node = params.nodeId ?? textIn(context, 'nodeId');
        if (id === undefined || node === undefined) {
          throw errors.badRequest("'workflowInstanceId' and 'nodeId' parameters must be set");
        }
        return resumeNode(session, id, node);
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

// ------------------------------------------------------------------------------------------------ tasks

const openTasks = defineOperation({
  id: 'Workflow.GetOpenTasks',
  aliases: ['Context.GetOpenTasks'],
  category,
  label: 'Get open tasks',
  description: 'The open tasks of the input documents.',
  params: {
    nodeId: optional('string', 'Only of this node'),
    processId: optional('string', 'Only of this workflow'),
    username: optional('string', 'Only of this person'),
  },
  methods: {
    eachDocument: {
      to: 'documents',
      run: async ({ session, params: { nodeId, processId, username } }, { id }) => {
        const filter = { documentId: id, workflowInstanceId: processId, userId: username };
        const { entries } = await listTasks(session, filter, { pageSize: 0 });
        return entries
          .filter((task) => nodeId === undefined || task.nodeId === nodeId)
          .map((task) => task.document);
      },
    },
  },
});

const assigned = defineOperation({
  id: 'Task.GetAssigned',
  aliases: ['Workflow.GetTask'],
  category: 'Services',
  label: 'Get user tasks',
  description: 'The caller’s open tasks.',
  params: {},
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session }) => {
        const { entries } = await listTasks(session, { userId: session.username }, { pageSize: 0 });
        return Promise.all(entries.map((task) => summary(session, task)));
      },
    },
  },
});

async function summary(session: Session, task: Task): Promise<JsonObject> {
  const [target] = task.targetDocumentIds;
  const first = target === undefined ? undefined : await findDocument(session, { id: target });
  const instance = await workflowOfTask(session, task);
  return {
    id: task.id,
    docref: first?.id ?? null,
    documentTitle: first ? titleOf(first) : null,
    documentLink: first?.path ?? null,
    name: task.name,
    directive: task.directive,
    workflowModelName: instance?.model.name ?? task.modelName,
    startDate: task.created,
    dueDate: task.dueDate,
    comment: task.comments.at(-1)?.text ?? '',
  };
}

const userTasks = defineOperation({
  id: 'Workflow.UserTaskPageProvider',
  category: 'Services',
  label: 'UserTaskPageProvider',
  description: 'One page of the caller’s open tasks.',
  params: {
    language: optional('string', 'Language of the labels'),
    page: defaulted('integer', 0, 'Which page, from 0'),
    pageSize: defaulted('integer', 50, 'Entries on a page'),
  },
  methods: {
    void: {
      to: 'jsonBlob',
      run: async ({ session, params: { page: currentPageIndex, pageSize } }) => {
        const found = await listTasks(session, { userId: session.username }, { currentPageIndex, pageSize });
        const entries: Json[] = [];
        for (const task of found.entries) entries.push(await summary(session, task));
        const { resultsCount, pageSize: size, numberOfPages } = found.page;
        return {
          isPaginable: true,
          totalSize: resultsCount,
          pageIndex: currentPageIndex,
          pageSize: size,
          pageCount: numberOfPages,
          entries,
        };
      },
    },
  },
});

const create = defineOperation({
  id: 'Task.Create',
  aliases: ['Workflow.CreateTask'],
  category: 'Services',
  label: 'Create task',
  description: 'Asks people to do something about the input document.',
  params: {
    'task name': required('string', 'Name of the task'),
    'due date': optional('date', 'Until when'),
    directive: optional('string', 'What to do'),
    comment: optional('string', 'What to say with it'),
    'accept operation chain': optional('string', 'Accepted from older clients'),
    'reject operation chain': optional('string', 'Accepted from older clients'),
    'variable name for actors prefixed ids': optional('string', 'Variable with `user:` and `group:` names'),
    'additional list of actors prefixed ids': optional('stringlist', 'More of them'),
    'create one task per actor': defaulted('boolean', true, 'A task for each of them'),
  },
  methods: {
    eachDocument: {
      to: 'document',
      run: async ({ session, context, params }, document) => {
        const named = context.get(params['variable name for actors prefixed ids'] ?? '');
        const listed =
          named?.kind === 'json' && Array.isArray(named.value) ? named.value.filter(isString) : [];
        const actors = [...listed, ...(params['additional list of actors prefixed ids'] ?? [])];
        if (actors.length === 0) throw errors.badRequest('The task needs somebody to do it');
        const groups = params['create one task per actor'] ? actors.map((actor) => [actor]) : [actors];
        for (const one of groups) {
          await createTask(session, {
            name: params['task name'],
            directive: params.directive ?? null,
            dueDate: params['due date'] ?? null,
            actors: one,
            targetDocumentIds: [document.id],
            initiator: session.username,
            values: params.comment === undefined ? {} : { comment: params.comment },
          });
        }
        return document;
      },
    },
  },
});

const taskNames = defineOperation({
  id: 'Context.GetTaskNames',
  category: 'Services',
  label: 'Get task names',
  description: 'The open tasks of the caller whose names begin with the term.',
  params: {
    lang: optional('string', 'Language'),
    searchTerm: optional('string', 'Beginning of a name'),
    value: optional('string', 'Id of one task'),
    xpath: optional('string', 'Accepted from older clients'),
    limit: defaulted('integer', -1, 'At most so many'),
  },
  methods: {
    void: {
      to: 'documents',
      run: async ({ session, params: { searchTerm = '', value, limit } }) => {
        const { entries } = await listTasks(session, { userId: session.username }, { pageSize: 0 });
        const term = searchTerm.toLowerCase();
        const named = entries.filter(
          ({ id, name }) => name.toLowerCase().startsWith(term) && (!value || value === id),
        );
        return (limit >= 0 ? named.slice(0, limit) : named).map((task) => task.document);
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
  openTasks,
  assigned,
  userTasks,
  create,
  taskNames,
];
