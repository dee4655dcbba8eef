import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { mustAskToLeave, useLeaveQuestion } from './leave-guard.ts';
import { forgetUnsaved, mayLoseUnsaved } from './leaving.ts';

const { getState, setState } = useLeaveQuestion;

beforeEach(() => setState({ holding: [], asking: null }));

test('with nothing unsaved nobody is asked', async () => {
  assert.equal(await mayLoseUnsaved(), true);
  assert.equal(getState().asking, null);
});

test('whoever stays keeps what is unsaved', async () => {
  setState({ holding: [{ within: '/doc/a' }] });
  const answer = mayLoseUnsaved();
  getState().asking?.answer(false);
  assert.equal(await answer, false);
  assert.equal(mustAskToLeave('/home'), true);
});

test('whoever leaves holds the page until it goes, for who stays after another question', async () => {
  setState({ holding: [{ within: '/doc/a' }] });
  const answer = mayLoseUnsaved();
  getState().asking?.answer(true);
  assert.equal(await answer, true);
  assert.equal(mustAskToLeave('/home'), true);
  forgetUnsaved();
  assert.equal(mustAskToLeave('/home'), false);
});
