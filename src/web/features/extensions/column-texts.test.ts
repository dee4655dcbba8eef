import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import type { ExtensionDocument } from '#extension';
import { createColumnTexts } from './column-texts.ts';

function document(uid: string): ExtensionDocument {
  return { uid, path: `/${uid}`, type: 'File', title: uid, state: null, facets: [], properties: {} };
}

it('asks for rows together, once for each state, and again when what it knew is forgotten', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const requests: (readonly string[])[] = [];
  const texts = createColumnTexts(async (documents) => {
    requests.push(documents.map(({ uid }) => uid));
    // One text is missing, and one is empty.
    return documents
      .map(({ uid }) => `of ${uid}`)
      .with(1, '')
      .slice(0, 2);
  });
  const one = document('a');
  for (const row of [one, document('b'), one, document('c')]) texts.want(row);
  assert.equal(texts.textOf(one), undefined);
  let notified = 0;
  texts.subscribe(() => notified++);
  mock.timers.tick(30);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(requests, [['a', 'b', 'c']]);
  assert.equal(notified, 1);
  assert.deepEqual(
    ['a', 'b', 'c'].map((uid) => texts.textOf(document(uid))),
    ['of a', '', ''],
  );
  texts.want(one);
  mock.timers.tick(30);
  assert.equal(requests.length, 1);
  texts.forget();
  texts.want(one);
  mock.timers.tick(30);
  assert.equal(requests.length, 2);
});

it('asks a hundred rows at a time, and again for those whose question failed', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const sizes: number[] = [];
  const texts = createColumnTexts((documents) => {
    sizes.push(documents.length);
    return Promise.reject(new Error('no'));
  });
  for (let at = 0; at < 150; at++) texts.want(document(String(at)));
  mock.timers.tick(30);
  mock.timers.tick(1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(sizes, [100, 50]);
  texts.want(document('0'));
  mock.timers.tick(30);
  assert.deepEqual(sizes, [100, 50, 1]);
});
