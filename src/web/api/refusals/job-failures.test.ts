/** The reasons of a job's failures in the reader's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Translate } from '#web/i18n/texts.ts';
import { failuresOf, reasonInWords } from './job-failures.ts';

const t: Translate = (name, { words } = {}) => (name === 'said' ? `“${String(words)}”` : name);

const reasons: readonly (readonly [message: string, words: string])[] = [
  [
    "Failed to invoke operation: Document.Trash, Failed to invoke operation Document.Trash, Privilege 'Remove' is not granted to 'ana'",
    "forbidden “\u2068Privilege 'Remove' is not granted to 'ana'\u2069”",
  ],
  ['Locked by someone else', 'locked “\u2068Locked by someone else\u2069”'],
  ['It is under a legal hold', 'kept “\u2068It is under a legal hold\u2069”'],
  ['QuotaExceeded: 20 are needed', 'quota “\u2068QuotaExceeded: 20 are needed\u2069”'],
  ['Failed to invoke operation: Document.Move, The blocked target is a file', 'The blocked target is a file'],
];

for (const [message, words] of reasons)
  test(message, () => {
    assert.equal(reasonInWords(message, t), words);
  });

test('a job of which another server names the documents alone', () => {
  const errorMessage = 'Bulk Action Operation with commandId: c1 fails on documents: [d1, d2]';
  assert.deepEqual(failuresOf({ errorMessage }, t), {
    failures: [
      { uid: 'd1', message: 'unsaid' },
      { uid: 'd2', message: 'unsaid' },
    ],
    reason: 'unsaid',
  });
  const errors = [{ uid: 'd1', message: 'The target is a file' }];
  assert.deepEqual(failuresOf({ errorMessage, errors }, t), {
    failures: errors,
    reason: 'The target is a file',
  });
  assert.deepEqual(failuresOf({}, t), { failures: [], reason: 'unsaid' });
  assert.equal(failuresOf({ errorMessage: 'The index is away' }, t).reason, 'The index is away');
});
