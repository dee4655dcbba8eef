import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationAnswer, OperationInput } from '#web/api/operations.ts';
import { storedDocument } from '#web/documents/rows/test-document.ts';
import type { OperationDescription, SignatureKind } from '#wire/operation.ts';
import { RecipeError, type RunOne, runRecipe } from './recipe-run.ts';

function operation(id: string, signature: readonly SignatureKind[]): OperationDescription {
  const params = [
    {
      name: 'to',
      type: 'string',
      description: '',
      required: id === 'Move',
      order: 0,
      values: [],
      widget: null,
    },
  ] as const;
  return { id, label: id, category: '', description: '', url: '', requires: null, signature, params };
}

const operations = [
  operation('Move', ['document', 'document']),
  operation('Lock', ['documents', 'documents']),
  operation('Log', ['void', 'void']),
  operation('Find', ['void', 'documents']),
];

const two: OperationInput = { kind: 'documents', uids: ['a', 'b'] };

/** Returns a document for each input document, and records the calls. */
function recorder(calls: string[]): RunOne {
  return ({ id, input, params }) => {
    const uids = input.kind === 'document' ? [input.uid] : input.kind === 'documents' ? input.uids : [];
    calls.push(`${id}(${uids.join(',')})${params.to ?? ''}`);
    const [first] = uids;
    const answer = (result: OperationAnswer['result']): Promise<OperationAnswer> =>
      Promise.resolve({ status: 200, contentType: '', result });
    if (id === 'Log') return answer({ kind: 'void' });
    if (input.kind === 'document' && first !== undefined)
      return answer({ kind: 'document', document: storedDocument(`${first}'`) });
    const entries = uids.map((uid) => storedDocument(`${uid}'`));
    return answer({ kind: 'documents', list: { 'entity-type': 'documents', entries } });
  };
}

async function run(names: readonly string[], input = two): Promise<readonly string[]> {
  const calls: string[] = [];
  const steps = names.map((name) => ({ operation: name, parameters: { to: 'x' } }));
  await runRecipe({ steps, operations, input }, new AbortController().signal, recorder(calls));
  return calls;
}

test('what comes of a step is what the next one works on', async () => {
  assert.deepEqual(await run(['Lock', 'Lock']), ['Lock(a,b)x', "Lock(a',b')x"]);
});

test('an operation for one document works on each of several', async () => {
  assert.deepEqual(await run(['Move', 'Lock']), ['Move(a)x', 'Move(b)x', "Lock(a',b')x"]);
});

test('a step that gives nothing back leaves its input to the next', async () => {
  assert.deepEqual(await run(['Log', 'Lock']), ['Log()x', 'Lock(a,b)x']);
});

test('nothing found is nothing to go on with', async () => {
  assert.deepEqual(await run(['Find', 'Lock'], { kind: 'void' }), ['Find()x']);
});

test('the step that fails is named, and none after it runs', async () => {
  const calls: string[] = [];
  const steps = [
    { operation: 'Lock', parameters: {} },
    { operation: 'Move', parameters: {} },
    { operation: 'Lock', parameters: {} },
  ];
  const failed = runRecipe({ steps, operations, input: two }, new AbortController().signal, recorder(calls));
  await assert.rejects(failed, (error) => error instanceof RecipeError && error.step === 2);
  assert.deepEqual(calls, ['Lock(a,b)']);
  const unknown = [{ operation: 'Gone', parameters: {} }];
  await assert.rejects(
    runRecipe({ steps: unknown, operations, input: two }, new AbortController().signal, recorder(calls)),
    /1\. Gone/,
  );
});
