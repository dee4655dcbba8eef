/** Which properties to ask for when a document is made. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ConfigTypes, SchemaEntity } from '#wire/config.ts';
import { fieldsOfNew, hasProblems } from './fields-of-new.ts';

const required = [{ name: 'NotNullConstraint', parameters: {} }];
const schemas: readonly SchemaEntity[] = [
  { name: 'dublincore', '@prefix': 'dc', fields: { title: 'string', description: 'string' } },
  { name: 'lease', '@prefix': 'lease', fields: { number: { type: 'string', constraints: required } } },
  { name: 'common', '@prefix': 'common', fields: { icon: 'string' } },
];
const types: ConfigTypes = {
  doctypes: { Lease: { parent: 'Document', facets: [], schemas: ['common', 'dublincore', 'lease'] } },
  schemas: {},
};

it('asks for what the type has, without its name and what machines write', () => {
  const fields = fieldsOfNew('Lease', types, schemas);
  assert.deepEqual(
    fields.map((field) => [field.name, field.required]),
    [
      ['dc:description', false],
      ['lease:number', true],
    ],
  );
  assert.ok(hasProblems(fields, { 'dc:description': 'On the quay' }));
  assert.ok(!hasProblems(fields, { 'lease:number': '12' }));
});

it('asks for nothing while the types are not known', () => {
  assert.deepEqual(fieldsOfNew('Lease', undefined, schemas), []);
  assert.deepEqual(fieldsOfNew('Other', types, schemas), []);
});
