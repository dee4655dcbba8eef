/** A task as the server sends it, for tests. */
import type { TaskEntity } from '#wire/activity.ts';

export function testTask(facts: Partial<TaskEntity> = {}): TaskEntity {
  return {
    'entity-type': 'task',
    id: 't',
    name: 'n',
    workflowInstanceId: 'w',
    workflowModelName: 'm',
    workflowInitiator: { id: 'ada' },
    workflowTitle: 'w',
    workflowLifeCycleState: 'running',
    graphResource: '',
    state: 'opened',
    directive: null,
    created: '2026-01-01T00:00:00Z',
    dueDate: null,
    nodeName: 'n',
    targetDocumentIds: [],
    actors: [],
    delegatedActors: [],
    comments: [],
    variables: {},
    ...facts,
  };
}
