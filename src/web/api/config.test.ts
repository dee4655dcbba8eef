import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from './config.ts';

const root = new URL('https://docs.example/papers/');

function problems(value: unknown): readonly string[] {
  const result = parseConfig(value, root);
  return 'problems' in result ? result.problems.map(({ path, code }) => `${path} ${code}`) : [];
}

test('the least configuration is a server', () => {
  const result = parseConfig({ server: '/nuxeo/' }, root);
  assert.ok('config' in result);
  assert.deepEqual(result.config, {
    server: 'https://docs.example/nuxeo',
    headerPrefix: 'NX',
    signIn: {
      methods: ['password', 'oauth', 'token'],
      clientId: 'muniment',
      redirectUri: 'https://docs.example/papers/',
    },
    branding: { name: 'Muniment', organisation: null },
    languages: ['en', 'fr', 'de', 'es', 'ja', 'ar'],
    extensions: undefined,
  });
});

test('a relative server stands beside the app, an absolute one where it says', () => {
  const beside = parseConfig({ server: 'api' }, root);
  assert.equal('config' in beside && beside.config.server, 'https://docs.example/papers/api');
  const far = parseConfig({ server: 'https://other.example:8443/nuxeo' }, root);
  assert.equal('config' in far && far.config.server, 'https://other.example:8443/nuxeo');
});

test('every mistake is named at once', () => {
  assert.deepEqual(
    problems({
      serwer: '/nuxeo',
      headerPrefix: 'N X',
      signIn: { methods: ['pasword'], clientId: 7 },
      branding: 'us',
      languages: 'en',
    }),
    [
      'serwer unknown',
      'server missing',
      'branding wrong-type',
      'headerPrefix not-allowed',
      'signIn.methods not-allowed',
      'signIn.clientId wrong-type',
      'languages wrong-type',
    ],
  );
});

test('at least one way to sign in', () => {
  assert.deepEqual(problems({ server: '/nuxeo', signIn: { methods: [] } }), ['signIn.methods not-allowed']);
});

test('addresses must be of the web and hold no secret', () => {
  for (const server of ['ftp://host/nuxeo', 'javascript:alert(1)', 'https://ada:pw@host/nuxeo', 'http://']) {
    assert.deepEqual(problems({ server }), ['server bad-address'], server);
  }
});

test('the file must hold an object', () => {
  assert.deepEqual(problems([]), [' not-an-object']);
  assert.deepEqual(problems('x'), [' not-an-object']);
});

test('an organisation has a name, a mark and an ink of its own, which is a colour', () => {
  const own = { name: 'Port of Ada', organisation: 'Harbour office', mark: 'ada.svg', ink: '#7a1f3d' };
  const result = parseConfig({ server: '/nuxeo', branding: own }, root);
  assert.deepEqual('config' in result && result.config.branding, {
    ...own,
    mark: 'https://docs.example/papers/ada.svg',
    ink: { light: '#7a1f3d' },
  });
  for (const ink of ['red', '#12345', { dark: '#fff' }, { light: '#000', dark: 7 }, null])
    assert.equal(problems({ server: '/nuxeo', branding: { ink } }).length, 1, JSON.stringify(ink));
  assert.deepEqual(problems({ server: '/nuxeo', branding: { mark: 'javascript:alert(1)' } }), [
    'branding.mark bad-address',
  ]);
});
