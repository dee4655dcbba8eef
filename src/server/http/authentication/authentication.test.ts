import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { basicCredentials, bearerToken } from './credentials.ts';
import { md5 } from './md5.ts';

const basic = (text: string) =>
  new Headers({ Authorization: `bAsIc ${Buffer.from(text).toString('base64')}` });

test('basic credentials: split at the first colon, UTF-8, empty parts are none', () => {
  assert.deepEqual(basicCredentials(basic('ミカエル:a:b')), { username: 'ミカエル', password: 'a:b' });
  assert.equal(basicCredentials(basic('x:')), undefined);
  assert.equal(basicCredentials(basic(':x')), undefined);
  assert.equal(basicCredentials(new Headers({ Authorization: 'Basic %%%' })), undefined);
});

test('the bearer scheme is spelled exactly', () => {
  assert.equal(bearerToken(new Headers({ Authorization: 'Bearer abc' })), 'abc');
  assert.equal(bearerToken(new Headers({ Authorization: 'bearer abc' })), null);
});

test('md5 equals the known one for every padding', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 1000]) {
    const bytes = new Uint8Array(length).fill(length % 251);
    assert.equal(Buffer.from(md5(bytes)).toString('hex'), createHash('md5').update(bytes).digest('hex'));
  }
});
