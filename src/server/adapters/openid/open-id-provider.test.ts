import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSecure } from './open-id-provider.ts';

test('a provider by https names no address without', () => {
  const issuer = 'https://login.example';
  const secure = { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` };
  requireSecure(secure);
  for (const name of ['jwks_uri', 'token_endpoint', 'userinfo_endpoint', 'end_session_endpoint'])
    for (const address of ['http://169.254.169.254/keys', 'file:///etc/passwd', ''])
      assert.throws(() => requireSecure({ ...secure, [name]: address }), /without https/);
});
