/** Runs each operation with no, wrong and plausible input: every failure is one of its documented errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import type { Json } from '#wire/json.ts';
import type { OperationParameter } from '#wire/operation.ts';
import { createOperationRunner } from './machinery/operation-runner.ts';
import { ownOperations } from './registry.ts';

const server = await startTestServer();
const runner = createOperationRunner(ownOperations);
const workspaces = '/default-domain/workspaces';
const folder = await addDocument(server, workspaces, 'Folder', 'folder');
const file = await addDocument(server, `${workspaces}/folder`, 'File', 'file');
await addUser(server, 'leela', 'members');

const unreachable = 'http://127.0.0.1:1/';

function plausible({ name, type }: OperationParameter): Json {
  switch (type) {
    case 'document':
      return file;
    case 'documents':
      return [file];
    case 'boolean':
      return true;
    case 'integer':
    case 'long':
    case 'float':
      // So that waiting operations do not wait at all.
      return name === 'timeoutSecond' ? 0 : 1;
    case 'date':
      return '2030-01-01';
    case 'properties':
    case 'map':
      return { 'dc:title': 'x' };
    case 'stringlist':
    case 'list':
      return ['a', 'b'];
    case 'resource':
      return unreachable;
    case 'blob':
    case 'bloblist':
      return { content: 'text', name: 'a.txt' };
    default:
      return name === 'query' ? 'SELECT * FROM File' : name === 'url' ? unreachable : 'dc:title';
  }
}

/** Messages of errors that are not ours; any other 5xx is a fault of this server. */
const ownWords = new RegExp(
  [
    'no method found for operation',
    'Failed to inject parameter',
    'was given a list',
    'could not be reached',
    'is not versionable',
    'Not allowed to follow transition',
    'not available',
    'is not registered',
    'No converter turns',
    'file is damaged',
    'cannot hold such facts',
    'No route found for id',
  ].join('|'),
);

for (const { id, params } of runner.catalogue().operations) {
  test(id, async () => {
    const good = Object.fromEntries(params.map((parameter) => [parameter.name, plausible(parameter)]));
    const bad = Object.fromEntries(params.map(({ name }) => [name, { nothing: ['that', { fits: true }] }]));
    const leavesThingsAlone = !/Delete|Trash|Empty|Purge/.test(id);
    const calls: readonly object[] = [
      {},
      { input: 3 },
      { input: 'no such document' },
      { input: { strange: true } },
      { input: [file, folder], params: bad },
      { input: file, params: bad },
      ...(leavesThingsAlone
        ? [
            { params: good },
            { input: file, params: good },
            { input: folder, params: good },
            { input: { content: 'hello', name: 'a.txt' }, params: good },
          ]
        : []),
    ];
    for (const as of ['Administrator', 'leela']) {
      for (const json of calls) {
        const { status, body } = await server.ask(`/automation/${id}`, { json, as });
        const message = String(body.message);
        const isOwn = status < 500 || ownWords.test(message);
        assert.ok(
          isOwn || /no mail server/.test(message),
          `${as} ${JSON.stringify(json)}: ${status} ${message}`,
        );
        if (status >= 400 && message !== 'undefined') assert.match(message, new RegExp(`: ${id}, `));
      }
    }
  });
}

test('what is documented is what is taken', () => {
  for (const operation of ownOperations) {
    const described = runner.describe(operation.id);
    assert.deepEqual(
      described?.params.map(({ name, type, required }) => [name, type, required]),
      Object.entries(operation.params).map(([name, { type, presence }]) => [
        name,
        type,
        presence === 'required',
      ]),
    );
    for (const alias of operation.aliases ?? []) assert.equal(runner.describe(alias)?.id, operation.id);
  }
});

test('two operations of one name are refused at the start', () => {
  assert.throws(
    () => createOperationRunner([...ownOperations, ...ownOperations.slice(0, 1)]),
    /Two operations/,
  );
});
