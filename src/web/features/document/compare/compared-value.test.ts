import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sameValue } from '#web/api/same-value.ts';
import type { Json } from '#wire/json.ts';
import { comparedValue } from './compared-value.ts';

const same = (one: Json, other: Json) => sameValue(comparedValue(one), comparedValue(other));
const file = (name: string, digest: string, data: string): Json => ({ name, digest, data, length: '9' });

it('tells files apart by what they are, not by where they stand', () => {
  assert.ok(same(file('a.pdf', '1', '/of/one'), file('a.pdf', '1', '/of/other')));
  assert.ok(!same(file('a.pdf', '1', '/here'), file('a.pdf', '2', '/here')));
  assert.ok(!same(file('a.pdf', '1', '/here'), file('b.pdf', '1', '/here')));
});

it('looks into lists and records', () => {
  const attached = (digest: string, at: string): Json => [{ file: file('a.pdf', digest, at) }];
  assert.ok(same(attached('1', '/one'), attached('1', '/other')));
  assert.ok(!same(attached('1', '/one'), attached('2', '/one')));
});
