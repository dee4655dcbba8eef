import assert from 'node:assert/strict';
import { it } from 'node:test';
import { madeVersion } from './made-version.ts';

const entries = [
  { comment: '1.10', eventDate: '2024-03-03T09:00:00Z' },
  { comment: '1.1 Signed by both', eventDate: '2024-03-02T09:00:00Z' },
  { comment: null, eventDate: '2024-03-01T12:00:00Z' },
  { comment: '0.1', eventDate: '2024-03-01T09:00:00Z' },
];

it('dates a version by the log, with what was said of it', () => {
  assert.deepEqual(madeVersion('1.1', entries), { date: '2024-03-02T09:00:00Z', comment: 'Signed by both' });
  assert.deepEqual(madeVersion('0.1', entries), { date: '2024-03-01T09:00:00Z', comment: '' });
});

it('knows nothing of a version that the log does not have', () => {
  assert.equal(madeVersion('0.2', entries), undefined);
});
