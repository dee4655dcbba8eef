/** Operations that find and create tasks, and notify people of them. */
import { findDocument, titleOf } from '#server/core/documents/documents.ts';
import { errors } from '#server/core/kernel/errors.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { createTask, isTask, type Task } from '#server/core/workflow/task-documents.ts';
import { fillTask, listTasks, workflowOfTask } from '#server/core/workflow/tasks.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { defineOperation } from '../machinery/define-operation.ts';
import { defaulted, optional, required } from '../machinery/parameters.ts';

const category = 'Workflow Context';

const openTasks = defineOperation({
  id: 'Workflow.GetOpenTasks',
  aliases: ['Context.GetOpenTasks'],
  category,
  label: 'Get open tasks',
  description: 'The open tasks of the input documents.',
  params: {
    nodeId: optional('string', 'Only of this node'),
    processId: optional('string', 'Only of this workflow', { aliases: ['workflowInstanceId'] }),
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
        const apart = params['create one task per actor'] || actors.length === 0;
        const groups = apart ? actors.map((actor) => [actor]) : [actors];
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

const applyMapping = defineOperation({
  id: 'Task.ApplyDocumentMapping',
  aliases: ['Context.ApplyMappingOnTask'],
  category,
  label: 'Apply mapping on input task doc',
  description: 'Copies properties of the task’s document into the input task, by a named mapping.',
  params: { mappingName: required('string', 'Name of the mapping, from the configuration folder') },
  methods: {
    document: {
      to: 'document',
      run: async ({ session, params: { mappingName } }, document) => {
        const mapping = session.repository.propertyMappings.get(mappingName);
        if (!mapping) throw errors.badRequest(`There is no property mapping ${mappingName}`);
        if (!isTask(session, document)) throw errors.badRequest('The input is no task');
        return fillTask(session, document.id, mapping.properties);
      },
    },
  },
});

export const taskOperations = [openTasks, assigned, userTasks, create, taskNames, applyMapping];
