/** Random queries, whole and broken: an answer or a refusal in the query's own class, and the same on every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brokenQueries, validQueries } from '#nxql/generate.test-support.ts';
import { findProperty, type PropertyType, parse, type Query, slashed } from '#nxql/index.ts';
import { SAMPLE_VOCABULARY } from '#nxql/sample-config.test-support.ts';
import { RepositoryError } from '#server/core/errors.ts';
import type { QueryProperty, QueryTypes, Store } from '#server/core/ports.ts';
import { LIBRARY, plantLibrary } from './sample-library.ts';
import { nameMissingEngines, openTestEngines } from './test-engines.ts';

const RUNS = 300;

const stores = await openTestEngines();
for (const store of stores) await plantLibrary(store);

const types: QueryTypes = {
  concreteTypes: (name) => (SAMPLE_VOCABULARY.types.has(name) ? [name, 'File', 'Folder', 'Note'] : undefined),
  typesWithFacet: (facet) => (facet === 'Folderish' ? ['Folder'] : []),
  property: (name) => {
    const found = findProperty(SAMPLE_VOCABULARY, name);
    if (found === undefined) return undefined;
    const [top = ''] = found.xpath.split('/');
    const [, ...rest] = slashed(name).split('/');
    const isList = found.type === 'list';
    const type = storedType(isList ? (found.element ?? 'string') : found.type);
    return { segments: [top, ...rest], type, isList };
  },
};

function storedType(type: PropertyType): QueryProperty['type'] {
  if (type === 'integer') return 'long';
  return type === 'list' ? 'complex' : type;
}

/** What the query finds, in no order; or the message of its refusal, where it may be refused. */
async function answer(store: Store, query: Query, mayRefuse: boolean): Promise<string> {
  const scope = {
    repository: LIBRARY,
    readAclIds: undefined,
    types,
    now: new Date('2024-06-01T00:00:00.000Z'),
  };
  const request = { query, scope, sort: [], limit: 0, offset: 0, countUpTo: -1 };
  const { documents } = store.begin().stores;
  try {
    const found =
      query.select.length === 0 ? await documents.queryIds(request) : await documents.project(request);
    return `${found.total} ${found.items.map((item) => JSON.stringify(item)).toSorted()}`;
  } catch (error) {
    if (mayRefuse && error instanceof RepositoryError && error.code === 'invalidQuery') return error.message;
    throw error;
  }
}

async function compare(text: string, mayRefuse: boolean): Promise<void> {
  const { query } = parse(text);
  if (query === undefined) return;
  // Which rows a page holds may depend on how documents are ranked, and that is each engine's own.
  const answers = await Promise.all(
    stores.map((store) => answer(store, { ...query, limit: undefined }, mayRefuse)),
  );
  for (const one of answers) assert.equal(one, answers[0], text);
}

test('whole queries are answered alike', () =>
  fc.assert(
    fc.asyncProperty(validQueries(SAMPLE_VOCABULARY), (text) => compare(text, false)),
    { numRuns: RUNS },
  ));

test('broken queries are refused alike', () =>
  fc.assert(
    fc.asyncProperty(brokenQueries(SAMPLE_VOCABULARY), (text) => compare(text, true)),
    { numRuns: RUNS },
  ));

nameMissingEngines(stores, 2);
