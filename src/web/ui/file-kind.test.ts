import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileKindOf } from './file-kind.ts';

it('tells a sound from a film, by type and by name', () => {
  assert.equal(fileKindOf('audio/mpeg', 'Interview.mp3'), 'sound');
  assert.equal(fileKindOf('video/mp4', 'Quay.mp4'), 'film');
  assert.equal(fileKindOf(null, 'Interview.WAV'), 'sound');
  assert.equal(fileKindOf('application/octet-stream', 'Quay.mkv'), 'film');
});

it('believes the name where the type says only that it is text or bytes', () => {
  assert.equal(fileKindOf('text/plain', 'Rents.csv'), 'sheet');
  assert.equal(fileKindOf('text/plain', 'Notes'), 'text');
  assert.equal(fileKindOf('application/octet-stream', 'Unknown'), 'other');
});
