import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDay, readDate, writeDate } from './read-date.ts';

const refused: readonly (readonly [locale: string, typed: string, problem: string])[] = [
  ['en-GB', '12', 'incomplete'],
  ['en-GB', '12/dd/yyyy', 'incomplete'],
  ['en-GB', '12/2030', 'incomplete'],
  ['en-GB', 'soon', 'incomplete'],
  ['en-GB', '31 December', 'incomplete'],
  ['en-US', '31122030', 'impossible'],
  ['en-GB', '31/02/2030', 'impossible'],
  ['en-GB', '2030-13-01', 'impossible'],
  ['en-GB', '1/1/24', 'short-year'],
  ['en-GB', '1/1/22030', 'impossible'],
];

for (const [locale, typed, problem] of refused) {
  it(`refuses "${typed}" in ${locale} as ${problem}`, () => {
    assert.deepEqual(readDate(locale, typed), { problem });
  });
}

const read: readonly (readonly [locale: string, typed: string, value: string])[] = [
  ['en-GB', '31/12/2030', '2030-12-31'],
  ['en-GB', '31122030', '2030-12-31'],
  ['en-US', '12/31/2030', '2030-12-31'],
  ['en-US', '12312030', '2030-12-31'],
  ['de', '31.12.2030', '2030-12-31'],
  ['de', '3. März 2024', '2024-03-03'],
  ['fr', '14 févr. 2024', '2024-02-14'],
  ['ja', '2030年12月31日', '2030-12-31'],
  ['ar', '٣١/١٢/٢٠٣٠', '2030-12-31'],
  ['ar', '14 مارس 2024', '2024-03-14'],
  ['es', '14 de marzo de 2024', '2024-03-14'],
  ['en-GB', '2024-03-14', '2024-03-14'],
  ['en-GB', '1 Sep 2024', '2024-09-01'],
  ['en-US', 'May 5, 2024', '2024-05-05'],
  ['en-GB', '29/2/2024', '2024-02-29'],
];

for (const [locale, typed, value] of read) {
  it(`reads "${typed}" in ${locale}`, () => assert.deepEqual(readDate(locale, typed), { value }));
}

it('reads a time of day where one is asked for', () => {
  assert.deepEqual(readDate('en-GB', '31/12/2030, 9:30', true), { value: '2030-12-31T09:30' });
  assert.deepEqual(readDate('en-US', '12/31/2030, 09:30 PM', true), { value: '2030-12-31T21:30' });
  assert.deepEqual(readDate('en-GB', '31/12/2030', true), { value: '2030-12-31T00:00' });
  assert.deepEqual(readDate('en-GB', '2030-12-31T09:30', true), { value: '2030-12-31T09:30' });
  assert.deepEqual(readDate('en-GB', '31/12/2030 25:00', true), { problem: 'impossible' });
});

it('reads what it has written, in every language', () => {
  for (const locale of ['en-GB', 'en-US', 'fr', 'de', 'es', 'ja', 'ar', 'fa', 'he', 'sv']) {
    assert.deepEqual(readDate(locale, writeDate(locale, '2024-03-04')), { value: '2024-03-04' }, locale);
    const moment = '2024-03-04T17:05';
    assert.deepEqual(readDate(locale, writeDate(locale, moment), true), { value: moment }, locale);
  }
});

it('knows which days exist', () => {
  assert.equal(isDay('2024-02-29'), true);
  assert.equal(isDay('2023-02-29'), false);
  assert.equal(isDay(''), false);
});
