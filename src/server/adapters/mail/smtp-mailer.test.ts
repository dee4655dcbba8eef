import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type MailBox, openMailBox } from './mail-box.test-support.ts';
import { openSmtpMailer, transportOptions } from './smtp-mailer.ts';

const closing: (() => Promise<unknown>)[] = [];
after(() => Promise.all(closing.map((close) => close())));

async function mailBox(options: Parameters<typeof openMailBox>[0] = {}): Promise<MailBox> {
  const box = await openMailBox(options);
  closing.push(box.close);
  return box;
}

function mailerTo(address: string) {
  const mailer = openSmtpMailer({
    server: new URL(address),
    from: 'Papers <papers@example.org>',
    name: 'Port of Ada',
  });
  closing.unshift(mailer.close);
  return mailer;
}

const hello = { to: ['ada@example.org'], subject: 'Hello', text: 'Grüße' };

test('sends text, HTML and a file, to hidden receivers too', async () => {
  const box = await mailBox({ password: 'a b/ü' });
  const content = {
    size: 4,
    localPath: undefined,
    stream: () => ReadableStream.from([Buffer.from('deed')]),
  };
  const sent = await mailerTo(box.address).send('mail-1', {
    ...hello,
    cc: ['bob@example.org'],
    bcc: ['eve@example.org'],
    replyTo: ['desk@example.org'],
    html: '<p>Grüße</p>',
    attachments: [{ name: 'Ü.txt', mimeType: 'text/plain', content }],
  });
  assert.equal(sent, 'sent');
  const [mail] = box.mails;
  assert.ok(mail);
  assert.deepEqual(mail.to, ['ada@example.org', 'bob@example.org', 'eve@example.org']);
  assert.equal(mail.from, 'papers@example.org');
  assert.match(mail.headers, /^From: Papers <papers@example.org>$/m);
  assert.match(mail.headers, /^Cc: bob@example.org$/m);
  assert.match(mail.headers, /^Reply-To: desk@example.org$/m);
  assert.match(mail.headers, /^Message-ID: <mail-1@example.org>$/m);
  assert.doesNotMatch(mail.headers, /eve@/);
  assert.match(mail.body, /Grüße[\s\S]*<p>Grüße<\/p>[\s\S]*filename[\s\S]*deed/);
});

test('tells a refusal for good from one that may pass', async () => {
  const refusing = await mailBox({ refuses: 'ada@example.org' });
  const outcome = await mailerTo(refusing.address).send('mail-2', hello);
  assert.match(outcome === 'sent' ? '' : outcome.refused, /no such person/);
  const box = await mailBox({ password: 'right' });
  await assert.rejects(
    mailerTo(box.address.replace('right', 'wrong')).send('mail-3', hello),
    (error: Error) => /did not take/.test(error.message) && !error.message.includes('wrong@'),
  );
});

test('leaves a server alone that does not answer', async () => {
  const box = await openMailBox();
  await box.close();
  const mailer = mailerTo(box.address);
  await assert.rejects(mailer.send('mail-4', hello), /did not take/);
  await assert.rejects(mailer.send('mail-5', hello), /did not answer a moment ago/);
});

test('sends no password in the open beyond this machine', () => {
  const isTlsRequired = (server: string): boolean => transportOptions(new URL(server)).requireTLS;
  assert.equal(isTlsRequired('smtp://papers:secret@mail.example.org'), true);
  assert.equal(isTlsRequired('smtp://papers:secret@127.example.org'), true);
  assert.equal(isTlsRequired('smtp://mail.example.org'), false);
  assert.equal(isTlsRequired('smtp://papers:secret@127.0.0.1'), false);
  assert.equal(transportOptions(new URL('smtps://papers:secret@mail.example.org')).port, 465);
});
