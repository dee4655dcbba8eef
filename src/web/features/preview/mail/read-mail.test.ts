import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readMail } from './read-mail.ts';

function bytes(lines: readonly string[]): ArrayBuffer {
  return new TextEncoder().encode(lines.join('\r\n')).buffer;
}

it('decodes headers, message and attachments', async () => {
  const mail = await readMail(
    bytes([
      'From: =?utf-8?q?=C3=85se_Berg?= <ase@example.org>',
      'To: quay@example.org',
      'Subject: =?utf-8?q?Lease_=E2=80=93_Quay_7?=',
      'Date: Mon, 04 Mar 2024 09:30:00 +0100',
      'Content-Type: multipart/mixed; boundary="cut"',
      '',
      '--cut',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=FC=DFe',
      '--cut',
      'Content-Type: text/html; name="page.html"',
      'Content-Disposition: attachment; filename="page.html"',
      '',
      '<script>1</script>',
      '--cut--',
    ]),
  );
  assert.equal(mail.subject, 'Lease – Quay 7');
  assert.deepEqual(mail.from, ['Åse Berg <ase@example.org>']);
  assert.deepEqual(mail.to, ['quay@example.org']);
  assert.equal(mail.date?.toISOString(), '2024-03-04T08:30:00.000Z');
  assert.equal(mail.text.trim(), 'Grüße');
  assert.equal(mail.html, null);
  const [page] = mail.attachments;
  assert.equal(page?.name, 'page.html');
  assert.equal(page?.content.type, 'application/octet-stream');
  assert.equal((await page?.content.text())?.trim(), '<script>1</script>');
});

it('reads what is hardly a mail', async () => {
  const mail = await readMail(bytes(['Date: someday', '', 'Hello']));
  assert.equal(mail.date, null);
  assert.equal(mail.text.trim(), 'Hello');
  assert.deepEqual(mail.attachments, []);
});

it('takes pictures that the message shows for parts of it, and others for attachments', async () => {
  const picture = (id: string) => [
    '--cut',
    `Content-Type: image/png; name="${id}.png"`,
    `Content-ID: <${id}@example.org>`,
    'Content-Transfer-Encoding: base64',
    '',
    'AAEC',
  ];
  const mail = await readMail(
    bytes([
      'Content-Type: multipart/related; boundary="cut"',
      '',
      '--cut',
      'Content-Type: text/html',
      '',
      '<img src="cid:shown@example.org">',
      ...picture('shown'),
      ...picture('other'),
      '--cut--',
    ]),
  );
  assert.deepEqual([...mail.pictures.keys()], ['shown@example.org']);
  assert.equal(mail.pictures.get('shown@example.org')?.size, 3);
  assert.deepEqual(
    mail.attachments.map(({ name }) => name),
    ['other.png'],
  );
});
