/** Workflow events of the audit trail, queried as dashboards do to count workflows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
for (const name of ['leela', 'fry']) await addUser(server, name, 'members');
const workspaces = '/default-domain/workspaces';
const id = await addDocument(server, workspaces, 'Note', 'plan');
await server.ask(`/id/${id}/@op/Document.AddPermission`, {
  json: { params: { users: ['leela'], permission: 'ReadWrite' }, context: {} },
});

async function aggregate(event: string, aggs: object, more: readonly object[] = [], as = 'Administrator') {
  const must = [{ term: { eventId: event } }, { term: { 'extended.modelName': 'SerialDocumentReview' } }];
  const query = { bool: { must: [...must, ...more] } };
  return server.ask('/nuxeo/site/es/audit_wf/_search', { as, json: { query, aggs, size: 0 } });
}

interface Bucket {
  readonly key: string;
  readonly doc_count: number;
}

async function buckets(event: string, field: string, more: readonly object[] = []) {
  const answer = await aggregate(event, { by: { terms: { field: `extended.${field}` } } }, more);
  assert.equal(answer.status, 200);
  const found: readonly Bucket[] = Object(answer.body.aggregations).by.buckets;
  return found.map(({ key, doc_count }) => `${key} ${doc_count}`).toSorted();
}

async function average(event: string, field: string): Promise<unknown> {
  const answer = await aggregate(event, { metrics: { avg: { field: `extended.${field}` } } });
  return Object(answer.body.aggregations).metrics.value;
}

const openTask = async (userId: string) => {
  const { entries } = (await server.ask(`/task?userId=${userId}`, { as: userId })).body;
  assert.ok(Array.isArray(entries));
  return String(entries[0]?.id);
};
const press = (task: string, action: string, as: string, variables: object = {}) =>
  server.ask(`/task/${task}/${action}`, {
    method: 'PUT',
    as,
    json: { 'entity-type': 'task', id: task, comment: 'yes', variables },
  });

test('a review by ordinary people is counted by who began it, who did what, and how long it took', async () => {
  const started = await server.ask(`/id/${id}/@workflow`, {
    as: 'leela',
    json: { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' },
  });
  assert.equal(started.status, 201);
  const participants = { participants: ['user:fry'], validationOrReview: 'simpleReview' };
  assert.equal((await press(await openTask('leela'), 'start_review', 'leela', participants)).status, 200);
  assert.equal((await press(await openTask('fry'), 'validate', 'fry')).status, 200);

  assert.deepEqual(await buckets('afterWorkflowStarted', 'workflowInitiator'), ['leela 1']);
  assert.equal((await buckets('afterWorkflowTaskCreated', 'taskName')).length, 2);
  assert.deepEqual(await buckets('afterWorkflowTaskEnded', 'taskActor'), ['fry 1', 'leela 1']);
  assert.deepEqual(await buckets('afterWorkflowTaskEnded', 'action'), ['start_review 1', 'validate 1']);
  const ofFry = [{ term: { 'extended.taskActor': 'fry' } }];
  assert.deepEqual(await buckets('afterWorkflowTaskEnded', 'action', ofFry), ['validate 1']);
  for (const [event, field] of [
    ['afterWorkflowFinish', 'timeSinceWfStarted'],
    ['afterWorkflowTaskEnded', 'timeSinceTaskStarted'],
  ] as const) {
    const value = await average(event, field);
    assert.ok(typeof value === 'number' && value >= 0, field);
  }
});

test('a workflow that is canceled is counted too', async () => {
  const second = await addDocument(server, workspaces, 'Note', 'other');
  const { body } = await server.ask(`/id/${second}/@workflow`, {
    json: { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview' },
  });
  assert.equal((await server.ask(`/workflow/${body.id}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await buckets('beforeWorkflowCanceled', 'workflowInitiator'), ['Administrator 1']);
});
