import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Attribute, Change, Client } from 'ldapts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { hasLeft } from '#server/core/signin/external-accounts.ts';
import { importPeople } from '#server/core/signin/import-people.ts';
import { hasSlapd, startSlapd } from '#server/testing/slapd.test-support.ts';
import { addUser, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const base = 'dc=example,dc=org';
const dn = (name: string): string => `uid=${name},ou=people,${base}`;
const person = (name: string): string =>
  `dn: ${dn(name)}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: Sn-${name}\nmail: ${name}@example.org\nuserPassword: ${name}\n\n`;
const group = (name: string, ...members: readonly string[]): string =>
  `dn: cn=${name},ou=groups,${base}\nobjectClass: groupOfNames\ncn: ${name}\n${members.map((member) => `member: ${member}`).join('\n')}\n\n`;
const encoded = (name: string, value: string): string =>
  `${name}:: ${Buffer.from(value).toString('base64')}\n`;
const oddDn = (cn: string): string => `cn=${cn.replace(/[,\\]/g, '\\$&')},ou=people,${base}`;
/** Name, username, password. */
const oddPeople = [
  ['Müller, Jörg (Ops)', 'jörg.müller', 'pä ss(wörd)*'],
  ['Smith, J', 'smith1', 'one'],
  ['Smith,J', 'smith2', 'two'],
  ['star * \\ (a)', 'p(a)r*en\\s', 'x'],
  ['李 明', '李明', '密码'],
] as const;
const [mueller, smith, , star, li] = oddPeople.map(([cn]) => oddDn(cn));
const odd = ([cn, uid, password]: (typeof oddPeople)[number]): string =>
  `${encoded('dn', oddDn(cn))}objectClass: inetOrgPerson\n${encoded('cn', cn)}${encoded('uid', uid)}sn: odd\n${encoded('userPassword', password)}\n`;
const oddGroup = (name: string, members: readonly (string | undefined)[]): string =>
  `dn: cn=${name},ou=groups,${base}\nobjectClass: groupOfNames\ncn: ${name}\n${members.map((member = '') => encoded('member', member)).join('')}\n`;
const crowd = Array.from({ length: 600 }, (_, index) => `crew${index}`);

if (hasSlapd) await withSlapd();
else test('slapd is not on this machine: nothing of LDAP was tried', () => {});

async function withSlapd(): Promise<void> {
  const ldap = await startSlapd(
    ['Turanga', 'zoidberg', 'Administrator', 'amy', ...crowd].map(person).join('') +
      group('writers', dn('Turanga'), dn('crew599')) +
      group('house', `cn=writers,ou=groups,${base}`, `cn=circle,ou=groups,${base}`) +
      group('circle', `cn=house,ou=groups,${base}`) +
      group('administrators', dn('zoidberg')) +
      oddPeople.map(odd).join('') +
      oddGroup('odd', [mueller, smith, star, li]) +
      oddGroup('thousands', [...Array.from({ length: 5_000 }, (_, index) => dn(`gone${index}`)), mueller]) +
      `dn: ou=far,ou=people,${base}\nobjectClass: referral\nobjectClass: extensibleObject\nou: far\nref: ldap://127.0.0.1:1/dc=far\n\n`,
  );
  const settings = {
    url: ldap.secure,
    ca: ldap.ca,
    bindDn: ldap.reader.dn,
    bindPassword: ldap.reader.password,
    userBase: `ou=people,${base}`,
    groupBase: `ou=groups,${base}`,
    groups: 'same',
    importPeople: true,
    timeoutSeconds: 5,
  };
  const start = async (changes: object = {}): Promise<TestServer> => {
    const server = await startTestServer(['--ldap', JSON.stringify({ ...settings, ...changes })]);
    for (const name of ['writers', 'house', 'odd', 'thousands'])
      await server.ask('/group', { json: { 'entity-type': 'group', groupname: name, id: name } });
    return server;
  };
  const server = await start();
  const as = (name: string, password: string, at = server) =>
    at.ask('/me', {
      as: null,
      headers: { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
    });

  test('wrong, empty and clever names and passwords sign in nobody', async () => {
    const directory = server.repository.ports.peopleDirectory;
    for (const [name, password] of [
      ['Turanga', 'wrong'],
      ['nobody', 'nobody'],
      ['*', 'Turanga'],
      ['Tur*', 'Turanga'],
      ['Turanga)(uid=*', 'Turanga'],
      ['Turanga)(|(uid=*', 'Turanga'],
      ['\\54uranga', 'Turanga'],
      [dn('Turanga'), 'Turanga'],
      ['reader', ldap.reader.password],
    ] as const)
      assert.equal((await as(name, password)).status, 401, name);
    // This server accepts a name without a password as an anonymous bind.
    assert.equal(await directory?.authenticate('Turanga', ''), undefined);
    assert.equal(await directory?.authenticate('Turanga', '\0'), undefined);
    assert.equal((await server.ask('/user/Turanga')).status, 404);
  });

  test('the right password makes an account with groups, those around them too', async () => {
    assert.equal((await as('turanga', 'Turanga')).body.id, 'Turanga');
    const known = await server.ask('/user/Turanga');
    assert.match(known.text, /"groups":\["house","members","writers"\]/);
    assert.match(known.text, /"email":"Turanga@example.org"/);
    assert.match(known.text, /"lastName":"Sn-Turanga"/);
    assert.equal((await as('Turanga', 'wrong')).status, 401);
    assert.equal((await as('turanga', 'Turanga')).status, 200);
  });

  test('commas, umlauts and parentheses in names are found, with their groups, however they are escaped', async () => {
    const groupsOf = async (name: string) =>
      /"groups":(\[[^\]]*\])/.exec((await server.ask(`/user/${encodeURIComponent(name)}`)).text)?.[1];
    const wanted = [
      '["members","odd","thousands"]',
      '["members","odd"]',
      '["members"]',
      '["members","odd"]',
      '["members","odd"]',
    ];
    for (const [index, [, name, password]] of oddPeople.entries()) {
      assert.equal((await as(name, 'wrong')).status, 401, name);
      assert.equal((await as(name, password)).body.id, name);
      assert.equal(await groupsOf(name), wanted[index], name);
    }
    await importPeople(server.repository);
    for (const [index, [, name]] of oddPeople.entries())
      assert.equal(await groupsOf(name), wanted[index], name);
  });

  test('a name is guessed at in all its spellings together', async () => {
    const spellings = ['crew9', 'CREW9', ' crew9', 'crew9 ', 'cre\u00adw9', 'créw9'];
    for (let guess = 0; guess < 20; guess++)
      assert.equal((await as(spellings[guess % spellings.length] ?? '', `guess ${guess}`)).status, 401);
    for (const name of ['Crew9', 'crew9']) assert.equal((await as(name, 'crew9')).status, 429);
    assert.equal((await as('crew8', 'crew8')).status, 200);
  });

  test('many first requests at once are one person', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => as('crew7', 'crew7')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  test('the directory makes no administrator, and takes over nobody who is here', async () => {
    assert.equal((await as('zoidberg', 'zoidberg')).status, 200);
    const zoidberg = await server.ask('/user/zoidberg');
    assert.match(zoidberg.text, /"isAdministrator":false/);
    assert.doesNotMatch(zoidberg.text, /"groups":\[[^\]]*administrators/);
    await addUser(server, 'amy', 'members');
    await server.ask('/user/amy', {
      method: 'PUT',
      json: { 'entity-type': 'user', id: 'amy', properties: { password: 'her own' } },
    });
    assert.equal((await as('amy', 'amy')).status, 401);
    assert.equal((await as('amy', 'her own')).status, 200);
    assert.equal((await as('administrator', 'Administrator')).status, 403);
  });

  test('everybody is read in pages; who is gone there is signed out here', async () => {
    await importPeople(server.repository);
    assert.match((await server.ask('/user/crew599')).text, /"groups":\["house","members","writers"\]/);
    assert.equal((await server.ask('/user/crew0')).status, 200);
    const token = await server.ask('/token?application=x&deviceId=y&permission=rw', {
      method: 'POST',
      as: 'crew3',
    });
    assert.equal(token.status, 201);
    const me = () =>
      server.ask('/me', { as: null, headers: { 'X-Authentication-Token': token.text.replaceAll('"', '') } });
    assert.equal((await me()).status, 200);
    const { ports } = server.repository;
    const rest =
      (await ports.peopleDirectory?.people())?.filter(({ username }) => username !== 'crew3') ?? [];
    assert.equal(rest.length, crowd.length + 3 + oddPeople.length);
    const without = { ...ports.peopleDirectory, people: async () => rest };
    const { peopleDirectory } = { peopleDirectory: without };
    assert.ok(ports.peopleDirectory);
    await importPeople({
      ...server.repository,
      ports: { ...ports, peopleDirectory: { ...ports.peopleDirectory, ...peopleDirectory } },
    });
    assert.equal((await me()).status, 401);
  });

  test('a new password and a disabled account end what somebody is signed in with', async () => {
    const token = async (name: string, password = name): Promise<() => Promise<number>> => {
      const made = await server.ask(`/token?application=${name}&deviceId=z&permission=rw`, {
        method: 'POST',
        as: null,
        headers: { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
      });
      assert.equal(made.status, 201);
      const headers = { 'X-Authentication-Token': made.text.replaceAll('"', '') };
      return async () => (await server.ask('/me', { as: null, headers })).status;
    };
    const root = new Client({ url: ldap.plain });
    await root.bind(ldap.root.dn, ldap.root.password);
    const set = (name: string, values: Readonly<Record<string, string>>) =>
      root.modify(
        dn(name),
        Object.entries(values).map(
          ([type, value]) =>
            new Change({ operation: 'replace', modification: new Attribute({ type, values: [value] }) }),
        ),
      );
    const withClass = async (name: string, type: string) =>
      root.modify(
        dn(name),
        new Change({
          operation: 'add',
          modification: new Attribute({ type: 'objectClass', values: [type] }),
        }),
      );
    for (const name of ['crew11', 'crew13', 'crew14']) await withClass(name, 'activeDirectoryAccount');
    await withClass('crew12', 'shadowAccount');
    // Enabled, a normal account; with a password of 2026-01-01.
    await set('crew11', { userAccountControl: '512' });
    await set('crew14', { pwdLastSet: '134117280000000000' });
    await importPeople(server.repository);

    const names = ['crew10', 'crew11', 'crew12', 'crew13', 'crew14', 'crew15', 'crew16'];
    const signedIn = await Promise.all(names.map((name) => token(name)));
    const statuses = () => Promise.all(signedIn.map((ask) => ask()));
    await set('crew10', { userPassword: 'a new one' });
    await set('crew11', { userAccountControl: '514' });
    await set('crew12', { shadowExpire: '20000' });
    await set('crew13', { pwdLastSet: '134117280000000000' });
    await set('crew14', { pwdLastSet: '134117290000000000' });
    await set('crew15', { pwdAccountLockedTime: '000001010000Z' });
    await set('crew16', { mail: 'another@example.org', pwdAccountLockedTime: '20260101000000Z' });
    assert.deepEqual(await statuses(), [200, 200, 200, 200, 200, 200, 200]);
    await importPeople(server.repository);
    assert.deepEqual(await statuses(), [401, 401, 401, 401, 401, 401, 200]);
    for (const name of ['crew11', 'crew12', 'crew15']) {
      assert.equal(await server.repository.ports.peopleDirectory?.authenticate(name, name), undefined);
      assert.equal(await readStores(server.repository, ({ entries }) => hasLeft(entries, name)), true);
    }
    assert.equal((await as('crew10', 'a new one')).status, 200);

    // Later sign-ins stay valid, and a person who is enabled again can sign in again.
    const again = await token('crew10', 'a new one');
    await set('crew11', { userAccountControl: '512' });
    await importPeople(server.repository);
    assert.equal(await again(), 200);
    assert.equal((await as('crew11', 'crew11')).status, 200);
    assert.equal(await readStores(server.repository, ({ entries }) => hasLeft(entries, 'crew11')), false);
    await root.unbind();
  });

  test('who signed in is looked after where accounts are not made ahead, too', async () => {
    const own = await start({ importPeople: false });
    assert.equal((await as('crew20', 'crew20', own)).status, 200);
    await importPeople(own.repository);
    assert.equal((await own.ask('/user/crew21')).status, 404);
    const { ports } = own.repository;
    assert.ok(ports.peopleDirectory);
    const nobody = { ...ports.peopleDirectory, people: async () => [] };
    const isGone = () => readStores(own.repository, ({ entries }) => hasLeft(entries, 'crew20'));
    assert.equal(await isGone(), false);
    await importPeople({ ...own.repository, ports: { ...ports, peopleDirectory: nobody } });
    assert.equal(await isGone(), true);
  });

  test('StartTLS, and no certificate that is not trusted', async () => {
    const upgraded = await start({ url: ldap.plain, startTls: true });
    assert.equal((await as('crew1', 'crew1', upgraded)).status, 200);
    const elsewhere = (url: string): string => url.replace('localhost', '127.0.0.1');
    for (const changes of [
      { ca: undefined },
      { ca: undefined, url: ldap.plain, startTls: true },
      // A trusted certificate, but of another host.
      { url: elsewhere(ldap.secure) },
      { url: elsewhere(ldap.plain), startTls: true },
      // The entries are on another server: a password must be sent only to the configured one.
      { userBase: `ou=far,ou=people,${base}` },
    ]) {
      const refused = await start(changes);
      const answer = await as('crew1', 'crew1', refused);
      assert.equal(answer.status, 503);
      assert.ok(answer.headers.get('retry-after'));
    }
  });

  test('a directory that hangs or is away is a 503; people of this server sign in', async (context) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    context.after(() => silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    for (const url of [`ldap://127.0.0.1:${port}`, `ldaps://localhost:${port}`]) {
      const hanging = await start({ url, timeoutSeconds: 1 });
      const answer = await as('crew1', 'crew1', hanging);
      assert.equal(answer.status, 503, url);
      assert.ok(answer.headers.get('retry-after'));
      assert.equal((await hanging.ask('/me')).status, 200);
    }
    // It answers the reader's bind, and nothing after that.
    const falling = createServer((socket) => {
      const behind = connect(Number(new URL(ldap.plain).port), 'localhost');
      socket.pipe(behind).once('data', (answer) => socket.write(answer));
      for (const end of [socket, behind]) end.on('error', () => {});
      socket.once('close', () => behind.destroy());
    }).listen(0, '127.0.0.1');
    context.after(() => falling.close());
    await new Promise((resolve) => falling.once('listening', resolve));
    const at = falling.address();
    const url = `ldap://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
    assert.equal((await as('crew1', 'crew1', await start({ url, timeoutSeconds: 1 }))).status, 503);
    await ldap.stop();
    assert.equal((await as('crew2', 'crew2')).status, 503);
    assert.equal((await server.ask('/me')).status, 200);
    await assert.rejects(importPeople(server.repository), /cannot be reached/);
  });
}
