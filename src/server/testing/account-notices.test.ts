/** Letters about changes of sign-in, from the call to the mail that arrives. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openMailBox, type ReceivedMail } from '#server/adapters/mail/mail-box.test-support.ts';
import { codeAt } from '#server/core/signin/one-time-codes.ts';
import { SoftwarePasskey } from './software-passkey.ts';
import { portOfAda, startTestServer } from './test-server.ts';

const box = await openMailBox();
const server = await startTestServer(
  ['--mail-server', box.address, '--mail-from', 'papers@example.org', '--passkeys', '--second-factor'],
  portOfAda,
);
after(() => box.close());

const user = (properties: object) => ({ 'entity-type': 'user', id: 'ada', properties });
const made = await server.ask('/user', {
  json: user({ username: 'ada', password: 'ada', email: 'ada@example.org', firstName: 'Ada' }),
});
assert.equal(made.status, 201, made.text);

test('clients learn that the server sends mails', async () => {
  assert.deepEqual((await server.ask('/capabilities')).body.mail, { enabled: true });
});

/** The only mail about the change. */
async function mailAfter(change: () => Promise<{ status: number; text: string }>): Promise<ReceivedMail> {
  const answer = await change();
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  await server.runJobs();
  assert.equal(box.mails.length, 1);
  const [mail] = box.mails.splice(0);
  assert.ok(mail);
  return mail;
}
const ask = (path: string, init: object = {}) => server.ask(path, { as: 'ada', ...init });

test('a password that somebody else set, and one’s own', async () => {
  const byOther = await mailAfter(() =>
    server.ask('/user/ada', { method: 'PUT', json: user({ password: 'of-an-administrator' }) }),
  );
  assert.deepEqual(byOther.to, ['ada@example.org']);
  assert.match(
    byOther.body,
    /the password of ada was changed[\s\S]*By Administrator\.[\s\S]*If this was not you/,
  );
  assert.doesNotMatch(byOther.body, /of-an-administrator/);
  const authorization = `Basic ${Buffer.from('ada:of-an-administrator').toString('base64')}`;
  const byOwner = await mailAfter(() =>
    server.ask('/me/changepassword', {
      as: null,
      method: 'PUT',
      headers: { Authorization: authorization },
      json: { oldPassword: 'of-an-administrator', newPassword: 'ada' },
    }),
  );
  assert.match(byOwner.body, /By Ada\./);
});

test('another address: the letter goes to the former one', async () => {
  const change = (email: string) => () => server.ask('/user/ada', { method: 'PUT', json: user({ email }) });
  const mail = await mailAfter(change('eve@example.org'));
  assert.deepEqual(mail.to, ['ada@example.org']);
  assert.match(mail.body, /the mail address of ada was changed/);
  assert.doesNotMatch(mail.body, /eve@/);
  assert.deepEqual((await mailAfter(change('ada@example.org'))).to, ['eve@example.org']);
});

test('other changes of a person, and those that are refused, write to nobody', async () => {
  await server.ask('/user/ada', { method: 'PUT', json: user({ company: 'Engines' }) });
  const wrong = { oldPassword: 'wrong', newPassword: 'another one' };
  assert.equal((await ask('/me/changepassword', { method: 'PUT', json: wrong })).status, 401);
  await server.runJobs();
  assert.deepEqual(box.mails, []);
});

test('passkeys', async () => {
  const passkey = new SoftwarePasskey();
  const { body } = await ask('/me/passkeys/options', { method: 'POST' });
  const response = passkey.register(body.options, { origin: 'http://localhost:8080' });
  const json = { name: 'Telephone', handle: body.handle, response };
  assert.match((await mailAfter(() => ask('/me/passkeys', { json }))).body, /a passkey was added for ada/);
  const removed = await mailAfter(() => server.ask('/passkeys/ada', { method: 'DELETE' }));
  assert.match(removed.body, /a passkey of ada was removed[\s\S]*By Administrator\./);
});

test('one-time codes', async () => {
  const { body } = await ask('/me/second-factor', { method: 'POST' });
  const code = await codeAt(String(body.secret), Math.floor(Date.now() / 30_000));
  const added = await mailAfter(() => ask('/me/second-factor/confirm', { json: { code } }));
  assert.match(added.body, /ada signs in with one-time codes now/);
  const removed = await mailAfter(() => server.ask('/second-factor/ada', { method: 'DELETE' }));
  assert.match(removed.body, /ada signs in without one-time codes now/);
});
