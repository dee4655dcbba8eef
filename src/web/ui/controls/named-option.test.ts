import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exactFirst, namedOption } from './named-option.ts';

const adalbert = { id: 'adalbert', label: 'Adalbert Stifter', detail: 'adalbert' };
const ada = { id: 'ada', label: 'Ada Marsh', detail: 'ada' };
const otherAda = { id: 'ada2', label: 'Ada Marsh', detail: 'ada2' };

it('a text names what it is in full, whatever else begins so', () => {
  assert.equal(namedOption([adalbert, ada], 'ADA ', true), ada);
  assert.equal(namedOption([adalbert, ada, otherAda], 'ada marsh', true), undefined);
  assert.equal(namedOption([adalbert, ada], 'ad', true), undefined);
  assert.equal(namedOption([adalbert], 'adal', true), adalbert);
  assert.equal(namedOption([adalbert], 'adal', false), undefined);
  assert.equal(namedOption([], 'ada', true), undefined);
  assert.equal(namedOption([ada], ' ', true), undefined);
});

it('what was typed in full comes first', () => {
  assert.deepEqual(exactFirst([adalbert, ada], 'ada'), [ada, adalbert]);
  assert.deepEqual(exactFirst([adalbert, ada], ''), [adalbert, ada]);
});
