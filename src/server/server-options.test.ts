import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionsError, readServerOptions } from './server-options.ts';

test('a flag wins over the environment, the environment over the default', () => {
  assert.equal(readServerOptions([], {}).port, 8080);
  assert.equal(readServerOptions([], { MUNIMENT_PORT: '9000' }).port, 9000);
  assert.equal(readServerOptions(['--port', '9001'], { MUNIMENT_PORT: '9000' }).port, 9001);
  assert.equal(readServerOptions([], { MUNIMENT_DEV: 'true' }).developer, true);
  assert.deepEqual(readServerOptions(['--cors', 'https://a.example, https://b.example'], {}).corsOrigins, [
    'https://a.example',
    'https://b.example',
  ]);
});

for (const mistake of [
  ['--port', 'x'],
  ['--port', '70000'],
  ['--base-path', '/'],
  ['--base-path', 'nuxeo'],
  ['--database', 'mysql://x'],
  ['--s3', 'bucket'],
  ['--repositories', 'a b'],
  ['--public-url', 'papers'],
  ['--mail-server', 'smtp://mail.example.org'],
  ['--mail-from', 'papers@example.org'],
  ['--mail-server', 'mail.example.org', '--mail-from', 'papers@example.org'],
  ['--mail-server', 'smtp://mail.example.org', '--mail-from', 'papers'],
  ['--unknown'],
]) {
  test(`refuses ${mistake.join(' ')}`, () => {
    assert.throws(() => readServerOptions(mistake, {}), OptionsError);
  });
}

test('never shows the password of a mail server', () => {
  assert.throws(
    () =>
      readServerOptions(['--mail-server', 'http://me:secret@mail.example.org', '--mail-from', 'a@b.c'], {}),
    (error: Error) => !error.message.includes('secret'),
  );
});
