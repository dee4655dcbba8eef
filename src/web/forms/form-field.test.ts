import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldOf, fieldsOfSchema } from './form-field.ts';

const constraint = (name: string, parameters: object = {}) => ({ name, parameters });

it('reads the plain types', () => {
  const kinds = ['string', 'long', 'double', 'boolean', 'date', 'blob', 'unknown-type'].map(
    (type) => fieldOf('x:field', type).kind,
  );
  assert.deepEqual(kinds, ['text', 'whole', 'decimal', 'yes-no', 'date', 'blob', 'text']);
});

it('reads lists and complex properties to their depth', () => {
  const files = fieldOf('files:files', {
    type: 'complex[]',
    fields: { file: { type: 'blob' }, note: 'string[]' },
  });
  assert.equal(files.kind, 'complex');
  assert.equal(files.list, true);
  assert.deepEqual(
    files.parts.map(({ name, kind, list }) => [name, kind, list]),
    [
      ['file', 'blob', false],
      ['note', 'text', true],
    ],
  );
});

it('takes vocabulary, people and choices from the constraints', () => {
  const directory = fieldOf('x:colour', {
    type: 'string[]',
    itemConstraints: [constraint('directoryResolver', { directory: 'colours' })],
  });
  assert.equal(directory.kind, 'directory');
  assert.equal(directory.directory, 'colours');
  assert.equal(
    fieldOf('x:owner', { type: 'string', constraints: [constraint('userManagerResolver')] }).kind,
    'principal',
  );
  const choice = fieldOf('x:size', {
    type: 'string',
    constraints: [constraint('EnumConstraint', { Values: ['s', 'm'] }), constraint('NotNullConstraint')],
  });
  assert.deepEqual([choice.kind, choice.choices, choice.required], ['choice', ['s', 'm'], true]);
});

it('knows the common vocabularies when the server does not tell', () => {
  assert.equal(fieldOf('dc:subjects', 'string[]').directory, 'l10nsubjects');
  assert.equal(fieldOf('dc:creator', 'string').kind, 'principal');
});

it('leaves out what is no field', () => {
  const fields = fieldsOfSchema({ name: 'uid', fields: { '@prefix': 'uid', uid: 'string' } }, 'uid');
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['uid:uid'],
  );
});
