import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSeconds } from './known-fields.ts';

test('how long a film or a sound is is in seconds, and what else lasts need not be', () => {
  for (const path of ['aud:duration', 'vid:info/duration', 'vid:transcodedVideos/info/duration'])
    assert.equal(isSeconds(path), true, path);
  for (const path of ['lease:duration', 'lease:terms/duration', 'duration', 'vid:durations'])
    assert.equal(isSeconds(path), false, path);
});
