import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultFramePreferences as defaults, preferencesFrom } from './frame-preferences.ts';

test('what stands in the browser in another kind is left aside, and the rest is taken', () => {
  for (const stored of [undefined, null, 7, 'dark', [], { theme: 7, paneWidth: 'wide', paneShown: null }])
    assert.deepEqual(preferencesFrom(stored, defaults), defaults);
  for (const ownKeys of [null, 'T', [7], { T: 7 }, { T: null }, { T: { key: 'F9' } }])
    assert.deepEqual(preferencesFrom({ theme: 'dark', ownKeys }, defaults), { ...defaults, theme: 'dark' });
  const own = { theme: 'dark', paneWidth: 400, ownKeys: { T: 'F9' } };
  assert.deepEqual(preferencesFrom(own, defaults), { ...defaults, ...own });
});
