import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OperationParameter } from '#wire/operation.ts';
import { isSecret, maskSecrets, withoutSecrets } from './secret-values.ts';

const parameter = (name: string, widget: string | null = null): OperationParameter => ({
  name,
  type: 'string',
  description: '',
  required: false,
  widget,
  order: 0,
  values: [],
});
const parameters = [
  parameter('login'),
  parameter('password'),
  parameter('code', 'Secret'),
  parameter('properties'),
];

it('knows a secret by its name or its widget', () => {
  for (const name of ['password', 'newPassword', 'accessToken', 'client_secret', 'apiKey', 'credentials'])
    assert.equal(isSecret(parameter(name)), true, name);
  for (const name of ['login', 'keywords', 'xpath', 'query'])
    assert.equal(isSecret(parameter(name)), false, name);
  assert.equal(isSecret(parameter('code', 'Password')), true);
});

it('keeps no secret, neither by itself nor as a member of a map', () => {
  const stored = withoutSecrets(parameters, {
    login: 'ada',
    password: 'pw',
    code: '1234',
    properties: 'city=Brest',
  });
  assert.deepEqual(stored, { login: 'ada', properties: 'city=Brest' });
  for (const properties of ['city=Brest\npassword = pw', '{"city": "Brest", "password": "pw"}'])
    assert.deepEqual(withoutSecrets(parameters, { properties }), {});
});

it('puts a word to replace where a secret was', () => {
  const params = {
    login: 'ada',
    password: 'pw',
    code: '1234',
    properties: { all: [{ apiKey: 'k' }], city: 'Brest' },
  };
  assert.deepEqual(maskSecrets(parameters, params), {
    login: 'ada',
    password: '<password>',
    code: '<code>',
    properties: { all: [{ apiKey: '<apiKey>' }], city: 'Brest' },
  });
});
