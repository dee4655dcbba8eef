/** Limits of each attribute by which a directory marks an account as disabled, or its password as changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDisabled, passwordChanged } from './account-state.ts';

const now = Date.UTC(2026, 10, 23, 12);
const entry = (attributes: Readonly<Record<string, string>>) => ({ dn: 'uid=amy', ...attributes });
/** Active Directory's times: units of 100 ns since 1601. */
const fileTime = (ms: number): string => `${BigInt(ms + 11_644_473_600_000) * 10_000n}`;

for (const [name, disabled, enabled] of [
  ['userAccountControl', ['514', '66050', '2'], ['512', '66048', '']],
  ['accountExpires', [fileTime(now - 1000), '1'], [fileTime(now + 1000), '0', '9223372036854775807']],
  ['nsAccountLock', ['TRUE', 'true'], ['FALSE', '']],
  ['pwdAccountLockedTime', ['000001010000Z'], ['20261123110000Z']],
  ['shadowExpire', ['1', `${now / 86_400_000 - 0.5}`], ['-1', '0', '30000']],
] as const) {
  test(`${name} says whether an account may be used`, () => {
    for (const value of disabled) assert.equal(isDisabled(entry({ [name]: value }), now), true, value);
    for (const value of enabled) assert.equal(isDisabled(entry({ [name]: value }), now), false, value);
  });
}

test('one sign among others is enough, and an entry without any is in use', () => {
  assert.equal(isDisabled(entry({ userAccountControl: '512', nsAccountLock: 'TRUE' }), now), true);
  assert.equal(isDisabled(entry({ cn: 'Amy' }), now), false);
});

test('the last change of a password is found in each way to write it', () => {
  const changed = Date.UTC(2026, 10, 23, 16, 40, 4);
  for (const [name, value] of [
    ['pwdLastSet', fileTime(changed)],
    ['pwdChangedTime', '20261123164004Z'],
    ['krbLastPwdChange', '20261123164004.25Z'],
  ] as const)
    assert.equal(passwordChanged(entry({ [name]: value })), changed, name);
  assert.equal(passwordChanged(entry({ shadowLastChange: '20000' })), Date.UTC(2024, 9, 4));
  assert.equal(passwordChanged(entry({ pwdLastSet: '0' })), 0);
  assert.equal(passwordChanged(entry({ pwdLastSet: '0', pwdChangedTime: '20261123164004Z' })), changed);
  for (const value of ['', 'never', '20261123']) {
    assert.equal(passwordChanged(entry({ pwdChangedTime: value })), undefined, value);
  }
  assert.equal(passwordChanged(entry({ cn: 'Amy' })), undefined);
});
