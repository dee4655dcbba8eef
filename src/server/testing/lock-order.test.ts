/**
 * Concurrent calls take their locks in the same order: otherwise PostgreSQL would end a deadlock after a second, and one call
 * would run again. On SQLite only one unit writes at a time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createComment } from '#server/core/comments/comments.ts';
import { createDocument, deleteDocument, getDocument } from '#server/core/documents/documents.ts';
import { moveDocument } from '#server/core/documents/tree.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Session } from '#server/core/kernel/session.ts';
import { completeTask, listTasks } from '#server/core/workflow/tasks.ts';
import { startWorkflow } from '#server/core/workflow/workflows.ts';
import { ensureRoot, openTestRepository } from './test-repository.ts';

const rounds = 5;

const server = await openTestRepository();
const names = Array.from({ length: 6 }, (_, index) => `person${index}`);
for (const name of names) await server.addUser(name, ['administrators']);

async function note(): Promise<DocumentRow> {
  return server.as('Administrator', async (session) => {
    const root = await ensureRoot(session);
    const folder = await createDocument(session, root, { type: 'Folder', name: crypto.randomUUID() });
    return createDocument(session, folder, { type: 'Note', name: 'note' });
  });
}

/** Starts all before the first one is done; returns how many had to run again. */
async function begunAgain(calls: readonly ((session: Session) => Promise<unknown>)[]): Promise<number> {
  let begun = 0;
  await Promise.allSettled(
    calls.map((call, index) =>
      server.as(names[index % names.length] ?? '', (session) => {
        begun++;
        return call(session);
      }),
    ),
  );
  return server.repository.ports.store.engine === 'postgres' ? begun - calls.length : 0;
}

test('the first comments on a document, and a move of it', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await note();
    const comment = async (session: Session): Promise<unknown> =>
      createComment(session, await getDocument(session, { id }), { text: 'first' });
    const move = async (session: Session): Promise<unknown> =>
      moveDocument(session, await getDocument(session, { id }), await ensureRoot(session), id);
    assert.equal(await begunAgain([comment, comment, move, comment, comment]), 0);
  }
});

test('tasks of one workflow, and the removal of its document', async () => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await note();
    const workflow = await server.as('Administrator', (session) =>
      startWorkflow(session, 'ParallelDocumentReview', [id]),
    );
    const tasks = () =>
      server.as('Administrator', (session) =>
        listTasks(session, { workflowInstanceId: workflow.document.id }),
      );
    const [choice] = (await tasks()).entries;
    await server.as('Administrator', (session) =>
      completeTask(session, choice?.id ?? '', 'start_review', {
        variables: { participants: names.slice(0, 3), end_date: '2100-01-01T00:00:00Z' },
      }),
    );
    const { entries } = await tasks();
    assert.equal(entries.length, 3);
    const remove = async (session: Session): Promise<unknown> =>
      deleteDocument(session, await getDocument(session, { id }));
    const calls = entries.map((task) => (session: Session) => completeTask(session, task.id, 'approve'));
    assert.equal(await begunAgain([...calls, remove]), 0);
  }
});

test.after(() => server.close());
