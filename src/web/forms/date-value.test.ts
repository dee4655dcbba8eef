import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fromInput, hasTime, parseDate, toDayInput, toTimeInput } from './date-value.ts';

it('keeps a day through the field and back', () => {
  const stored = fromInput('2024-04-17');
  const date = parseDate(stored);
  assert.ok(date);
  assert.equal(hasTime(date), false);
  assert.equal(toDayInput(date), '2024-04-17');
});

it('keeps a time through the field and back', () => {
  const date = parseDate(fromInput('2024-04-17T09:30'));
  assert.ok(date);
  assert.equal(hasTime(date), true);
  assert.equal(toTimeInput(date), '2024-04-17T09:30');
});

it('answers null for what is no date', () => {
  assert.equal(fromInput(''), null);
  assert.equal(parseDate('soon'), null);
  assert.equal(parseDate('12'), null);
  assert.equal(parseDate('2030-02-31'), null);
  assert.equal(parseDate(null), null);
});

it('drops nothing that is no date', () => {
  assert.equal(fromInput('12/dd/yyyy'), '12/dd/yyyy');
  assert.equal(fromInput('2030-02-31'), '2030-02-31');
});
