/** Which values are not sent, and why. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldDescription } from '#wire/config.ts';
import type { Json } from '#wire/json.ts';
import { fieldOf } from './form-field.ts';
import { type ValueProblem, valueProblems } from './value-problems.ts';

const constrained = (type: string, name: string, parameters: object = {}): FieldDescription => ({
  type,
  [type.endsWith('[]') ? 'itemConstraints' : 'constraints']: [{ name, parameters }],
});

const found = (description: FieldDescription, value: Json, name = 'x:y'): readonly ValueProblem[] =>
  valueProblems(fieldOf(name, description), value, name);

describe('valueProblems', () => {
  it('misses what is required', () => {
    const field = constrained('string', 'NotNullConstraint');
    assert.deepEqual(found(field, null), [{ path: 'x:y', kind: 'required' }]);
    assert.deepEqual(found(field, ''), [{ path: 'x:y', kind: 'required' }]);
    assert.deepEqual(found(field, 'a'), []);
    const list = constrained('string[]', 'NotNullConstraint');
    assert.deepEqual(found(list, null), [{ path: 'x:y', kind: 'required' }]);
    assert.deepEqual(found(list, []), []);
  });

  it('holds whole texts against a pattern', () => {
    const field = constrained('string', 'PatternConstraint', { Pattern: '[A-Z]{2}-\\d+|none' });
    assert.deepEqual(found(field, 'AB-12'), []);
    assert.deepEqual(found(field, 'none'), []);
    assert.equal(found(field, 'AB-12 and more')[0]?.kind, 'pattern');
    assert.deepEqual(found(field, ''), []);
  });

  it('leaves a pattern that browsers cannot read to the server', () => {
    assert.deepEqual(found(constrained('string', 'PatternConstraint', { Pattern: '(?>a)' }), 'b'), []);
  });

  it('holds lengths, numbers and days to their range', () => {
    const kinds = (description: FieldDescription, ...values: readonly Json[]) =>
      values.map((value) => found(description, value)[0]?.kind);
    const range = { Minimum: 2, Maximum: 4 };
    assert.deepEqual(kinds(constrained('string', 'LengthConstraint', range), 'a', 'ab', 'abcd', 'abcde'), [
      'tooShort',
      undefined,
      undefined,
      'tooLong',
    ]);
    assert.deepEqual(kinds(constrained('long', 'NumericIntervalConstraint', range), 1, 2, 4, 5), [
      'tooSmall',
      undefined,
      undefined,
      'tooLarge',
    ]);
    const days = { Minimum: '2024-01-01', Maximum: '2024-12-31' };
    assert.deepEqual(
      kinds(
        constrained('date', 'DateIntervalConstraint', days),
        '2023-12-30T00:00:00Z',
        '2024-06-01T00:00:00Z',
        '2025-01-02T00:00:00Z',
      ),
      ['tooEarly', undefined, 'tooLate'],
    );
  });

  it('finds dates that are none, however deep', () => {
    assert.deepEqual(found('date', '12/dd'), [{ path: 'x:y', kind: 'notADate' }]);
    assert.deepEqual(found('date', '2030-12-31T00:00:00.000Z'), []);
    const records: FieldDescription = { type: 'complex[]', fields: { day: 'date', more: 'date[]' } };
    const value = [{ day: null, more: ['31/31'] }, { day: 'never' }];
    assert.deepEqual(
      found(records, value).map(({ path }) => path),
      ['x:y/0/more/0', 'x:y/1/day'],
    );
  });
});
