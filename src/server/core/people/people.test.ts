import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { createGroup, deleteGroup, updateGroup } from './groups.ts';
import { acceptInvitation, newInvitation } from './invitations.ts';
import { authenticate, hasDefaultPassword } from './password-check.ts';
import { principalsOf } from './principals.ts';
import { memberUsers, searchGroups, searchUsers } from './searches.ts';
import {
  addToGroup,
  changeOwnPassword,
  createUser,
  deleteUser,
  getUser,
  removeFromGroup,
  updateUser,
} from './users.ts';

let server: TestRepository;
before(async () => {
  server = await openTestRepository();
  await server.addUser('leela', ['members', 'powerusers']);
  await server.addUser('fry');
});
after(() => server.close());

const all = { pageSize: 50, currentPageIndex: 0 };

describe('signing in with a password', () => {
  test('refuses wrong passwords, unknown people, empty words and the reserved name', async () => {
    const { repository } = server;
    assert.equal(await authenticate(repository, 'fry', 'leela'), undefined);
    assert.equal(await authenticate(repository, 'zoidberg', 'zoidberg'), undefined);
    assert.equal(await authenticate(repository, 'fry', ''), undefined);
    assert.equal(await authenticate(repository, 'system', 'system'), undefined);
  });

  test('knows the person and forgets an old password at once', async () => {
    const { repository } = server;
    await server.addUser('amy');
    const amy = await authenticate(repository, 'amy', 'amy');
    assert.deepEqual(amy?.groups, ['members', 'Everyone']);
    await server.as('amy', (session) => changeOwnPassword(session, 'amy', 'kif', ''));
    assert.equal(await authenticate(repository, 'amy', 'amy'), undefined);
    assert.equal((await authenticate(repository, 'amy', 'kif'))?.username, 'amy');
  });

  test('an invitation works for seven days, and once', async () => {
    await server.addUser('hermes');
    const invited = async (milliseconds: number): Promise<string[]> => {
      const code = await server.as('Administrator', (session) => newInvitation(session, 'hermes'));
      server.pass(milliseconds);
      const accept = () =>
        server.as('Administrator', (session) =>
          acceptInvitation(session, { username: 'hermes', code, password: 'ten brown saucers' }),
        );
      return [await accept(), await accept()];
    };
    assert.deepEqual(await invited(7 * 86_400_000 + 1), ['wrong', 'wrong']);
    assert.deepEqual(await invited(7 * 86_400_000), ['accepted', 'wrong']);
  });

  test('counts a changed group at once, and forgets whoever is removed', async () => {
    const { repository } = server;
    await server.addUser('bender', ['members']);
    const groups = async () => (await authenticate(repository, 'bender', 'bender'))?.groups;
    assert.deepEqual(await groups(), ['members', 'Everyone']);
    await server.as('Administrator', (session) => createGroup(session, { name: 'robots' }));
    await server.as('Administrator', (session) =>
      updateGroup(session, 'robots', { memberUsers: ['bender'] }),
    );
    assert.deepEqual((await groups())?.toSorted(), ['Everyone', 'members', 'robots']);
    await server.as('Administrator', (session) => createGroup(session, { name: 'machines' }));
    await server.as('Administrator', (session) =>
      updateGroup(session, 'machines', { memberGroups: ['robots'] }),
    );
    assert.ok((await groups())?.includes('machines'));
    await server.as('Administrator', (session) => removeFromGroup(session, 'bender', 'robots'));
    assert.deepEqual(await groups(), ['members', 'Everyone']);
    await server.as('Administrator', async (session) => {
      await deleteGroup(session, 'machines');
      await deleteGroup(session, 'robots');
      await deleteUser(session, 'bender');
    });
    assert.equal(await groups(), undefined);
  });

  test('hashes the password of somebody who keeps calling once, and again after a pause', async () => {
    const minute = 60_000;
    let hashed = 0;
    const own = await openTestRepository({
      passwords: {
        ...server.repository.ports.passwords,
        verify: async (password, hash) => {
          hashed += 1;
          return hash === `hashed ${password}`;
        },
      },
    });
    await own.addUser('amy');
    const call = async () => (await authenticate(own.repository, 'amy', 'amy'))?.username;
    for (let calls = 0; calls < 5; calls++) {
      assert.equal(await call(), 'amy');
      own.pass(4 * minute);
    }
    assert.equal(hashed, 1);
    own.pass(2 * minute);
    assert.equal(await call(), 'amy');
    assert.equal(hashed, 2);
    await own.close();
  });

  test('tells that the first password is still the well-known one', async () => {
    assert.equal(await hasDefaultPassword(server.repository), true);
  });
});

describe('groups in groups', () => {
  test('are inherited, once each, even in a circle', async () => {
    await server.as('Administrator', async (session) => {
      await createGroup(session, { name: 'crew', memberUsers: ['fry'] });
      await createGroup(session, { name: 'company', memberGroups: ['crew'] });
      await updateGroup(session, 'crew', { memberGroups: ['company'] });
      const fry = await principalsOf(session.read, ['company'], 'fry');
      assert.deepEqual([...(fry?.groups ?? [])].sort(), ['Everyone', 'company', 'crew', 'members']);
      assert.equal(fry?.isAdministrator, true);
    });
    await server.as('Administrator', async (session) => {
      await deleteGroup(session, 'crew');
      await deleteGroup(session, 'company');
    });
    await server.as('fry', async (session) => {
      assert.deepEqual(session.principals.groups, ['members', 'Everyone']);
    });
  });
});

describe('changing people', () => {
  test('is refused to ordinary people', async () => {
    const attempt = (work: Parameters<typeof server.as<unknown>>[1]) => server.as('fry', work);
    await assert.rejects(
      attempt((session) => createUser(session, { properties: { username: 'new' } })),
      refusal(403, /Cannot create artifact/),
    );
    await assert.rejects(
      attempt((session) => updateUser(session, 'fry', { password: 'easy' })),
      refusal(403, /not allowed to edit users/),
    );
    await assert.rejects(
      attempt((session) => deleteUser(session, 'leela')),
      refusal(403, /./),
    );
    await assert.rejects(
      attempt((session) => createGroup(session, { name: 'mine' })),
      refusal(403, /./),
    );
  });

  test('never lets power users reach administrators', async () => {
    await assert.rejects(
      server.as('leela', (session) => updateUser(session, 'Administrator', { password: 'mine' })),
      refusal(403, /not allowed/),
    );
    await assert.rejects(
      server.as('leela', (session) =>
        createUser(session, { properties: { username: 'spy', groups: ['administrators'] } }),
      ),
      refusal(403, /./),
    );
    await assert.rejects(
      server.as('leela', (session) => addToGroup(session, 'leela', 'administrators')),
      refusal(403, /Cannot edit user/),
    );
    await assert.rejects(
      server.as('leela', (session) =>
        createGroup(session, { name: 'back-door', parentGroups: ['administrators'] }),
      ),
      refusal(403, /./),
    );
    await assert.rejects(
      server.as('leela', (session) => updateUser(session, 'leela', { password: 'mine' })),
      refusal(403, /./),
    );
  });

  test('works for power users otherwise, and says what is wrong', async () => {
    const created = await server.as('leela', (session) =>
      createUser(session, {
        properties: { username: 'nibbler', password: 'eat', groups: ['members'], lastName: 'N' },
      }),
    );
    assert.equal(created.properties.firstName, null);
    assert.equal('password' in created.properties, false);
    assert.deepEqual(created.extendedGroups, [{ name: 'members', label: 'Members group' }]);
    await assert.rejects(
      server.as('leela', (session) => createUser(session, { id: 'nibbler', properties: {} })),
      refusal(409, /User already exists/),
    );
    await assert.rejects(
      server.as('leela', (session) => createUser(session, { properties: {} })),
      refusal(400, /User MUST have a name/),
    );
    await assert.rejects(
      server.as('leela', (session) =>
        createUser(session, { properties: { username: 'x', groups: ['nowhere'] } }),
      ),
      refusal(403, /group does not exist: nowhere/),
    );
    await server.as('leela', (session) => deleteUser(session, 'nibbler'));
    await assert.rejects(
      server.as('leela', (session) => getUser(session, 'nibbler')),
      refusal(404, /user does not exist/),
    );
  });

  test('never lets one name stand for a user and a group', async () => {
    const create = (username: string) =>
      server.as('leela', (session) => createUser(session, { properties: { username } }));
    await assert.rejects(create('administrators'), refusal(409, /The name administrators is taken/));
    await assert.rejects(create('Everyone'), refusal(409));
    await assert.rejects(create('system'), refusal(409));
    await assert.rejects(
      server.as('leela', (session) =>
        createGroup(session, { name: 'Administrator', memberUsers: ['leela'] }),
      ),
      refusal(409, /is taken/),
    );
  });

  test('needs the old password for one’s own', async () => {
    await assert.rejects(
      server.as('fry', (session) => changeOwnPassword(session, 'wrong', 'new', '')),
      refusal(401, /./),
    );
  });
});

describe('finding people', () => {
  test('by prefix, everybody, or nobody', async () => {
    const found = (text: string | undefined) =>
      server.as('fry', async (session) =>
        (await searchUsers(session, text, all)).entries.map((user) => user.id),
      );
    assert.deepEqual(await found(undefined), []);
    assert.deepEqual(await found('LEE'), ['leela']);
    assert.deepEqual(await found('%'), []);
    assert.ok((await found('*')).includes('Administrator'));
    const groups = await server.as('fry', (session) => searchGroups(session, 'power', all));
    assert.deepEqual(
      groups.entries.map((group) => group.id),
      ['powerusers'],
    );
  });

  test('members come in pages, narrowed by their id', async () => {
    await assert.rejects(
      server.as('fry', (session) => memberUsers(session, 'nowhere', '*', all)),
      refusal(404, /group does not exist/),
    );
    const page = await server.as('fry', (session) =>
      memberUsers(session, 'members', 'f', { pageSize: 1, currentPageIndex: 0 }),
    );
    assert.deepEqual(
      page.entries.map((user) => user.id),
      ['fry'],
    );
    assert.equal(page.page.resultsCount, 1);
    assert.equal(page.page.isNextPageAvailable, false);
  });
});
