import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readFrameMessage } from './protocol.ts';

it('takes nothing that this protocol does not know', () => {
  for (const value of [
    null,
    'call',
    [],
    { type: 'token' },
    { type: 'answered' },
    { type: 'answered', id: '1', value: 2 },
    { type: 'call', id: 1, method: 'PATCH', path: '/id/1' },
    { type: 'call', id: 1, method: 'GET', path: 7 },
    { type: 'failed', reason: 'no' },
    { type: 'open', uid: {} },
    { type: 'file', id: 1.5 },
  ])
    assert.equal(readFrameMessage(value), null, JSON.stringify(value));
});

it('reads what frames say, and cuts long reasons', () => {
  assert.deepEqual(readFrameMessage({ type: 'call', id: 3, method: 'GET', path: '/id/1', more: 1 }), {
    type: 'call',
    id: 3,
    method: 'GET',
    path: '/id/1',
    body: undefined,
  });
  assert.deepEqual(readFrameMessage({ type: 'failed', id: null, reason: 7 }), {
    type: 'failed',
    id: null,
    reason: '',
  });
  const long = readFrameMessage({ type: 'failed', id: 1, reason: 'x'.repeat(10_000) });
  assert.equal(long?.type === 'failed' && long.reason.length, 500);
});
