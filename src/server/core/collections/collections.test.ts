import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openNotedWorkspace } from '#server/testing/noted-workspace.test-support.ts';
import { createDocument, deleteDocument, getDocument, updateDocument } from '../documents/documents.ts';
import { userWorkspace } from '../documents/user-workspace.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { type Session, systemPrincipals } from '../kernel/session.ts';
import { createUser } from '../people/users.ts';
import { runProvider } from '../search/run-provider.ts';
import {
  addToCollection,
  collectionsOf,
  createCollection,
  favorites,
  isFavorite,
  memberIds,
  moveMember,
  removeFromCollection,
} from './collections.ts';

const { server, folder, note } = await openNotedWorkspace();
const fresh = (session: Session) => getDocument(session, { id: note.id });

describe('collections', () => {
  test('are in the person’s own place, where nobody else gets in', async () => {
    const workspace = await server.as('fry', userWorkspace);
    assert.equal(workspace.path, '/default-domain/UserWorkspaces/fry');
    assert.equal((await server.as('fry', userWorkspace)).id, workspace.id);
    await assert.rejects(
      server.as('leela', (session) => getDocument(session, { id: workspace.id })),
      refusal(403),
    );
  });

  test('are in a place that is called by the person’s name, where there is one', async () => {
    await server.as('Administrator', (session) =>
      createUser(session, { id: 'kif', properties: { firstName: 'Kif', lastName: 'Kroker' } }),
    );
    assert.equal((await server.as('kif', userWorkspace)).properties['dc:title'], 'Kif Kroker');
    assert.equal((await server.as('fry', userWorkspace)).properties['dc:title'], 'fry');
  });

  test('refuse what cannot be collected, and those who may not write', async () => {
    const collection = await server.as('fry', (session) => createCollection(session, { name: 'Mine' }));
    await assert.rejects(
      server.as('fry', async (session) => addToCollection(session, await fresh(session), [note])),
      refusal(400, /is not a collection/),
    );
    await assert.rejects(
      server.as('fry', (session) => addToCollection(session, collection, [collection])),
      refusal(400, /is not collectable/),
    );
    await assert.rejects(
      server.as('leela', (session) => addToCollection(session, collection, [note])),
      refusal(403),
    );
  });

  test('know their members and are known by them', async () => {
    const ids = await server.as('fry', async (session) => {
      const collection = await createCollection(session, { name: 'Ours' });
      const other = await createDocument(session.as(systemPrincipals), folder, {
        type: 'Note',
        name: 'other',
      });
      await addToCollection(session, collection, [await fresh(session), other]);
      assert.deepEqual(
        (await collectionsOf(session, await fresh(session))).map(({ id }) => id),
        [collection.id],
      );
      assert.equal(await moveMember(session, collection, other, undefined), true);
      assert.deepEqual(memberIds(await getDocument(session, { id: collection.id })), [other.id, note.id]);
      const ordered = await runProvider(session, 'ordered_content_collection', {
        positional: [collection.id],
      });
      assert.deepEqual(
        ordered.entries.map(({ id }) => id),
        [other.id, note.id],
      );
      await removeFromCollection(session, collection, [await fresh(session)]);
      return memberIds(await getDocument(session, { id: collection.id }));
    });
    assert.equal(ids.length, 1);
    const { facets, properties } = await server.as('fry', fresh);
    assert.equal(facets.includes('CollectionMember'), false);
    assert.equal('collectionMember:collectionIds' in properties, false);
  });

  test('and their members forget what is removed, whoever removes it', async () => {
    const [collection, member] = await server.as('fry', async (session) => {
      const made = await createCollection(session, { name: 'Forgetting' });
      const other = await createDocument(session.as(systemPrincipals), folder, {
        type: 'Note',
        name: 'gone',
      });
      await addToCollection(session, made, [await fresh(session), other]);
      return [made, other];
    });
    await server.as('Administrator', (session) => deleteDocument(session, member));
    const left = await server.as('fry', (session) => getDocument(session, { id: collection.id }));
    assert.deepEqual(memberIds(left), [note.id]);
    await server.as('fry', (session) => deleteDocument(session, left));
    const { facets, properties } = await server.as('fry', fresh);
    assert.equal(facets.includes('CollectionMember'), false);
    assert.equal('collectionMember:collectionIds' in properties, false);
  });

  test('leave alone what they name without being known by it', async () => {
    const before = await server.as('fry', fresh);
    await server.as('fry', async (session) => {
      const made = await createCollection(session, { name: 'Boasting' });
      const { document } = await updateDocument(session, made, {
        properties: { 'collection:documentIds': [note.id], 'collectionMember:collectionIds': [note.id] },
      });
      await deleteDocument(session, document);
    });
    assert.deepEqual(await server.as('fry', fresh), before);
  });

  test('hold favourites, each person’s own', async () => {
    await server.as('fry', async (session) => {
      assert.equal(await isFavorite(session, note), false);
      await addToCollection(session, await favorites(session), [await fresh(session)]);
      assert.equal(await isFavorite(session, note), true);
      assert.deepEqual(await collectionsOf(session, await fresh(session)), []);
    });
    await server.as('leela', async (session) => assert.equal(await isFavorite(session, note), false));
  });
});
