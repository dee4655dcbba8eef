import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { hasPermission } from '../access/access.ts';
import { addAces } from '../access/access-changes.ts';
import { createDocument, deleteDocument, getDocument } from '../documents/documents.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { graphEntity, taskEntity, workflowEntity } from './entities.ts';
import { completeTask, delegateTask, listTasks, reassignTask } from './tasks.ts';
import * as workflows from './workflows.ts';

let server: TestRepository;
let folder: DocumentRow;
let note: DocumentRow;
const api = 'http://localhost/nuxeo/api/v1';

before(async () => {
  server = await openTestRepository();
  for (const name of ['fry', 'leela', 'bender']) await server.addUser(name);
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    folder = await createDocument(session, await ensureRoot(session), { type: 'Folder', name: 'ws' });
    await addAces(session, folder, {
      acl: 'local',
      aces: [
        { username: 'fry', permission: 'Everything', granted: true, creator: null, begin: null, end: null },
      ],
    });
  });
});
after(() => server.close());
beforeEach(async () => {
  note = await server.as('Administrator', async (session) => {
    const parent = await getDocument(session, { id: folder.id });
    return createDocument(session, parent, { type: 'Note', name: crypto.randomUUID() });
  });
});

const start = (model: string, who = 'fry') =>
  server.as(who, (session) => workflows.startWorkflow(session, model, [note.id]));
const open = (who: string, workflowInstanceId?: string) =>
  server.as(who, async (session) => (await listTasks(session, { userId: who, workflowInstanceId })).entries);
const press = async (who: string, instance: string, action: string, variables = {}, comment?: string) => {
  const [task] = await open(who, instance);
  assert.ok(task, `${who} has no task to press ${action} on`);
  return server.as(who, (session) => completeTask(session, task.id, action, { variables, comment }));
};
const document = (session: Session) => getDocument(session, { id: note.id });
const state = (id: string) =>
  server.as('fry', async (session) => (await workflows.getWorkflow(session, id)).document.state);

describe('starting', () => {
  test('is refused for unknown models, without the right, and on what cannot be reviewed', async () => {
    await assert.rejects(start('Nonsense'), refusal(400, /^Nonsense is not a valid workflow name$/));
    await assert.rejects(start('SerialDocumentReview', 'leela'), refusal(400));
    await assert.rejects(
      server.as('fry', (session) => workflows.startWorkflow(session, 'SerialDocumentReview', [folder.id])),
      refusal(400),
    );
    const models = await server.as('fry', async (session) =>
      workflows.runnableModels(session, await document(session)),
    );
    assert.equal(models.length, 2);
  });

  test('works without documents too, and twice on one', async () => {
    const bare = await server.as('fry', (session) =>
      workflows.startWorkflow(session, 'SerialDocumentReview', []),
    );
    assert.equal(bare.document.state, 'running');
    const one = await start('SerialDocumentReview');
    const two = await start('SerialDocumentReview');
    assert.notEqual(one.document.name, two.document.name);
    const running = await server.as('fry', async (session) =>
      workflows.workflowsOn(session, await document(session)),
    );
    assert.equal(running.length, 2);
    assert.ok(
      (await server.as('fry', (session) => workflows.listWorkflows(session, 'SerialDocumentReview')))
        .length >= 3,
    );
    assert.deepEqual(await server.as('leela', (session) => workflows.listWorkflows(session)), []);
  });

  test('makes deleted folders anew', async () => {
    await server.as('Administrator', async (session) => {
      await deleteDocument(session, await getDocument(session, { path: '/task-root' }));
      await deleteDocument(session, await getDocument(session, { path: '/document-route-instances-root' }));
    });
    const { document: instance } = await start('SerialDocumentReview');
    assert.equal((await open('fry', instance.id)).length, 1);
  });
});

describe('a serial review', () => {
  test('goes from person to person and approves in the end', async () => {
    const instance = await start('SerialDocumentReview');
    const { id } = instance.document;
    const [first] = await open('fry', id);
    assert.equal(first?.nodeId, 'Task38e');
    const entity = await server.as('fry', (session) => taskEntity(session, first, api));
    assert.deepEqual(
      entity.taskInfo?.taskActions.map(({ name, validate }) => [name, validate]),
      [
        ['cancel', false],
        ['start_review', true],
      ],
    );
    assert.deepEqual(entity.variables, { comment: null, participants: [], validationOrReview: 'validation' });
    await assert.rejects(
      server.as('leela', (session) => completeTask(session, first.id, 'start_review')),
      refusal(403, /^User with id 'leela' cannot end this task$/),
    );
    await assert.rejects(
      server.as('fry', (session) => completeTask(session, first.id, 'dance')),
      refusal(400, /has no action dance/),
    );
    const ended = await press(
      'fry',
      id,
      'start_review',
      {
        participants: ['user:leela', 'user:bender'],
        validationOrReview: 'validation',
        assignees: 'x',
        end_date: '2011-10-23T12:00:00.00Z',
      },
      'please',
    );
    assert.equal(ended.state, 'ended');
    assert.equal(ended.comments[0]?.text, 'please');
    await assert.rejects(
      server.as('fry', (session) => completeTask(session, first.id, 'start_review')),
      refusal(409, /is not active$/),
    );
    const may = (who: string) =>
      server.as(who, async (session) => hasPermission(session, await document(session), 'WriteProperties'));
    assert.equal(await may('leela'), true);
    assert.equal(await may('bender'), false);
    await press('leela', id, 'validate');
    assert.equal(await may('leela'), false);
    await press('bender', id, 'reject');
    assert.equal((await open('leela', id))[0]?.nodeId, 'Task6d8');
    await press('leela', id, 'validate');
    await press('bender', id, 'validate');
    assert.equal(await state(id), 'done');
    const done = await server.as('fry', document);
    assert.equal(done.state, 'approved');
    assert.deepEqual(await open('bender', id), []);
    await assert.rejects(start('SerialDocumentReview'), refusal(400));
  });

  test('goes back to the initiator when the first participant rejects', async () => {
    const { document: row } = await start('SerialDocumentReview');
    await press('fry', row.id, 'start_review', {
      participants: ['leela'],
      validationOrReview: 'simpleReview',
    });
    await press('leela', row.id, 'reject');
    assert.equal((await open('fry', row.id))[0]?.nodeId, 'Task542');
    await press('fry', row.id, 'submit');
    await press('leela', row.id, 'validate');
    assert.equal(await state(row.id), 'done');
    assert.equal((await server.as('fry', document)).state, 'project');
  });

  test('can be handed over where the node allows it', async () => {
    const { document: row } = await start('SerialDocumentReview');
    const [first] = await open('fry', row.id);
    await assert.rejects(
      server.as('fry', (session) => reassignTask(session, first?.id ?? '', ['leela'])),
      refusal(500, /does not allow it/),
    );
    await press('fry', row.id, 'start_review', { participants: ['leela'] });
    const [task] = await open('leela', row.id);
    await assert.rejects(
      server.as('bender', (session) => reassignTask(session, task?.id ?? '', ['bender'])),
      refusal(403),
    );
    await server.as('leela', (session) => delegateTask(session, task?.id ?? '', ['user:bender'], 'yours'));
    assert.equal((await open('bender', row.id))[0]?.comments[0]?.text, 'yours');
    await server.as('leela', (session) => reassignTask(session, task?.id ?? '', ['fry']));
    assert.deepEqual(await open('leela', row.id), []);
    await press('bender', row.id, 'validate');
    assert.equal(await state(row.id), 'done');
  });

  test('is cancelled by its initiator, once', async () => {
    const { document: row } = await start('SerialDocumentReview');
    await assert.rejects(
      server.as('leela', (session) => workflows.cancelWorkflow(session, row.id)),
      refusal(403, /^You don't have the permission to cancel this workflow$/),
    );
    await server.as('fry', (session) => workflows.cancelWorkflow(session, row.id));
    assert.equal(await state(row.id), 'canceled');
    assert.deepEqual(await open('fry', row.id), []);
    await assert.rejects(
      server.as('fry', (session) => workflows.cancelWorkflow(session, row.id)),
      refusal(500, /is not running/),
    );
  });
});

describe('a document that is deleted', () => {
  const remove = (id: string) =>
    server.as('fry', async (session) => deleteDocument(session, await getDocument(session, { id })));

  test('takes its workflow and the open tasks along', async () => {
    const { document: row } = await start('SerialDocumentReview');
    assert.equal((await open('fry', row.id)).length, 1);
    await remove(note.id);
    await assert.rejects(state(row.id), refusal(404));
    assert.deepEqual(await open('fry', row.id), []);
  });

  test('leaves a workflow about others too', async () => {
    const other = await server.as('fry', async (session) =>
      createDocument(session, await getDocument(session, { id: folder.id }), { type: 'Note', name: 'other' }),
    );
    const { document: row } = await server.as('fry', (session) =>
      workflows.startWorkflow(session, 'ParallelDocumentReview', [note.id, other.id]),
    );
    await remove(note.id);
    const left = await server.as('fry', (session) => workflows.getWorkflow(session, row.id));
    assert.deepEqual(left.documentIds, [other.id]);
    assert.equal((await open('fry', row.id)).length, 1);
    await remove(other.id);
    await assert.rejects(state(row.id), refusal(404));
  });
});

describe('a parallel review', () => {
  test('locks, asks everybody, and lets the initiator decide', async () => {
    const { document: row } = await start('ParallelDocumentReview');
    assert.equal((await server.as('fry', document)).lockOwner, 'fry');
    await assert.rejects(start('ParallelDocumentReview'), refusal(400));
    await press('fry', row.id, 'start_review', { participants: ['leela', 'bender'], end_date: '2026-04-01' });
    await press('leela', row.id, 'approve', {}, 'good');
    assert.deepEqual(await open('fry', row.id), []);
    await press('bender', row.id, 'reject', {}, 'bad');
    const [task] = await open('fry', row.id);
    assert.equal(task?.nodeId, 'Task2169');
    const entity = await server.as('fry', (session) => taskEntity(session, task, api));
    assert.match(String(entity.variables.review_result), /leela\tapprove\tgood/);
    assert.match(String(entity.variables.review_result), /bender\treject\tbad/);
    await press('fry', row.id, 'validate');
    const done = await server.as('fry', document);
    assert.equal(done.state, 'approved');
    assert.equal(done.lockOwner, null);
    assert.equal(await state(row.id), 'done');
  });

  test('keeps what each one fills in for all, not only the last', async () => {
    const { document: row } = await start('ParallelDocumentReview');
    await press('fry', row.id, 'start_review', { participants: ['leela', 'bender'], end_date: '2026-04-01' });
    await press('leela', row.id, 'approve', { initiatorComment: 'from leela' });
    await press('bender', row.id, 'approve');
    const { values } = await server.as('fry', (session) => workflows.getWorkflow(session, row.id));
    assert.equal(values.initiatorComment, 'from leela');
  });

  test('goes on without those who do not answer, and unlocks when cancelled', async () => {
    const { document: row } = await start('ParallelDocumentReview');
    await press('fry', row.id, 'start_review', { participants: ['leela', 'bender'], end_date: '2026-04-01' });
    await press('leela', row.id, 'approve');
    await assert.rejects(
      server.as('fry', (session) => workflows.resumeNode(session, row.id, 'Task328d')),
      refusal(403),
    );
    await server.as('Administrator', (session) => workflows.resumeNode(session, row.id, 'Task328d'));
    assert.equal((await open('fry', row.id))[0]?.nodeId, 'Task2169');
    await server.as('fry', (session) => workflows.cancelWorkflow(session, row.id));
    assert.equal((await server.as('fry', document)).lockOwner, null);
  });
});

test('workflows and graphs have the wire’s shape', async () => {
  const instance = await start('SerialDocumentReview');
  const entity = await server.as('fry', (session) => workflowEntity(session, instance, api));
  assert.deepEqual(entity.variables, {
    index: 0,
    initiatorComment: null,
    participants: [],
    validationOrReview: 'validation',
  });
  assert.deepEqual(entity.attachedDocumentIds, [{ id: note.id }]);
  assert.equal(entity.graphResource, `${api}/workflow/${instance.document.id}/graph`);
  const graph = graphEntity(instance.model, instance, 'fr');
  const nodes = JSON.parse(JSON.stringify(graph.nodes));
  assert.equal(nodes.length, 5);
  assert.equal(nodes[1].title, 'Choisir les participants');
  assert.equal(nodes[1].state, 'suspended');
  for (const [language, title] of [
    ['ja', '参加者を選択'],
    ['pt', 'Choose participants'],
  ] as const)
    assert.ok(JSON.stringify(graphEntity(instance.model, instance, language)).includes(title), language);
});
