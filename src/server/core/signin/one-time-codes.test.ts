import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, enrolmentAddress, newSecret, stepOfCode } from './one-time-codes.ts';

/** "12345678901234567890", the key of the standard's examples, which have eight digits: the last six are used here. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('the codes are those of the standard', async () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    assert.equal(await codeAt(secret, Math.floor(seconds / 30)), code);
});

test('a code is good for its step and the ones beside it, and never again', async () => {
  const at = (step: number) => new Date(step * 30_000);
  const code = await codeAt(secret, 100);
  for (const step of [99, 100, 101]) assert.equal(await stepOfCode(secret, code, at(step), 0), 100);
  for (const step of [98, 102]) assert.equal(await stepOfCode(secret, code, at(step), 0), undefined);
  assert.equal(await stepOfCode(secret, code, at(100), 100), undefined);
  for (const wrong of ['', '0', `${code}0`, `${code} `]) {
    assert.equal(await stepOfCode(secret, wrong, at(100), 0), undefined);
  }
});

test('secrets are long and differ; an application reads their address', () => {
  const one = newSecret();
  assert.match(one, /^[A-Z2-7]{32}$/);
  assert.notEqual(one, newSecret());
  const address = new URL(enrolmentAddress(one, 'Muniment', 'a b'));
  assert.equal(address.pathname, '/Muniment:a%20b');
  assert.equal(address.searchParams.get('secret'), one);
});
