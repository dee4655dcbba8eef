import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openNotedWorkspace } from '#server/testing/noted-workspace.test-support.ts';
import { runQuery } from '../search/run-query.ts';
import { createDocument, getDocument } from './documents.ts';
import { trash } from './trash.ts';
import { copyDocument } from './tree.ts';

const { server, folder } = await openNotedWorkspace();

/** A folder with two notes, the second of them in the trash. */
async function twoNotes(name: string): Promise<string> {
  return server.as('leela', async (session) => {
    const top = await createDocument(session, folder, { type: 'Folder', name });
    await createDocument(session, top, { type: 'Note', name: 'here' });
    await trash(session, await createDocument(session, top, { type: 'Note', name: 'thrown away' }));
    return top.id;
  });
}

const copied = (id: string): Promise<readonly (readonly [path: string | null, isTrashed: boolean])[]> =>
  server.as('leela', async (session) => {
    const copy = await copyDocument(session, await getDocument(session, { id }), folder);
    const inside = await runQuery(session, `SELECT * FROM Note WHERE ecm:ancestorId = '${copy.id}'`);
    return [copy, ...inside.entries].map(({ path, isTrashed }) => [path, isTrashed] as const);
  });

test('what is in the trash of a folder is not copied with it', async () => {
  const id = await twoNotes('live');
  const [copy, ...inside] = await copied(id);
  const path = String(copy?.[0]);
  assert.match(path, /^\/ws\/live\.\d+$/);
  assert.deepEqual(inside, [[`${path}/here`, false]]);
});

test('a folder in the trash is copied with what was thrown away with it, under the name that it had', async () => {
  const id = await twoNotes('gone');
  await server.as('leela', async (session) => trash(session, await getDocument(session, { id })));
  assert.deepEqual(await copied(id), [
    ['/ws/gone', false],
    ['/ws/gone/here', false],
  ]);
});
