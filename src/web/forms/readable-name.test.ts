import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readableName } from './readable-name.ts';

it('makes the names of servers readable', () => {
  assert.equal(readableName('contract:start_date'), 'Start date');
  assert.equal(readableName('relatedtext:relatedTextResources'), 'Related text resources');
  assert.equal(readableName('file'), 'File');
  assert.equal(readableName('x:année_de_parution'), 'Année de parution');
});
