import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { indexedProperties } from '../types/query-properties.ts';
import { TypeRegistry } from '../types/registry.ts';
import { WorkflowModels } from '../workflow/models.ts';
import { readConfiguration } from './read-configuration.ts';
import { ConfigurationFault } from './reader.ts';

const faultAt = (path: string, message: RegExp) => (error: unknown) =>
  error instanceof ConfigurationFault && error.path.join('.') === path && message.test(error.message);

describe('faults know their place', () => {
  for (const [text, path, message] of [
    [{ pageproviders: {} }, 'pageproviders', /not known here/],
    [{ types: { A: { extend: 'File' } } }, 'types.A.extend', /known are extends/],
    [{ schemas: { s: { fields: { a: 'strnig' } } } }, 'schemas.s.fields.a', /no such type/],
    [
      { schemas: { s: { fields: { a: { type: 'string[]', indexed: true } } } } },
      'schemas.s.fields.a.indexed',
      /no list/,
    ],
    [
      // Valid for code units, but not for code points, which constraints use.
      { schemas: { s: { fields: { a: { type: 'string', constraints: { pattern: 'a\\-b' } } } } } },
      'schemas.s.fields.a.constraints.pattern',
      /no regular expression/,
    ],
    [
      {
        schemas: {
          s: { fields: { a: { type: 'complex[]', fields: { b: { type: 'date', indexed: true } } } } },
        },
      },
      'schemas.s.fields.a',
      /no part can be indexed/,
    ],
    [{ vocabularies: { v: { entries: [{ label: 'x' }] } } }, 'vocabularies.v.entries.0', /needs id/],
    [
      {
        pageProviders: {
          p: { query: 'x', predicates: [{ parameter: 'a', operator: 'LIKES', property: 'b' }] },
        },
      },
      'pageProviders.p.predicates.0.operator',
      /must be one of/,
    ],
    [
      { workflows: { w: { nodes: [{ id: 'a', kind: 'begin' }] } } },
      'workflows.w.nodes.0.kind',
      /must be one of/,
    ],
    [{ metadataMappings: { m: { blob: 'file:content' } } }, 'metadataMappings.m', /needs properties/],
    [{ versioning: { policies: { p: { types: ['File'] } } } }, 'versioning.policies.p', /needs increment/],
    [
      { versioning: { policies: { p: { increment: 'minor', order: 10 } } } },
      'versioning.policies.p.order',
      /above 10/,
    ],
    [
      { versioning: { policies: { p: { initial: 'one' } } } },
      'versioning.policies.p.initial',
      /must be like/,
    ],
    [
      { versioning: { restrictions: { File: { project: ['huge'] } } } },
      'versioning.restrictions.File.project.0',
      /must be one of/,
    ],
    [[], '', /must be a map/],
  ] as const) {
    test(path || 'the whole file', () => {
      assert.throws(() => readConfiguration(text), faultAt(path, message));
    });
  }
});

test('a whole file becomes definitions that the registries take', () => {
  const read = readConfiguration({
    schemas: {
      dataset: {
        prefix: 'ds',
        fields: {
          database: 'string',
          attachments: 'string[]',
          period: { fields: { from: { type: 'date', indexed: true } } },
          fields: { type: 'complex[]', fields: { name: 'string', roles: 'string[]' } },
          nature: { type: 'string -> directory nature', constraints: { required: true } },
        },
      },
    },
    types: { DataSet: { extends: 'File', schemas: ['dataset'] } },
    vocabularies: { colours: { entries: ['red', { id: 'blue', label: 'Blue', ordering: 2 }] } },
    pageProviders: {
      search_with_params: {
        query: 'SELECT * FROM Note WHERE dc:title = ? AND dc:source = ?',
        sort: '-dc:title',
      },
    },
    workflows: {
      Sign: {
        nodes: [
          { id: 's', kind: 'start', transitions: [{ to: 't' }] },
          {
            id: 't',
            kind: 'task',
            assignee: 'initiator',
            buttons: [{ name: 'ok' }],
            onLeave: [{ kind: 'set', variable: 'x', value: 1, button: 'ok' }],
            transitions: [{ to: 'e', when: [{ kind: 'button', name: 'ok' }] }],
          },
          { id: 'e', kind: 'end' },
        ],
      },
    },
    operations: { Mine: {} },
  });
  const types = new TypeRegistry(read);
  assert.equal(types.isA('DataSet', 'File'), true);
  assert.equal(types.property('ds:fields/*/roles')?.isList, true);
  assert.deepEqual(indexedProperties(types.schemas.values()), [types.property('ds:period/from')]);
  assert.equal(types.property('ds:period/from')?.isIndexed, true);
  assert.deepEqual(read.vocabularies[0]?.rows[0], { id: 'red', label: 'red' });
  assert.equal(read.pageProviders[0]?.pageSize, 50);
  assert.equal(new WorkflowModels(read.workflows).get('Sign')?.nodes.length, 3);
  assert.equal(read.operations?.isObject, true);
});

test('a workflow that leads nowhere is refused', () => {
  const { workflows } = readConfiguration({
    workflows: { W: { nodes: [{ id: 's', kind: 'start', transitions: [{ to: 'gone' }] }] } },
  });
  assert.throws(() => new WorkflowModels(workflows), /leads to gone/);
});
