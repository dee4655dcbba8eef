import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatDay, formatDuration, formatList, formatRelative, formatSize, formatSpeed } from './format.ts';

const flat = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it('writes sizes in units of 1000', () => {
  assert.equal(formatSize('en', 0), '0 bytes');
  assert.equal(formatSize('en', 1), '1 byte');
  assert.equal(formatSize('en', 312_400), '312 kB');
  assert.equal(formatSize('en', 4_812_000), '4.8 MB');
  assert.equal(formatSize('en', 999_600), '1 MB');
  assert.equal(flat(formatSize('fr', 4_812_000)), '4,8 Mo');
});

it('writes a day as shortly as it stays clear', () => {
  const now = new Date(2024, 10, 21, 12, 0);
  assert.equal(formatDay('en-GB', new Date(2024, 10, 21, 9, 12), now), 'Today, 09:12');
  assert.equal(formatDay('en-GB', new Date(2024, 10, 20, 23, 59), now), 'Yesterday');
  assert.equal(formatDay('fr', new Date(2024, 10, 20, 0, 1), now), 'Hier');
  assert.equal(formatDay('en-GB', new Date(2024, 10, 12), now), '12 Nov');
  assert.equal(formatDay('en-GB', new Date(2019, 10, 12), now), '12 Nov 2019');
  assert.equal(formatDay('en-GB', new Date(Number.NaN), now), '');
});

it('writes distances, durations and lists', () => {
  const now = new Date(2024, 10, 21, 12, 0);
  assert.equal(formatRelative('en', new Date(now.getTime() - 3 * 60_000), now), '3 minutes ago');
  assert.equal(formatRelative('en', new Date(now.getTime() + 2 * 86_400_000), now), 'in 2 days');
  assert.equal(formatDuration('en', 90), '2 min');
  assert.equal(formatDuration('en', 0), '1 sec');
  assert.equal(formatList('fr', ['a', 'b', 'c']), 'a, b et c');
});

it('writes days and speeds as the language does', () => {
  const now = new Date(2024, 10, 21, 12, 0);
  assert.equal(formatDay('ja', new Date(2024, 10, 21, 9, 12), now), '今日 09:12');
  assert.match(formatDay('ar-u-nu-latn', new Date(2024, 10, 21, 9, 12), now), /^اليوم، 09:12/);
  assert.equal(flat(formatSpeed('en', 4_812_000)), '4.8 MB/s');
  assert.equal(flat(formatSpeed('fr', 4_812_000)), '4,8 Mo/s');
});
