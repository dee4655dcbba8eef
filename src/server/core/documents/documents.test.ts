import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { addAces } from '../access/access-changes.ts';
import { documentHistory } from '../audit/audit.ts';
import type { DocumentRow } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import {
  createDocument,
  createDocuments,
  deleteDocument,
  findDocument,
  getDocument,
  updateDocument,
} from './documents.ts';
import { followTransition } from './lifecycle.ts';
import { lock, unlock } from './locks.ts';
import { readProperties } from './properties.ts';
import { createLiveProxy, removeProxies } from './publishing.ts';
import { emptyTrash, trash, untrash } from './trash.ts';
import { copyDocument, moveDocument, orderBefore } from './tree.ts';
import { checkIn, checkOut, lastVersion, restoreVersion, versionLabel, versionsOf } from './versions.ts';

let server: TestRepository;
let root: DocumentRow;
let place: DocumentRow;

before(async () => {
  server = await openTestRepository();
  for (const name of ['fry', 'leela']) await server.addUser(name, ['members']);
  await server.addUser('stranger', []);
  await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
    root = await ensureRoot(session);
    await addAces(session, root, {
      acl: 'local',
      aces: [
        {
          username: 'members',
          permission: 'ReadWrite',
          granted: true,
          creator: null,
          begin: null,
          end: null,
        },
      ],
    });
    place = await createDocument(session, root, { type: 'Workspace', name: 'place' });
  });
});
after(() => server.close());

const by = <T>(username: string, work: (session: Session) => Promise<T>): Promise<T> =>
  server.as(username, work);
const make = (name: string, type = 'File', parent = place, properties = {}): Promise<DocumentRow> =>
  by('leela', (session) =>
    createDocument(session, parent, { type, name, properties: { 'dc:title': name, ...properties } }),
  );
const fresh = (document: DocumentRow): Promise<DocumentRow> =>
  by('Administrator', (session) => getDocument(session, { id: document.id }));
const noBlob = async () => undefined;

describe('creating', () => {
  test('is refused without the right, below a version and for unknown types', async () => {
    await assert.rejects(
      by('stranger', (session) => createDocument(session, place, { type: 'File', name: 'x' })),
      refusal(403, /'AddChildren'/),
    );
    await assert.rejects(
      by('leela', (session) => createDocument(session, place, { type: 'Foo', name: 'x' })),
      refusal(400, /Type: Foo does not exist/),
    );
  });

  test('cuts and cleans the name, and sets who and when', async () => {
    assert.equal((await make('123456789_123456789_123456789')).name, '123456789_123456789_1234');
    assert.equal((await make(' a/b\\c ')).name, 'a-b-c');
    assert.match((await make('..')).name, /^\d+$/);
    const row = await make('été 東京');
    assert.equal(row.path, '/place/été 東京');
    assert.deepEqual(row.properties['dc:contributors'], ['leela']);
    assert.equal(row.state, 'project');
  });

  test('gives a second name of the kind a time', async () => {
    await make('twin');
    assert.match((await make('twin')).name, /^twin\.\d{13}$/);
  });

  test('of several gives each a name of its own, in one order, with what a single one gets', async () => {
    const folder = await make('several', 'OrderedFolder');
    await make('taken', 'File', folder);
    const made = await by('leela', (session) =>
      createDocuments(session, folder, [
        { type: 'File', name: 'taken' },
        { type: 'File', name: 'same', properties: { 'dc:title': 'first words' } },
        { type: 'File', name: 'same', properties: { 'dc:title': 'second' } },
        { type: 'Note', name: 'noted' },
        ...Array.from({ length: 120 }, (_, index) => ({ type: 'File', name: `one ${index}` })),
      ]),
    );
    assert.equal(new Set(made.map(({ name }) => name)).size, 124);
    assert.match(made[0]?.name ?? '', /^taken\.\d{13}$/);
    assert.equal(made[1]?.name, 'same');
    assert.match(made[2]?.name ?? '', /^same\.\d{13}$/);
    assert.equal(made[3]?.isCheckedOut, false);
    assert.deepEqual(
      made.map(({ position }) => position),
      made.map((_, index) => index + 1),
    );
    assert.deepEqual(await Promise.all(made.map(fresh)), made);
    await by('Administrator', async (session) => {
      assert.match((await session.read.documents.getText(made[1]?.id ?? ''))?.body ?? '', /first words/);
      for (const document of made.slice(0, 3)) {
        const { total, items } = await session.read.audit.list(
          { docUUID: document.id },
          { sort: [], offset: 0, limit: 2 },
        );
        assert.deepEqual(
          [total, items[0]?.eventId, items[0]?.docPath],
          [1, 'documentCreated', document.path],
        );
      }
    });
  });

  test('of several makes none when one of them is refused, also where the call goes on', async () => {
    const folder = await make('refusing');
    await by('leela', async (session) => {
      const inputs = [
        ...Array.from({ length: 120 }, () => ({ type: 'File', name: 'fine' })),
        { type: 'Foo', name: 'x' },
      ];
      await assert.rejects(createDocuments(session, folder, inputs), refusal(400, /Foo/));
      await createDocument(session, folder, { type: 'File', name: 'alone' });
    });
    const names = await by('leela', ({ read }) => read.documents.takenNames(folder.id, ['fine', 'alone']));
    assert.deepEqual([...names], ['alone']);
    assert.deepEqual(await by('leela', (session) => createDocuments(session, folder, [])), []);
  });

  test('of a domain makes its three places', async () => {
    const domain = await by('Administrator', (session) =>
      createDocument(session, root, { type: 'Domain', name: 'd' }),
    );
    for (const name of ['workspaces', 'sections', 'templates']) {
      assert.ok(
        await by('Administrator', (session) => findDocument(session, { path: `${domain.path}/${name}` })),
      );
    }
  });
});

describe('reading', () => {
  test('tells the missing from the forbidden', async () => {
    await assert.rejects(
      by('leela', (session) => getDocument(session, { path: '/place/nothing' })),
      refusal(404, /^\/place\/nothing$/),
    );
    await assert.rejects(
      by('stranger', (session) => getDocument(session, { id: place.id })),
      refusal(403, /'Read' is not granted to 'stranger'/),
    );
    assert.equal(await by('stranger', (session) => findDocument(session, { id: place.id })), undefined);
  });

  test('finds a path however it is composed, and with a slash behind', async () => {
    const row = await make('caf\u00e9');
    assert.equal(
      (await by('leela', (session) => getDocument(session, { path: '/place/cafe\u0301/' }))).id,
      row.id,
    );
  });
});

describe('updating', () => {
  test('is refused with a stale token, on a version, and for a lock of somebody else', async () => {
    const row = await make('guarded');
    const change = (session: Session, target: DocumentRow, changeToken?: string) =>
      updateDocument(session, target, { properties: { 'dc:description': 'new' }, changeToken });
    await assert.rejects(
      by('leela', (session) => change(session, row, '0-7')),
      refusal(409, /Invalid change token/),
    );
    await by('leela', (session) => change(session, row, '99-0'));
    await assert.rejects(
      by('leela', (session) => change(session, row, '1-0')),
      refusal(409),
    );
    const version = await by('leela', (session) => checkIn(session, row, 'minor'));
    assert.ok(version);
    await assert.rejects(
      by('leela', (session) => change(session, version)),
      refusal(400),
    );
    await by('fry', (session) => lock(session, row));
    await assert.rejects(
      by('leela', (session) => change(session, row)),
      refusal(403),
    );
    await assert.rejects(
      by('leela', (session) => lock(session, row)),
      refusal(409, /already locked by fry/),
    );
    await assert.rejects(
      by('leela', (session) => unlock(session, row)),
      refusal(409),
    );
    await by('Administrator', (session) => unlock(session, row));
  });

  test('changes only what is said, clears with null, and notes nothing when nothing differs', async () => {
    const row = await make('said', 'File', place, { 'dc:description': 'old', 'dc:source': 'kept' });
    const { document } = await by('leela', (session) =>
      updateDocument(session, row, { properties: { 'dc:description': null } }),
    );
    assert.equal(document.properties['dc:description'], undefined);
    assert.equal(document.properties['dc:source'], 'kept');
    const again = await by('leela', (session) =>
      updateDocument(session, row, { properties: { 'dc:source': 'kept' } }),
    );
    assert.equal(again.document.systemChange, document.systemChange);
    const history = await by('leela', (session) =>
      documentHistory(session, row, {}, { pageSize: 50, currentPageIndex: 0 }),
    );
    assert.deepEqual(history.entries.map(({ eventId }) => eventId).sort(), [
      'documentCreated',
      'documentModified',
    ]);
  });

  test('keeps another person’s work as a version first', async () => {
    const row = await make('shared');
    const { document } = await by('fry', (session) =>
      updateDocument(session, row, { properties: { 'dc:title': 'mine' } }),
    );
    assert.equal(versionLabel(document), '0.1+');
    const last = await by('fry', (session) => lastVersion(session, document));
    assert.equal(last?.properties['dc:title'], 'shared');
    assert.deepEqual(document.properties['dc:contributors'], ['leela', 'fry']);
  });

  test('versions a note with every save', async () => {
    const note = await make('note', 'Note');
    assert.equal(versionLabel(note), '0.1');
    const { document } = await by('leela', (session) =>
      updateDocument(session, note, { properties: { 'note:note': 'x' } }),
    );
    assert.equal(versionLabel(document), '0.2');
  });

  test('answers the version that was asked for', async () => {
    const row = await make('numbered');
    const { version } = await by('leela', (session) =>
      updateDocument(session, row, { properties: { 'dc:title': 'n' }, versioning: 'major' }),
    );
    assert.equal(version?.versionLabel, '1.0');
    assert.equal((await fresh(row)).isCheckedOut, false);
  });
});

describe('values', () => {
  const read = (properties: object) =>
    by('leela', (session) =>
      readProperties(session, { type: 'File', facets: [] }, { ...properties }, noBlob),
    );

  test('that do not fit are refused by name', async () => {
    await assert.rejects(
      read({ 'dc:issued': 'soon' }),
      refusal(400, /Unable to deserialize property: dc:issued/),
    );
    await assert.rejects(
      read({ 'dc:contributors': ['bob'] }),
      refusal(400, /contributors since it is readonly/),
    );
    await assert.rejects(read({ 'dc:subjects': 'art' }), refusal(400, /dc:subjects/));
    await assert.rejects(read({ 'dc:nature': 'no such nature' }), refusal(422, /not an entry/));
  });

  test('are stored in one spelling; unknown names are ignored', async () => {
    assert.deepEqual(
      await read({
        'dc:issued': '2017-05-04T05:02:01+02:00',
        'dc:title': 12,
        'note:note': 'x',
        foo: 1,
        'dc:source': 'a\u0000b',
        'dc:subjects': ['art/architecture'],
      }),
      {
        'dc:issued': '2017-05-04T03:02:01.000Z',
        'dc:title': '12',
        'dc:source': 'ab',
        'dc:subjects': ['art/architecture'],
      },
    );
  });
});

describe('versions', () => {
  test('are made, counted, restored and left alone while they are the base', async () => {
    const row = await make('history', 'File', place, { 'dc:source': 'first' });
    const first = await by('leela', (session) => checkIn(session, row, 'minor', 'begin'));
    assert.ok(first);
    await assert.rejects(
      by('Administrator', (session) => deleteDocument(session, first)),
      refusal(403, /checked in as this version/),
    );
    await by('leela', (session) => updateDocument(session, row, { properties: { 'dc:source': 'second' } }));
    await by('leela', (session) => checkIn(session, row, 'major'));
    assert.deepEqual(
      (await by('leela', (session) => versionsOf(session, row))).map((version) => [
        version.versionLabel,
        version.isLatestVersion,
        version.isLatestMajorVersion,
      ]),
      [
        ['0.1', false, false],
        ['1.0', true, true],
      ],
    );
    const restored = await by('leela', (session) => restoreVersion(session, first));
    assert.equal(restored.properties['dc:source'], 'first');
    assert.equal((await by('leela', (session) => checkOut(session, restored))).isCheckedOut, true);
  });
});

describe('life cycle', () => {
  test('goes only where a transition leads', async () => {
    const row = await make('state');
    const approved = await by('leela', (session) => followTransition(session, row, 'approve'));
    assert.equal(approved.state, 'approved');
    await assert.rejects(
      by('leela', (session) => followTransition(session, row, 'approve')),
      refusal(500, /<approve> from state <approved>/),
    );
  });
});

describe('moving and copying', () => {
  test('is refused into itself and without rights', async () => {
    const folder = await make('f1', 'Folder');
    const inner = await make('inner', 'Folder', folder);
    await assert.rejects(
      by('leela', (session) => moveDocument(session, folder, inner)),
      refusal(400, /into itself/),
    );
    await assert.rejects(
      by('stranger', (session) => moveDocument(session, folder, place)),
      refusal(403),
    );
    await assert.rejects(
      by('stranger', (session) => copyDocument(session, folder, place)),
      refusal(403),
    );
  });

  test('takes everything below along', async () => {
    const folder = await make('from', 'Folder');
    const deep = await make('deep', 'File', await make('mid', 'Folder', folder));
    const target = await make('to', 'Folder');
    await by('leela', (session) => moveDocument(session, folder, target, 'renamed'));
    assert.equal((await fresh(deep)).path, '/place/to/renamed/mid/deep');
    const copy = await by('leela', (session) => copyDocument(session, target, target));
    assert.equal(copy.path, '/place/to/to');
    assert.ok(
      await by('leela', (session) => findDocument(session, { path: '/place/to/to/renamed/mid/deep' })),
    );
  });

  test('keeps an order where the folder has one', async () => {
    const folder = await make('ordered', 'OrderedFolder');
    const [a, b, c] = [
      await make('a', 'File', folder),
      await make('b', 'File', folder),
      await make('c', 'File', folder),
    ];
    await by('leela', (session) => orderBefore(session, c, a));
    assert.deepEqual(await Promise.all([a, b, c].map(async (row) => (await fresh(row)).position)), [1, 2, 0]);
  });
});

describe('the trash', () => {
  test('renames, hides what is below, and gives the name back', async () => {
    const folder = await make('bin me', 'Folder');
    const inside = await make('inside', 'File', folder);
    const trashed = await by('leela', (session) => trash(session, folder));
    assert.match(trashed.name, /^bin me\._\d{13}_\.trashed$/);
    assert.equal((await fresh(inside)).isTrashed, true);
    const back = await by('leela', async (session) =>
      untrash(session, await getDocument(session, { id: inside.id })),
    );
    assert.equal(back.path, '/place/bin me/inside');
    assert.equal((await fresh(folder)).isTrashed, false);
    await assert.rejects(
      by('stranger', (session) => trash(session, folder)),
      refusal(403),
    );
  });

  test('is emptied for good, of what is trashed directly there and not locked by another', async () => {
    const folder = await make('emptied', 'Folder');
    const deep = await make('deep', 'File', await make('between', 'Folder', folder));
    await by('leela', (session) => trash(session, deep));
    const gone = await make('gone', 'File', folder);
    const unchanged = await make('kept', 'File', folder);
    await by('leela', (session) => trash(session, gone));
    assert.equal(await by('leela', (session) => emptyTrash(session, folder)), 1);
    await assert.rejects(fresh(gone), refusal(404));
    assert.ok(await fresh(unchanged));
    assert.ok(await fresh(deep));
  });
});

describe('removing', () => {
  test('is refused while a proxy shows it elsewhere, or below is protected', async () => {
    const section = await make('section', 'Section');
    const shown = await make('shown');
    const proxy = await by('leela', (session) => createLiveProxy(session, shown, section));
    assert.equal(proxy.properties['dc:title'], 'shown');
    await assert.rejects(
      by('leela', (session) => deleteDocument(session, shown)),
      refusal(409, /is the target of proxy/),
    );
    await by('leela', (session) => removeProxies(session, shown));
    await by('leela', (session) => deleteDocument(session, shown));
    const folder = await make('guard', 'Folder');
    const secret = await make('secret', 'File', folder);
    await by('Administrator', (session) =>
      addAces(session, secret, { acl: 'local', aces: [], blockInheritance: true }),
    );
    await assert.rejects(
      by('leela', (session) => deleteDocument(session, folder)),
      refusal(403, /Cannot remove descendant/),
    );
  });

  test('a live proxy follows its document', async () => {
    const live = await make('live');
    const proxy = await by('leela', (session) => createLiveProxy(session, live, place));
    await by('leela', (session) => updateDocument(session, live, { properties: { 'dc:title': 'changed' } }));
    assert.equal((await fresh(proxy)).properties['dc:title'], 'changed');
  });
});
