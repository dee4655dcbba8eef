import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { importPeople } from '#server/core/signin/import-people.ts';
import { hasSlapd, startSlapd } from '#server/testing/slapd.test-support.ts';
import { addUser, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const base = 'dc=example,dc=org';
const dn = (name: string): string => `uid=${name},ou=people,${base}`;
const person = (name: string): string =>
  `dn: ${dn(name)}\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: ${name}\nsn: Sn-${name}\nmail: ${name}@example.org\nuserPassword: ${name}\n\n`;
const group = (name: string, ...members: readonly string[]): string =>
  `dn: cn=${name},ou=groups,${base}\nobjectClass: groupOfNames\ncn: ${name}\n${members.map((member) => `member: ${member}`).join('\n')}\n\n`;
const crowd = Array.from({ length: 600 }, (_, index) => `crew${index}`);

if (hasSlapd) await withSlapd();
else test('slapd is not on this machine: nothing of LDAP was tried', () => {});

async function withSlapd(): Promise<void> {
  const ldap = await startSlapd(
    ['Turanga', 'zoidberg', 'Administrator', 'amy', ...crowd].map(person).join('') +
      group('writers', dn('Turanga'), dn('crew599')) +
      group('house', `cn=writers,ou=groups,${base}`, `cn=circle,ou=groups,${base}`) +
      group('circle', `cn=house,ou=groups,${base}`) +
      group('administrators', dn('zoidberg')),
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
    for (const name of ['writers', 'house'])
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
    // This server lets in whoever brings a name without a password, as nobody.
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
    assert.equal(rest.length, crowd.length + 3);
    const without = { ...ports.peopleDirectory, people: async () => rest };
    const { peopleDirectory } = { peopleDirectory: without };
    assert.ok(ports.peopleDirectory);
    await importPeople({
      ...server.repository,
      ports: { ...ports, peopleDirectory: { ...ports.peopleDirectory, ...peopleDirectory } },
    });
    assert.equal((await me()).status, 401);
  });

  test('StartTLS, and no certificate that is not trusted', async () => {
    const upgraded = await start({ url: ldap.plain, startTls: true });
    assert.equal((await as('crew1', 'crew1', upgraded)).status, 200);
    for (const changes of [{ ca: undefined }, { ca: undefined, url: ldap.plain, startTls: true }]) {
      const refused = await start(changes);
      const answer = await as('crew1', 'crew1', refused);
      assert.equal(answer.status, 503);
      assert.ok(answer.headers.get('retry-after'));
    }
  });

  test('a directory that hangs or is away is a 503; people of this server sign in', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
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
    silent.close();
    await ldap.stop();
    assert.equal((await as('crew2', 'crew2')).status, 503);
    assert.equal((await server.ask('/me')).status, 200);
    await assert.rejects(importPeople(server.repository), /cannot be reached/);
  });
}
