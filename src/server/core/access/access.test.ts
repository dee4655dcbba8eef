import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { allPermissions, includesPermission } from '#wire/permissions.ts';
import { createDocument, getDocument } from '../documents/documents.ts';
import { moveDocument } from '../documents/tree.ts';
import type { Ace, DocumentRow } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import { effectiveAcls, readableAclIds } from './access.ts';
import { addAces, blockInheritance, removeAces, unblockInheritance } from './access-changes.ts';
import { aceId, aceStatus, decide, everyone } from './entries.ts';

let server: TestRepository;
let root: DocumentRow;

before(async () => {
  server = await openTestRepository();
  for (const name of ['fry', 'leela']) await server.addUser(name, ['powerusers']);
  root = await inSession(server.repository, { principals: systemPrincipals }, ensureRoot);
});
after(() => server.close());

const ace = (
  username: string,
  permission: string,
  granted = true,
  begin: string | null = null,
  end: string | null = null,
): Ace => ({
  username,
  permission,
  granted,
  creator: null,
  begin,
  end,
});
const system = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  inSession(server.repository, { principals: systemPrincipals }, work);

describe('permissions', () => {
  test('include what the table says', () => {
    for (const permission of allPermissions) assert.ok(includesPermission('Everything', permission));
    assert.ok(includesPermission('ReadWrite', 'RemoveChildren'));
    assert.ok(includesPermission('Read', 'Browse'));
    assert.ok(!includesPermission('Write', 'Read'));
    assert.ok(!includesPermission('ReadWrite', 'WriteSecurity'));
  });
});

describe('entries', () => {
  test('have the wire’s ids and states', () => {
    const now = new Date('2026-01-02T00:00:00Z');
    const timed = ace('leela', 'Read', true, '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z');
    assert.equal(aceId(timed), 'leela:Read:true::1767225600000:1767398400000');
    assert.equal(aceId(ace('members', 'Write')), 'members:Write:true:::');
    assert.equal(aceStatus(timed, now), 'effective');
    assert.equal(aceStatus(ace('x', 'Read', true, '2026-01-02T00:00:01Z'), now), 'pending');
    assert.equal(aceStatus(ace('x', 'Read', true, null, '2026-01-02T00:00:00Z'), now), 'archived');
  });
});

describe('changing access', () => {
  test('needs WriteSecurity and a known permission', async () => {
    const folder = await system((session) =>
      createDocument(session, root, { type: 'Folder', name: 'locked' }),
    );
    await system((session) => addAces(session, folder, { acl: 'local', aces: [ace('leela', 'ReadWrite')] }));
    await assert.rejects(
      server.as('leela', (session) => addAces(session, folder, { acl: 'local', aces: [ace('fry', 'Read')] })),
      refusal(403, /WriteSecurity/),
    );
    await assert.rejects(
      system((session) => addAces(session, folder, { acl: 'local', aces: [ace('fry', 'Fly')] })),
      refusal(400, /Permission Fly is invalid/),
    );
  });

  test('puts new entries before the block and takes the block away again', async () => {
    const folder = await system((session) =>
      createDocument(session, root, { type: 'Folder', name: 'blocked' }),
    );
    const blocked = await system((session) =>
      addAces(session, folder, { acl: 'local', aces: [ace('powerusers', 'Write')], blockInheritance: true }),
    );
    const aces = blocked.acls[0]?.aces ?? [];
    assert.deepEqual(
      aces.map((one) => `${one.username} ${one.permission} ${one.granted}`),
      [
        'system Everything true',
        'administrators Everything true',
        'powerusers Write true',
        'Everyone Everything false',
      ],
    );
    const without = await system((session) =>
      removeAces(session, folder, { acl: 'local', username: 'powerusers' }),
    );
    assert.equal(without.acls[0]?.aces.length, 3);
    const open = await system((session) => unblockInheritance(session, folder, 'local'));
    assert.ok(!open.acls[0]?.aces.some((one) => one.username === everyone));
    const named = await system((session) =>
      addAces(session, folder, { acl: 'workflow', aces: [ace('fry', 'Read')] }),
    );
    assert.deepEqual(
      named.acls.map(({ name }) => name),
      ['workflow', 'local'],
    );
  });

  test('blocking adds nobody twice', async () => {
    const folder = await system((session) =>
      createDocument(session, root, { type: 'Folder', name: 'blocked-again' }),
    );
    const own = { ...ace('system', 'Everything'), creator: 'system' };
    const once = await system((session) =>
      addAces(session, folder, { acl: 'local', aces: [own], blockInheritance: true }),
    );
    const names = ({ acls }: typeof once) => acls[0]?.aces.map(({ username }) => username);
    assert.deepEqual(names(once), ['system', 'administrators', 'Everyone']);
    await system((session) => unblockInheritance(session, folder, 'local'));
    const again = await system((session) => blockInheritance(session, folder, 'local'));
    assert.deepEqual(names(again), ['system', 'administrators', 'Everyone']);
  });

  test('moving changes who may read', async () => {
    const open = await system((session) => createDocument(session, root, { type: 'Folder', name: 'open' }));
    const closed = await system((session) =>
      createDocument(session, root, { type: 'Folder', name: 'closed' }),
    );
    await system((session) => addAces(session, open, { acl: 'local', aces: [ace('fry', 'Read')] }));
    const file = await system((session) => createDocument(session, closed, { type: 'File', name: 'file' }));
    await assert.rejects(
      server.as('fry', (session) => getDocument(session, { id: file.id })),
      refusal(403),
    );
    await system((session) => moveDocument(session, file, open));
    assert.ok(await server.as('fry', (session) => getDocument(session, { id: file.id })));
  });
});

describe('rights', () => {
  test('administrators are asked nothing', async () => {
    await system(async (session) => {
      assert.equal(await readableAclIds(session), undefined);
      assert.ok(decide([ace(everyone, 'Everything', false)], systemPrincipals, 'Read', session));
      assert.deepEqual(await effectiveAcls(session, root), root.acls);
    });
  });
});
