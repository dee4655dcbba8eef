import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from 'ldapts';
import { allTextsOf } from './attribute-values.ts';

const dn = 'cn=all,dc=example,dc=org';
const names = Array.from({ length: 3_200 }, (_, index) => `cn=${index},dc=example,dc=org`);

/** Answers like Active Directory, which returns 1,500 values at a time. */
function answer(attribute: string): Entry {
  const from = Number(/;range=(\d+)-\*$/.exec(attribute)?.[1] ?? 0);
  const last = Math.min(from + 1_500, names.length) - 1;
  const end = last === names.length - 1 ? '*' : last;
  return { dn, member: [], [`Member;Range=${from}-${end}`]: names.slice(from, last + 1) };
}

test('members of large groups are read range by range', async () => {
  const requests: string[] = [];
  const all = await allTextsOf(answer('member'), 'member', async (attribute) => {
    requests.push(attribute);
    return answer(attribute);
  });
  assert.deepEqual(all, names);
  assert.deepEqual(requests, ['member;range=1500-*', 'member;range=3000-*']);
});

test('a list that does not come whole is an error, a short one is taken as it is', async () => {
  const repeated = { dn, 'member;range=0-1499': names.slice(0, 1_500) };
  const wrong: readonly (Entry | undefined)[] = [undefined, { dn, member: [] }, repeated];
  for (const next of wrong)
    await assert.rejects(
      allTextsOf(answer('member'), 'member', async () => next),
      /did not come whole/,
    );
  const none = async () => assert.fail('nothing more is asked');
  assert.deepEqual(await allTextsOf({ dn, member: 'one' }, 'member', none), ['one']);
  assert.deepEqual(await allTextsOf({ dn, member: [] }, 'member', none), []);
});
