/** Mails about tasks, the end of a review, and mentions in comments. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { box, delivered, run, server, subjectOf, workspaces } from './mailing-server.test-support.ts';
import { addDocument } from './test-server.ts';

test('a task is mailed to those who have to do it', async () => {
  const id = await addDocument(server, workspaces, 'Note', 'reviewed', { 'dc:title': 'Reviewed' });
  const started = await server.ask(`/id/${id}/@workflow`, {
    json: { 'entity-type': 'workflow', workflowModelName: 'ParallelDocumentReview' },
  });
  assert.equal(started.status, 201, started.text);
  await delivered();
  box.mails.length = 0;
  const tasks = await server.ask(`/task?workflowInstanceId=${String(started.body.id)}`);
  const [task] = JSON.parse(tasks.text).entries;
  const done = await server.ask(`/task/${task.id}/start_review`, {
    method: 'PUT',
    json: {
      'entity-type': 'task',
      variables: {
        participants: ['user:cleo'],
        end_date: '2100-01-01T00:00:00Z',
        validationOrReview: 'validation',
      },
    },
  });
  assert.equal(done.status, 200, done.text);
  const mails = await delivered();
  assert.deepEqual(
    mails.map(({ to }) => to),
    [['cleo@example.org']],
  );
  assert.equal(subjectOf(mails[0]), 'A task waits for you: Give an opinion');
  assert.match(mails[0]?.body ?? '', /Reviewed[\s\S]*https:\/\/papers\.example\/tasks\//);
});

test('the end of a review is mailed to who began it', async () => {
  const attachedDocumentIds = [];
  for (const name of ['Serial', 'Second'])
    attachedDocumentIds.push(await addDocument(server, workspaces, 'Note', name, { 'dc:title': name }));
  const started = await server.ask('/workflow', {
    as: 'ada',
    json: { 'entity-type': 'workflow', workflowModelName: 'SerialDocumentReview', attachedDocumentIds },
  });
  assert.equal(started.status, 201, started.text);
  const taskOf = async (as: string): Promise<string> => {
    const { text } = await server.ask(`/task?workflowInstanceId=${String(started.body.id)}`, { as });
    return String(JSON.parse(text).entries[0]?.id);
  };
  const end = async (as: string, button: string, variables: object) => {
    const path = `/task/${await taskOf(as)}/${button}`;
    const done = await server.ask(path, {
      method: 'PUT',
      as,
      json: { 'entity-type': 'task', variables },
    });
    assert.equal(done.status, 200, done.text);
  };
  await end('ada', 'start_review', { participants: ['user:cleo'], validationOrReview: 'simpleReview' });
  await delivered();
  box.mails.length = 0;
  await end('cleo', 'validate', { comment: 'Fine' });
  const [mail, ...others] = await delivered();
  assert.deepEqual([mail?.to, others], [['ada@example.org'], []]);
  assert.equal(subjectOf(mail), 'The review is finished: “Serial”');
  const second = new RegExp(`“Second”\\n\\S+/doc/${attachedDocumentIds[1]}`);
  assert.match(mail?.body ?? '', second, 'each document by its own title');
});

describe('mentions', () => {
  const comment = (text: string, address = `/path${workspaces}/@comment`, method = 'POST') =>
    server.ask(address, { as: 'ada', method, json: { 'entity-type': 'comment', text } });
  /** Without the letters about the comment itself, which subscribers get. */
  const named = async () =>
    (await delivered()).filter(({ body }) => /the comment names you|le commentaire vous cite/.test(body));

  test('tell nobody who may not read, is not there, is a group, or wrote it', async () => {
    const other = await addDocument(server, '/', 'Folder', 'apart');
    await run('Document.BlockPermissionInheritance', other);
    const made = await comment('@nobody @keepers @ada and bob@example.org');
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await named(), []);
    await server.ask(`/id/${other}/@comment`, { json: { 'entity-type': 'comment', text: '@bob' } });
    assert.deepEqual(await named(), [], 'bob may not read there');
  });

  test('tell each person once, with what was said; a changed comment only those it did not name', async () => {
    const made = await comment('@bob, <b>look</b> at this. @bob!');
    const [letter, ...others] = await named();
    assert.deepEqual([letter?.to, others.length], [['bob@example.org'], 0]);
    assert.match(subjectOf(letter), /^Ada Lovelace (named you|vous a cité)/);
    assert.match(letter?.body ?? '', /: @bob, <b>look<\/b> at this/, 'as text');
    assert.doesNotMatch(letter?.body ?? '', /<p>.*<b>look/);
    box.mails.length = 0;
    const at = `/path${workspaces}/@comment/${String(made.body.id)}`;
    assert.equal((await comment('@bob, read it', at, 'PUT')).status, 200);
    assert.deepEqual(await named(), []);
  });
});
