import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/test-repository.ts';
import { addAces } from './access-changes.ts';
import { documentHistory, historyByProvider, wholeHistory } from './audit.ts';
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
import { moderateComment } from './comment-moderation.ts';
import * as comments from './comments.ts';
import { createDocument, deleteDocument, getDocument, updateDocument } from './documents.ts';
import type { DocumentRow } from './model.ts';
import { userProfile } from './people/user-profile.ts';
import { countContent, quotaInfo, quotaStatistics, recountContent, setQuota } from './quota.ts';
import { refusal } from './refusal.test-support.ts';
import { runProvider } from './search/run-provider.ts';
import { runQuery } from './search/run-query.ts';
import { createSavedSearch, listSavedSearches, runSavedSearch } from './search/saved-searches.ts';
import { inSession, type Session, systemPrincipals } from './session.ts';
import { subscribe, subscribedNotifications, unsubscribe } from './subscriptions.ts';
import { addTags, removeTags, suggestTags, tagsOf } from './tags.ts';
import { userWorkspace } from './user-workspace.ts';

let server: TestRepository;
let folder: DocumentRow;
let note: DocumentRow;
const all = { pageSize: 0, currentPageIndex: 0 };

before(async () => {
  server = await openTestRepository();
  for (const name of ['fry', 'leela', 'bender']) await server.addUser(name);
  await server.addUser('guest', []);
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    const root = await ensureRoot(session);
    await createDocument(session, root, { type: 'Domain', name: 'default-domain' });
    folder = await createDocument(session, root, { type: 'Workspace', name: 'ws' });
    note = await createDocument(session, folder, {
      type: 'Note',
      name: 'note',
      properties: { 'dc:title': 'A note' },
    });
    await addAces(session, folder, {
      acl: 'local',
      aces: [
        { username: 'leela', permission: 'Everything', granted: true, creator: null, begin: null, end: null },
      ],
    });
    folder = await getDocument(session, { id: folder.id });
  });
});
after(() => server.close());

const fresh = (session: Session) => getDocument(session, { id: note.id });

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

describe('tags', () => {
  test('are cleaned, kept once, and taken away by writers only', async () => {
    await assert.rejects(
      server.as('fry', async (session) => addTags(session, await fresh(session), ['%'])),
      refusal(400, /Invalid empty tag/),
    );
    await server.as('fry', async (session) =>
      addTags(session, await fresh(session), ['Foo Bar', "fo'o/bar", 'x']),
    );
    const tagged = await server.as('fry', fresh);
    assert.deepEqual(tagsOf(tagged), [
      { label: 'foobar', username: 'fry' },
      { label: 'x', username: 'fry' },
    ]);
    await assert.rejects(
      server.as('fry', async (session) => removeTags(session, await fresh(session), ['x'])),
      refusal(403),
    );
    assert.deepEqual(await server.as('fry', (session) => suggestTags(session, 'FOO', 10)), ['foobar']);
    assert.deepEqual(await server.as('guest', (session) => suggestTags(session, 'foo', 10)), []);
    await server.as('leela', async (session) => removeTags(session, await fresh(session), ['X']));
    assert.deepEqual(tagsOf(await server.as('fry', fresh)), [{ label: 'foobar', username: 'fry' }]);
  });
});

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

describe('subscriptions', () => {
  test('are each person’s own, and of known kinds', async () => {
    await assert.rejects(
      server.as('fry', (session) => subscribe(session, note, ['Gossip'])),
      refusal(400, /Unknown notification: Gossip/),
    );
    await assert.rejects(
      server.as('guest', (session) => subscribe(session, note)),
      refusal(403),
    );
    await server.as('fry', (session) => subscribe(session, note, ['Modification', 'Creation']));
    await server.as('leela', (session) => subscribe(session, note));
    await server.as('fry', (session) => unsubscribe(session, note, ['Creation']));
    assert.deepEqual(
      await server.as('fry', async (session) => subscribedNotifications(session, await fresh(session))),
      ['Modification'],
    );
    const hers = await server.as('leela', async (session) =>
      subscribedNotifications(session, await fresh(session)),
    );
    assert.equal(hers.length, 13);
  });
});

describe('saved searches', () => {
  const query = {
    title: 'Notes',
    query: 'SELECT * FROM Note WHERE dc:title = ? AND ecm:isVersion = 0',
    queryLanguage: 'NXQL',
  };

  test('are a query or a provider, never both or none', async () => {
    const save = (input: Parameters<typeof createSavedSearch>[1]) =>
      server.as('fry', (session) => createSavedSearch(session, input));
    await assert.rejects(save({ ...query, title: '' }), refusal(400, /^title cannot be empty$/));
    await assert.rejects(save({ title: 'x' }), refusal(400, /parameters are missing/));
    await assert.rejects(save({ ...query, pageProviderName: 'p' }), refusal(400, /mutually exclusive/));
    await assert.rejects(
      save({ title: 'x', query: 'x' }),
      refusal(400, /^queryLanguage parameter is missing$/),
    );
    await assert.rejects(
      save({ title: 'x', queryLanguage: 'NXQL' }),
      refusal(400, /^query parameter is missing$/),
    );
  });

  test('run as saved, with what is given instead, for their owner', async () => {
    await server.as('fry', async (session) => {
      const saved = await createSavedSearch(session, { ...query, queryParams: 'A note', pageSize: '5' });
      const found = await runSavedSearch(session, saved, {});
      assert.deepEqual(
        found.entries.map(({ id }) => id),
        [note.id],
      );
      assert.equal(found.page.pageSize, 5);
      const provided = await createSavedSearch(session, {
        title: 'All',
        pageProviderName: 'default_search',
        params: { ecm_path: '/ws' },
      });
      assert.ok((await runSavedSearch(session, provided, { pageSize: 1 })).page.resultsCount > 0);
      assert.equal((await listSavedSearches(session, undefined, {})).entries.length, 2);
      assert.equal((await listSavedSearches(session, 'default_search', {})).entries.length, 1);
    });
    const hers = await server.as('leela', (session) => listSavedSearches(session, undefined, {}));
    assert.equal(hers.entries.length, 0);
  });
});

describe('history', () => {
  test('of a document is for its readers, of everything for administrators', async () => {
    await assert.rejects(
      server.as('guest', (session) => documentHistory(session, note, {}, all)),
      refusal(403),
    );
    await assert.rejects(
      server.as('fry', (session) => wholeHistory(session, {}, all)),
      refusal(403),
    );
    await assert.rejects(
      server.as('fry', (session) => documentHistory(session, note, { from: 'soon' }, all)),
      refusal(400, /Invalid date: soon/),
    );
    const created = await server.as('fry', (session) =>
      documentHistory(session, note, { eventIds: ['documentCreated'], to: '2026-03-04' }, all),
    );
    assert.deepEqual(
      created.entries.map(({ eventId, docUUID }) => [eventId, docUUID]),
      [['documentCreated', note.id]],
    );
    const viewed = await server.as('Administrator', (session) =>
      historyByProvider(session, 'EVENTS_VIEW', { named: { eventIds: ['user_created'] } }, {}),
    );
    assert.equal(viewed.page.pageSize, 10);
    assert.equal(viewed.entries[0]?.eventId, 'user_created');
    const later = await server.as('fry', (session) =>
      documentHistory(session, note, { from: '2030-01-01' }, all),
    );
    assert.deepEqual(later.entries, []);
  });
});

describe('quotas', () => {
  test('count what comes and goes and say how much is left', async () => {
    await assert.rejects(
      server.as('fry', (session) => setQuota(session, folder, 100)),
      refusal(403),
    );
    await server.as('leela', async (session) => {
      assert.deepEqual(await quotaInfo(session, folder), { innerSize: 0, totalSize: 0, maxQuota: -1 });
      await assert.rejects(quotaStatistics(session, note), /Quota not activated on doc/);
      await setQuota(session, folder, 100);
      await countContent(session, folder, { live: 60 });
      await countContent(session, folder, { live: -20, trash: 20 });
      const now = await getDocument(session, { id: folder.id });
      assert.deepEqual(await quotaStatistics(session, now), { live: 40, trash: 20, versions: 0 });
    });
    await assert.rejects(
      server.as('leela', (session) => countContent(session, folder, { live: 50 })),
      refusal(413, /^QuotaExceeded: \/ws has 40 of 100 bytes left, 50 are needed$/),
    );
    await server.as('leela', async (session) => {
      const counted = await getDocument(session, { id: folder.id });
      assert.deepEqual(await quotaInfo(session, counted), { innerSize: 0, totalSize: 60, maxQuota: 100 });
      assert.deepEqual(await quotaStatistics(session, counted), { live: 40, trash: 20, versions: 0 });
    });
  });

  test('of many who come at once, as many fit as there is room for', async () => {
    const calls = Array.from({ length: 6 }, () =>
      server.as('leela', (session) => countContent(session, folder, { live: 15 })),
    );
    const refused = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 4);
    await server.as('leela', async (session) => {
      const counted = await getDocument(session, { id: folder.id });
      assert.equal((await quotaInfo(session, counted)).totalSize, 90);
    });
  });

  test('count anew with what the same call has changed, once', async () => {
    await server.as('leela', async (session) => {
      await countContent(session, folder, { live: 5 });
      const row = await recountContent(session, await getDocument(session, { id: folder.id }));
      assert.equal((await quotaInfo(session, row)).totalSize, 0);
      await countContent(session, folder, { live: 7 });
    });
    await server.as('leela', async (session) => {
      const counted = await getDocument(session, { id: folder.id });
      assert.equal((await quotaInfo(session, counted)).totalSize, 7);
    });
  });
});

test('a profile that nobody has written is empty, and reading it makes none', async () => {
  const profile = await server.as('fry', (session) => userProfile(session, 'leela'));
  assert.deepEqual(Object.keys(profile), ['birthdate', 'phonenumber', 'avatarDocument', 'gender', 'locale']);
  assert.ok(Object.values(profile).every((value) => value === null));
});

function present<T>(value: T | undefined): T {
  assert.ok(value);
  return value;
}
