import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openNotedWorkspace } from '#server/testing/noted-workspace.test-support.ts';
import { documentHistory, wholeHistory } from '../audit/audit.ts';
import { subscribe, subscribedNotifications, unsubscribe } from '../collections/subscriptions.ts';
import { addTags, removeTags, suggestTags, tagsOf } from '../collections/tags.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import type { Session } from '../kernel/session.ts';
import { userProfile } from '../people/user-profile.ts';
import { createSavedSearch, listSavedSearches, runSavedSearch } from '../search/saved-searches.ts';
import { getDocument } from './documents.ts';
import { countContent, quotaInfo, quotaStatistics, recountContent, setQuota } from './quota.ts';

const { server, folder, note } = await openNotedWorkspace();
const all = { pageSize: 0, currentPageIndex: 0 };

const fresh = (session: Session) => getDocument(session, { id: note.id });

describe('tags', () => {
  test('are cleaned, kept once, and taken away by writers and by whoever put them', async () => {
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
    await server.as('leela', async (session) => addTags(session, await fresh(session), ['hers']));
    await assert.rejects(
      server.as('fry', async (session) => removeTags(session, await fresh(session), ['x', 'hers'])),
      refusal(403),
    );
    await server.as('fry', async (session) => removeTags(session, await fresh(session), ['x']));
    assert.deepEqual(await server.as('fry', (session) => suggestTags(session, 'FOO', 10)), ['foobar']);
    assert.deepEqual(await server.as('guest', (session) => suggestTags(session, 'foo', 10)), []);
    await server.as('leela', async (session) =>
      removeTags(session, await fresh(session), ['Foobar', 'HERS']),
    );
    assert.deepEqual(tagsOf(await server.as('fry', fresh)), []);
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
      wholeHistory(session, { eventIds: ['user_created'] }, all),
    );
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

  test('of many who come at once without a limit, all are counted, and nothing falls below zero', async () => {
    await server.as('leela', (session) => setQuota(session, folder, -1));
    const count = (change: { readonly live?: number; readonly versions?: number }) =>
      server.as('leela', (session) => countContent(session, folder, change));
    await Promise.all(Array.from({ length: 12 }, () => count({ live: 2 ** 33, versions: 3 })));
    const now = () =>
      server.as('leela', async (session) => {
        const row = await getDocument(session, { id: folder.id });
        return [(await quotaInfo(session, row)).totalSize, (await quotaStatistics(session, row)).versions];
      });
    assert.deepEqual(await now(), [90 + 12 * (2 ** 33 + 3), 36]);
    await count({ live: -12 * 2 ** 33, versions: -40 });
    assert.deepEqual(await now(), [86, 0]);
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
  const { gender, ...others } = profile;
  assert.equal(gender, false);
  assert.ok(Object.values(others).every((value) => value === null));
});
