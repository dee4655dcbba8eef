import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { mustAskToLeave, useLeaveQuestion } from './leave-guard.ts';
import { forgetUnsaved, mayLoseUnsaved, unsavedLock } from './leaving.ts';

const { getState, setState } = useLeaveQuestion;

beforeEach(() => setState({ holding: [], asking: null }));

test('with nothing unsaved nobody is asked', async () => {
  assert.equal(await mayLoseUnsaved(true), true);
  assert.equal(getState().asking, null);
});

test('whoever stays keeps what is unsaved', async () => {
  setState({ holding: [{ within: '/doc/a' }] });
  const answer = mayLoseUnsaved(true);
  getState().asking?.answer(false);
  assert.equal(await answer, false);
  assert.equal(mustAskToLeave('/home'), true);
});

test('whoever leaves holds the page until it goes, for who stays after another question', async () => {
  setState({ holding: [{ within: '/doc/a' }] });
  const answer = mayLoseUnsaved(true);
  getState().asking?.answer(true);
  assert.equal(await answer, true);
  assert.equal(mustAskToLeave('/home'), true);
  forgetUnsaved();
  assert.equal(mustAskToLeave('/home'), false);
});

test('what another tab has not saved is asked about where its session ends, too', async () => {
  const saved = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const tab = navigator.locks.request(unsavedLock, { mode: 'shared' }, () => {
    held.resolve();
    return saved.promise;
  });
  await held.promise;
  assert.equal(await mayLoseUnsaved(false), true);
  const asked = new Promise((resolve) => useLeaveQuestion.subscribe(({ asking }) => resolve(asking)));
  const answer = mayLoseUnsaved(true);
  await asked;
  assert.equal(getState().asking?.unsaved, 'elsewhere');
  getState().asking?.answer(false);
  assert.equal(await answer, false);
  saved.resolve();
  await tab;
  assert.equal(await mayLoseUnsaved(true), true);
});
