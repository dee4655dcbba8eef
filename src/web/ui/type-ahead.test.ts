import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTypeAhead, findByName } from './type-ahead.ts';

const names = ['Annexes', 'Bail', 'Budget', 'Élan', 'Etude', 'Straße', '港湾倉庫', 'Договор'];
const find = (text: string, from: number) => findByName(text, from, names.length, (index) => names[index]);

it('gathers what is typed within 700 ms and starts anew after', () => {
  const typed = createTypeAhead();
  assert.equal(typed.add('b', 0), 'b');
  assert.equal(typed.add('u', 600), 'bu');
  assert.equal(typed.isTyping(1200), true);
  assert.equal(typed.isTyping(1300), false);
  assert.equal(typed.add('e', 1400), 'e');
});

it('finds by the start of the name, whatever the accents and the script', () => {
  assert.equal(find('bu', 0), 2);
  assert.equal(find('el', 0), 3);
  assert.equal(find('strass', 0), 5);
  assert.equal(find('港', 0), 6);
  assert.equal(find('дог', 0), 7);
  assert.equal(find('zz', 0), undefined);
});

it('cycles when one letter is pressed again, and stays while a longer text still fits', () => {
  assert.equal(find('e', 3), 4);
  assert.equal(find('ee', 4), 3);
  assert.equal(find('bu', 2), 2);
});

it('passes over rows that are not loaded', () => {
  assert.equal(
    findByName('b', 0, 3, (index) => (index === 1 ? undefined : names[index])),
    2,
  );
});
