/**
 * Audit events of workflows and their tasks.
 * Invariant: events of the category Routing have in `extended` the fields that dashboards use to count workflows; times are
 * in milliseconds.
 */
import type { JsonObject } from '#wire/json.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import type { WorkflowInstance } from './instances.ts';
import type { Task } from './task-documents.ts';

export function announce(session: Session, instance: WorkflowInstance, eventId: string): void {
  note(session, instance.document, eventId, null, {
    ...factsOf(instance),
    timeSinceWfStarted: elapsed(session, startOf(instance)),
  });
}

/** Endings of the ids of task events: in the workflow's history, and among the events of tasks. */
const taskEvents = {
  Assigned: 'Created',
  Completed: 'Ended',
  Reassigned: 'Reassigned',
  Delegated: 'Delegated',
} as const;

export function announceTask(
  session: Session,
  instance: WorkflowInstance,
  task: Task,
  event: keyof typeof taskEvents,
  comment: string,
  facts: JsonObject,
): void {
  note(session, instance.document, `workflowTask${event}`, comment, {
    directive: task.directive,
    dueDate: task.dueDate,
  });
  note(session, task.document, `afterWorkflowTask${taskEvents[event]}`, null, {
    ...factsOf(instance),
    taskName: task.name,
    nodeVariables: task.values,
    timeSinceWfStarted: elapsed(session, startOf(instance)),
    ...facts,
  });
}

/** Fields of a task that somebody has completed. */
export function actorFacts(session: Session, task: Task): JsonObject {
  return { taskActor: session.username, timeSinceTaskStarted: elapsed(session, task.created) };
}

function factsOf({ model, initiator, values }: WorkflowInstance): JsonObject {
  return {
    modelId: model.name,
    modelName: model.name,
    workflowInitiator: initiator,
    workflowVariables: values,
  };
}

function startOf({ document }: WorkflowInstance): string {
  return String(document.properties['dc:created'] ?? '');
}

function elapsed(session: Session, since: string): number | null {
  const start = Date.parse(since);
  return Number.isNaN(start) ? null : session.now.getTime() - start;
}

function note(
  session: Session,
  { id, path, type, state }: DocumentRow,
  eventId: string,
  comment: string | null,
  extended: JsonObject,
): void {
  session.audit({ eventId, category: 'Routing', comment, extended, document: { id, path, type, state } });
}
