import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openNotedWorkspace } from '#server/testing/noted-workspace.test-support.ts';
import { getDocument } from '../documents/documents.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { runQuery } from '../search/run-query.ts';
import { moderateComment } from './comment-moderation.ts';
import * as comments from './comments.ts';

const { server, note } = await openNotedWorkspace();
const all = { pageSize: 0, currentPageIndex: 0 };

describe('comments', () => {
  test('are refused to those who may not read, and to those who did not write them', async () => {
    await assert.rejects(
      server.as('guest', (session) => comments.createComment(session, note, { text: 'x' })),
      refusal(403, /can not create comments on document/),
    );
    await assert.rejects(
      server.as('fry', (session) => comments.getComment(session, 'none')),
      refusal(404, /^The comment none does not exist\.$/),
    );
    const made = await server.as('leela', (session) =>
      comments.createComment(session, note, { text: 'hers' }),
    );
    await assert.rejects(
      server.as('fry', (session) => comments.updateComment(session, made.id, { text: 'his' })),
      refusal(403, /cannot edit comments of document/),
    );
    await assert.rejects(
      server.as('guest', (session) => comments.getComment(session, made.id)),
      refusal(403, /does not have access to the comment/),
    );
    await server.as('leela', (session) => comments.deleteComment(session, made.id));
  });

  test('have threads, external ids and summaries', async () => {
    const first = await server.as('fry', (session) =>
      comments.createComment(session, note, { text: 'first', entityId: 'e1', origin: 'o' }),
    );
    assert.equal(first.author, 'fry');
    assert.deepEqual(first.ancestorIds, [note.id]);
    server.pass(1000);
    const reply = await server.as('leela', async (session) =>
      comments.createComment(session, await session.read.documents.get(first.id).then(present), {
        text: 're',
      }),
    );
    assert.deepEqual(reply.ancestorIds, [note.id, first.id]);
    assert.equal(reply.parentId, first.id);
    server.pass(1000);
    await server.as('fry', (session) => comments.createComment(session, note, { text: 'second' }));
    const list = await server.as('fry', (session) =>
      comments.listComments(session, note, all, { withReplies: true }),
    );
    assert.deepEqual(
      list.entries.map(({ text }) => text),
      ['second', 'first'],
    );
    assert.equal(list.totalSize, 2);
    assert.equal(list.entries[1]?.numberOfReplies, 1);
    assert.equal(list.entries[1]?.lastReplyDate, reply.creationDate);
    const id = await server.as('fry', (session) => comments.externalCommentId(session, note, 'e1'));
    assert.equal(id, first.id);
    const changed = await server.as('fry', (session) =>
      comments.updateComment(session, id, { text: 'edited' }),
    );
    assert.ok(changed.modificationDate);
    await server.as('fry', (session) => comments.deleteComment(session, id));
    await assert.rejects(
      server.as('fry', (session) => comments.getComment(session, reply.id)),
      refusal(404),
    );
  });

  test('that moderators reject are left to them and the author', async () => {
    const { id } = await server.as('fry', (session) =>
      comments.createComment(session, note, { text: 'rude' }),
    );
    const moderate = (who: string, accept: boolean) =>
      server.as(who, async (session) =>
        moderateComment(session, await session.read.documents.get(id).then(present), accept),
      );
    const seenBy = (who: string) =>
      server.as(who, async (session) =>
        (await comments.listComments(session, note, all)).entries.some((entry) => entry.id === id),
      );
    const foundBy = (who: string) =>
      server.as(who, async (session) => {
        const { entries } = await runQuery(session, `SELECT * FROM Comment WHERE ecm:uuid = '${id}'`);
        return entries.length === 1;
      });
    await assert.rejects(moderate('fry', false), refusal(403));
    await moderate('leela', false);
    await moderate('leela', false);
    const people = ['fry', 'leela', 'bender'];
    assert.deepEqual(await Promise.all(people.map(seenBy)), [true, true, false]);
    assert.deepEqual(await Promise.all(people.map(foundBy)), [true, true, false]);
    await assert.rejects(
      server.as('bender', (session) => comments.getComment(session, id)),
      refusal(404),
    );
    await assert.rejects(
      server.as('bender', (session) => getDocument(session, { id })),
      refusal(403),
    );
    await moderate('leela', true);
    assert.deepEqual(await Promise.all(people.map(seenBy)), [true, true, true]);
    assert.deepEqual(await Promise.all(people.map(foundBy)), [true, true, true]);
    await server.as('fry', (session) => comments.deleteComment(session, id));
  });

  test('on a place in a file are annotations, oldest first', async () => {
    for (const text of ['one', 'two']) {
      await server.as('fry', (session) =>
        comments.createComment(session, note, { text, xpath: 'file:content' }, 'annotation'),
      );
      server.pass(1000);
    }
    const found = await server.as('fry', (session) =>
      comments.listAnnotations(session, note, 'file:content'),
    );
    assert.deepEqual(
      found.map(({ text, xpath }) => `${text} ${xpath}`),
      ['one file:content', 'two file:content'],
    );
    assert.deepEqual(
      await server.as('fry', (session) => comments.listAnnotations(session, note, 'note:note')),
      [],
    );
  });
});

function present<T>(value: T | undefined): T {
  assert.ok(value);
  return value;
}
