import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreparedTexts } from './prepared-texts.ts';

const piece = 128 * 1024;
const properties = {
  'dc:title': 'short "and" \u0007 plain',
  'note:note': `${'x'.repeat(piece - 1)}\u{1f600}${'"\\\n\u0001ü'.repeat(piece)}`,
  'a "name"': 'y'.repeat(piece * 2),
  'dc:subjects': ['one', 'two'],
  'uid:major_version': 1,
  'dc:source': null,
};

test('prepared or not, properties are written as the same JSON', async () => {
  const texts = new PreparedTexts();
  assert.equal(texts.write(properties), JSON.stringify(properties));
  await texts.prepare([properties, {}]);
  assert.equal(texts.write(properties), JSON.stringify(properties));
  assert.equal(texts.write({}), '{}');
  const halves = { 'note:note': `${'x'.repeat(piece)}\ud83d` };
  await assert.rejects(texts.prepare([halves]), { code: 'badRequest' });
});
