import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type OperationParameter, type ParameterType, parameterTypes } from '#wire/operation.ts';
import { checkParameters, startTexts } from './parameter-values.ts';

const parameter = (
  name: string,
  type: ParameterType,
  part: Partial<OperationParameter> = {},
): OperationParameter => ({
  name,
  type,
  description: '',
  required: false,
  widget: null,
  order: 0,
  values: [],
  ...part,
});

const sent = (type: ParameterType, text: string) => {
  const { params, problems } = checkParameters([parameter('p', type)], { p: text });
  return problems.p ?? params.p;
};

it('sends each type in the form that the interface wants', () => {
  assert.equal(sent('string', ' as typed '), ' as typed ');
  assert.equal(sent('boolean', 'true'), true);
  assert.equal(sent('boolean', 'false'), false);
  assert.equal(sent('integer', '42'), 42);
  assert.equal(sent('float', '-1.5'), -1.5);
  assert.equal(sent('date', '2024-02-29'), '2024-02-29T00:00:00.000Z');
  assert.deepEqual(sent('stringlist', 'a, b\n\n c '), ['a, b', 'c']);
  assert.deepEqual(sent('properties', 'dc:title=A = B\ndc:source='), {
    'dc:title': 'A = B',
    'dc:source': '',
  });
  assert.deepEqual(sent('map', '{"a": [1]}'), { a: [1] });
  assert.deepEqual(sent('list', '[1, 2]'), [1, 2]);
  assert.deepEqual(sent('object', '{"a": 1}'), { a: 1 });
  assert.equal(sent('object', 'plain'), 'plain');
});

it('says what does not fit', () => {
  assert.equal(sent('integer', 'many'), 'number');
  assert.equal(sent('long', '1.5'), 'whole');
  assert.equal(sent('date', 'someday'), 'date');
  assert.equal(sent('properties', '{broken'), 'json');
  assert.equal(sent('list', '[1'), 'json');
});

it('leaves the empty ones out, and misses the required', () => {
  for (const type of parameterTypes) assert.equal(sent(type, ' '), undefined, type);
  const { problems } = checkParameters([parameter('p', 'string', { required: true })], {});
  assert.deepEqual(problems, { p: 'missing' });
});

it('starts with the default among the allowed values', () => {
  assert.deepEqual(startTexts([parameter('p', 'string', { values: ['minor', 'major'] })]), { p: 'minor' });
});
