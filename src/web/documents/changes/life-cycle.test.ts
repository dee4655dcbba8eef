import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mayFollow, stateAfter, type Transition, transitionsBack } from './life-cycle.ts';

const all: readonly Transition[] = ['approve', 'obsolete', 'backToProject'];

it('leads back to the state before, by transitions that are there', () => {
  for (const before of ['project', 'approved', 'obsolete'])
    for (const transition of all.filter((one) => mayFollow(before, one))) {
      let state = stateAfter(transition);
      for (const back of transitionsBack(transition, before)) {
        assert.ok(mayFollow(state, back), `${before} → ${transition}: ${back} from ${state}`);
        state = stateAfter(back);
      }
      assert.equal(state, before);
    }
});

it('leads nowhere from states that it does not know', () => {
  for (const transition of all) {
    assert.equal(mayFollow('review', transition), false);
    assert.equal(mayFollow(null, transition), false);
  }
});
