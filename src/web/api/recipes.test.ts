import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSteps } from './recipes.ts';

test('what is no recipe is none', () => {
  const refused = ['', 'plain words', '[]', '{"steps":{}}', '{"steps":[{"operation":1,"parameters":{}}]}'];
  for (const text of refused) assert.equal(readSteps(text), null, text);
  assert.equal(
    readSteps('{"steps":[{"operation":"A","parameters":{"x":3}}]}'),
    null,
    'a value that is no text',
  );
  assert.equal(
    readSteps('{"steps":[{"operation":"A","parameters":{}},{}]}'),
    null,
    'never a part of a recipe',
  );
});

test('steps come back in their order', () => {
  const steps = [
    { operation: 'Document.Lock', parameters: {} },
    { operation: 'Document.SetProperty', parameters: { xpath: 'dc:title', value: 'A' } },
  ];
  assert.deepEqual(readSteps(JSON.stringify({ steps })), steps);
});
