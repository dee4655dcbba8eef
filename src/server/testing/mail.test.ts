/** Mails from the HTTP call through the queue to the mail server. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openMailBox } from '#server/adapters/mail/mail-box.test-support.ts';
import {
  addUser,
  box,
  delivered,
  refused,
  run,
  server,
  subjectOf,
  workspaces,
} from './mailing-server.test-support.ts';
import { addDocument, startTestServer } from './test-server.ts';

describe('Document.Mail', () => {
  const mail = { from: 'papers@example.org', to: ['bob'], subject: 'A deed', message: 'Read & sign' };

  for (const [name, change, message] of [
    ['a name that nobody has', { to: ['nobody'] }, /no user or group nobody/],
    ['a person without an address', { to: ['quiet'] }, /quiet has no address/],
    ['a second header line', { to: ['a@example.org\r\nBcc: eve@example.org'] }, /no mail address/],
    ['two addresses in one', { cc: ['a@example.org,eve@example.org'] }, /no mail address/],
    ['a sender that is none', { from: 'me <me>' }, /no (user or group|mail address)/],
    ['no receiver', { to: [] }, /no receiver/],
    ['a file that is not there', { files: ['file:content'] }, /file:content holds no file/],
  ] as const) {
    test(`refuses ${name}`, async () => {
      const answer = await refused('Document.Mail', workspaces, { ...mail, ...change });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, message);
      assert.deepEqual(await delivered(), []);
    });
  }

  test('is for administrators', async () => {
    const answer = await server.ask('/automation/Document.Mail', {
      as: 'ada',
      json: { input: workspaces, params: mail },
    });
    assert.equal(answer.status, 404, 'as if there were none');
  });

  test('goes on without the mail when it should not roll back', async () => {
    await run('Document.Mail', workspaces, { ...mail, to: ['nobody'], rollbackOnError: false });
    assert.deepEqual(await delivered(), []);
  });

  test('writes to users, groups and addresses, with files', async () => {
    const upload = String((await server.ask('/upload', { method: 'POST' })).body.batchId);
    await server.ask(`/upload/${upload}/0`, {
      body: 'Whereas the party',
      headers: { 'X-File-Name': 'deed.txt', 'X-File-Type': 'text/plain' },
    });
    await addDocument(server, workspaces, 'File', 'deed', {
      'file:content': { 'upload-batch': upload, 'upload-fileId': '0' },
    });
    await run('Document.Mail', `${workspaces}/deed`, {
      ...mail,
      to: ['ada', 'somebody@example.com'],
      cc: ['keepers'],
      bcc: ['hidden@example.com'],
      subject: 'A deed\r\nBcc: eve@example.org',
      message: '<p>Read &amp; sign</p>',
      HTML: true,
      files: ['file:content'],
      'Strict User Resolution': false,
    });
    const [letter, ...others] = (await delivered()).filter(({ body }) => body.includes('sign'));
    assert.ok(letter);
    assert.deepEqual(others, []);
    assert.deepEqual(letter.to, [
      'ada@example.org',
      'somebody@example.com',
      'bob@example.org',
      'cleo@example.org',
      'hidden@example.com',
    ]);
    assert.equal(subjectOf(letter), 'A deed Bcc: eve@example.org');
    assert.doesNotMatch(letter.headers, /^Bcc:|hidden@/m);
    assert.match(
      letter.body,
      /Read & sign[\s\S]*<p>Read &amp; sign<\/p>[\s\S]*deed\.txt[\s\S]*Whereas the party/,
    );
  });
});

describe('permissions', () => {
  test('are mailed to those who get them, in words, once they are in force', async () => {
    await addDocument(server, workspaces, 'Note', 'mailed', { 'dc:title': '<b>Deed</b> & "more"' });
    await run(
      'Document.AddPermission',
      `${workspaces}/mailed`,
      { users: ['keepers'], permission: 'Read', notify: true, comment: 'Please <read>\nit' },
      'ada',
    );
    await run('Document.AddPermission', `${workspaces}/mailed`, {
      users: ['cleo'],
      permission: 'Write',
      notify: true,
      begin: '2100-01-01T00:00:00Z',
    });
    const mails = await delivered();
    assert.deepEqual(
      mails.map(({ to }) => to),
      [['bob@example.org'], ['cleo@example.org']],
    );
    const { body = '' } = mails[0] ?? {};
    assert.equal(
      subjectOf(mails[0]),
      'Ada Lovelace gave you the permission “Read” on “<b>Deed</b> & "more"”',
    );
    assert.match(body, /Ada Lovelace says: Please <read>\nit/);
    assert.match(body, /&#60;b&#62;Deed&#60;\/b&#62; &#38; &#34;more&#34;/);
    assert.match(body, /Please &#60;read&#62;<br>it/);
    assert.match(body, /https:\/\/papers\.example\/doc\/[0-9a-f-]{36}/);
  });

  test('are mailed to somebody without an account, by address', async () => {
    const id = await addDocument(server, workspaces, 'Note', 'shared');
    await run('Document.AddPermission', id, {
      email: 'guest@example.com',
      permission: 'Read',
      end: '2100-01-01T00:00:00Z',
      notify: true,
    });
    assert.deepEqual(
      (await delivered()).map(({ to }) => to),
      [['guest@example.com']],
    );
  });

  test('are mailed in the language of the reader', async () => {
    const id = await addDocument(server, workspaces, 'Note', 'raconte');
    const workspace = await run('User.GetUserWorkspace', undefined, {}, 'bob');
    await server.ask(`/id/${String(workspace.body.uid)}`, {
      as: 'bob',
      json: {
        'entity-type': 'document',
        type: 'UserProfile',
        name: 'UserProfile',
        properties: { 'userprofile:locale': 'fr_FR' },
      },
    });
    await run('Document.AddPermission', id, { users: ['bob'], permission: 'Write', notify: true });
    const [mail] = await delivered();
    assert.match(subjectOf(mail), /vous a donné la permission/);
    assert.match(mail?.body ?? '', /lang="fr"/);
  });

  test('are mailed again by the operation, but not to those who lost them', async () => {
    const id = await addDocument(server, workspaces, 'Note', 'again');
    await run('Document.BlockPermissionInheritance', id);
    await run('Document.AddPermission', id, { users: ['cleo'], permission: 'Read' });
    const ace = 'cleo:Read:true:Administrator::';
    assert.equal((await refused('Document.SendNotificationEmailForPermission', id, { id: 'x' })).status, 400);
    await run('Document.SendNotificationEmailForPermission', id, { id: ace });
    assert.deepEqual(
      (await delivered()).map(({ to }) => to),
      [['cleo@example.org']],
    );
    box.mails.length = 0;
    await run('Document.SendNotificationEmailForPermission', id, { id: ace });
    await run('Document.RemovePermission', id, { id: ace });
    assert.deepEqual(await delivered(), []);
  });
});

describe('subscriptions', () => {
  test('tell what happened below, once for each call, and not to who did it', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'watched');
    await run('Document.Subscribe', folder, {}, 'bob');
    await run('Document.Subscribe', folder, {}, 'ada');
    await server.runJobs();
    box.mails.length = 0;
    const made = await server.ask(`/id/${folder}`, {
      as: 'ada',
      json: { 'entity-type': 'document', type: 'Note', name: 'one', properties: { 'dc:title': 'One' } },
    });
    const created = await delivered();
    assert.deepEqual(
      created.map((mail) => [mail.to, subjectOf(mail)]),
      [[['bob@example.org'], 'Ada Lovelace a créé « One »']],
    );
    box.mails.length = 0;
    const note = String(made.body.uid);
    await server.ask(`/id/${note}/@comment`, {
      as: 'ada',
      json: { 'entity-type': 'comment', text: 'Look' },
    });
    await server.ask(`/id/${note}`, {
      method: 'PUT',
      as: 'Administrator',
      json: { 'entity-type': 'document', properties: { 'dc:description': 'x' } },
    });
    const letters = (await delivered()).map((mail) => `${mail.to[0]} ${subjectOf(mail)}`).sort();
    assert.deepEqual(letters, [
      'ada@example.org Administrator changed “One”',
      'bob@example.org Ada Lovelace a commenté « One »',
      'bob@example.org Administrator a modifié « One »',
    ]);
    box.mails.length = 0;
    await run('Document.Move', note, { target: workspaces }, 'ada');
    assert.deepEqual(await delivered(), [], 'it is no longer below the folder');
    await run('Document.Subscribe', '/default-domain/sections', {}, 'ada');
    await run('Document.PublishToSection', note, { target: '/default-domain/sections' });
    assert.ok((await delivered()).some((mail) => subjectOf(mail) === 'Administrator published “One”'));
  });

  test('do not tell of what the subscriber may not read', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'closing');
    await run('Document.Subscribe', folder, {}, 'bob');
    const inner = await addDocument(server, `${workspaces}/closing`, 'Folder', 'secret');
    await run('Document.BlockPermissionInheritance', inner);
    await server.runJobs();
    box.mails.length = 0;
    await addDocument(server, `${workspaces}/closing/secret`, 'Note', 'hidden');
    assert.deepEqual(await delivered(), []);
  });

  test('tell many changes in one mail', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'busy');
    const ids = [];
    for (const name of ['x', 'y']) ids.push(await addDocument(server, `${workspaces}/busy`, 'Note', name));
    await run('Document.Subscribe', folder, {}, 'bob');
    await server.runJobs();
    box.mails.length = 0;
    await run('Document.Update', `docs:${ids.join(',')}`, { properties: { 'dc:source': 'z' } });
    const mails = await delivered();
    assert.equal(mails.length, 1);
    assert.equal(subjectOf(mails[0]), 'Administrator : 2 changements');
  });
});

describe('an invitation', () => {
  const invite = (properties: object, params: object = {}) =>
    server.ask('/automation/User.Invite', {
      json: { input: { 'entity-type': 'user', properties: { username: 'dora', ...properties } }, params },
    });
  const page = '/nuxeo/oauth2/invitation';
  const set = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    server.ask(page, { as: null, body: new URLSearchParams({ user_name: 'dora', ...fields }), headers });
  const me = async (password: string): Promise<number> => {
    const authorization = `Basic ${Buffer.from(`dora:${password}`).toString('base64')}`;
    return (await server.ask('/me', { as: null, headers: { Authorization: authorization } })).status;
  };

  test('needs an address', async () => {
    assert.equal((await invite({})).status, 400);
    assert.equal((await invite({ email: 'dora@example.org, eve@example.org' })).status, 400);
  });

  test('lets its owner, and nobody else, set a password once', async () => {
    const made = await invite(
      { email: 'dora@example.org', groups: ['members'], password: 'known to others' },
      { comment: 'Welcome aboard' },
    );
    assert.equal(made.status, 200, made.text);
    assert.equal(await me('known to others'), 401);
    const [mail] = await delivered();
    assert.deepEqual(mail?.to, ['dora@example.org']);
    assert.equal(subjectOf(mail), 'Administrator invites you to Port of Ada');
    assert.match(mail?.headers ?? '', /^From: Port of Ada <papers@example\.org>$/m);
    assert.match(mail?.body ?? '', /^-- \nPort of Ada\n/m);
    assert.match(mail?.body ?? '', /invitation" style="color:#7a1f3d">/);
    assert.match(
      mail?.body ?? '',
      /Welcome aboard[\s\S]*https:\/\/papers\.example\/nuxeo\/oauth2\/invitation/,
    );
    const code = /within seven days: (\w{24})/.exec(mail?.body ?? '')?.[1] ?? '';
    assert.equal((await server.ask(page, { as: null })).status, 200);
    const guessed = await set({ code: 'guess', user_password: 'long enough' });
    assert.equal(guessed.status, 401);
    assert.equal(guessed.headers.get('www-authenticate'), null, 'the page asks, not the browser');
    assert.equal((await set({ code, user_password: '' })).status, 400);
    assert.equal((await set({ code, user_password: 'long enough', user_name: 'bob' })).status, 401);
    const foreign = await set({ code, user_password: 'long enough' }, { Origin: 'https://evil.example' });
    assert.equal(foreign.status, 400);
    assert.equal(await me('long enough'), 401);
    assert.equal((await set({ code, user_password: 'long enough' })).status, 200);
    assert.equal(await me('long enough'), 200);
    assert.equal((await set({ code, user_password: 'another one' })).status, 401);
  });

  test('ends with the account', async () => {
    await server.ask('/user/dora', { method: 'DELETE' });
    await invite({ email: 'dora@example.org' });
    const [mail] = await delivered();
    const code = /within seven days: (\w{24})/.exec(mail?.body ?? '')?.[1] ?? '';
    await server.ask('/user/dora', { method: 'DELETE' });
    await addUser('dora');
    assert.equal((await set({ code, user_password: 'long enough' })).status, 401);
  });
});

test('a mail server that is away costs the caller nothing, and the mail waits', async () => {
  const away = await openMailBox();
  await away.close();
  const poor = await startTestServer(['--mail-server', away.address, '--mail-from', 'papers@example.org']);
  const mail = { from: 'a@example.org', to: ['b@example.org'], subject: 's', message: 'm' };
  const answer = await poor.ask('/automation/Document.Mail', { json: { input: '/', params: mail } });
  assert.equal(answer.status, 200);
  await poor.runJobs();
  const counts = await poor.repository.ports.store.begin().stores.jobs.counts();
  assert.deepEqual(
    counts.filter(({ kind }) => kind === 'mail'),
    [{ kind: 'mail', state: 'scheduled', count: 1 }],
  );
});

test('without a mail server the operations say what to set', async () => {
  const silent = await startTestServer();
  for (const [operation, params] of [
    ['Document.Mail', { from: 'a@example.org', to: ['b@example.org'], subject: 's', message: 'm' }],
    ['Document.SendNotificationEmailForPermission', { id: 'x' }],
  ] as const) {
    const answer = await silent.ask(`/automation/${operation}`, { json: { input: '/', params } });
    assert.equal(answer.status, 501);
    assert.match(answer.text, /--mail-server/);
  }
});
