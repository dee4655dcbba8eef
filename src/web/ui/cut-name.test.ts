import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cutName } from './cut-name.ts';

it('keeps the end and the extension of a long name, from the beginning of a word on', () => {
  assert.deepEqual(cutName('Bail emphytéotique (annexes A à F).pdf'), {
    start: 'Bail emphytéotique (annexes ',
    end: 'A à F)',
    extension: '.pdf',
  });
  assert.equal(cutName('Correspondance notariale, partie 2024').end, 'partie 2024');
  assert.equal(cutName('The last of many names (final).txt').end, '(final)');
  assert.equal(cutName('Surveys from 1998 to 2004 in two parts').end, 'two parts');
  assert.equal(cutName('IMG_20240101_0001.jpg').end, '0001');
  assert.equal(cutName('Протокол собрания жильцов дома, часть вторая').end, 'вторая');
});

it('cuts a long word at the usual place, and begins the end with no space', () => {
  assert.equal(cutName('Grundstücksverkehrsgenehmigung').end, 'ehmigung');
  assert.equal(cutName(`${'a'.repeat(20)}${' '.repeat(9)}b`).end, 'b');
});

it('does not cut what is short, hidden or without an extension', () => {
  assert.deepEqual(cutName('Budget.xlsx'), { start: 'Budget', end: '', extension: '.xlsx' });
  assert.deepEqual(cutName('.profile'), { start: '.profile', end: '', extension: '' });
  assert.deepEqual(cutName(''), { start: '', end: '', extension: '' });
});

it('never splits a grapheme, and loses nothing', () => {
  const family = '👨‍👩‍👧';
  const name = `${'e\u0301'.repeat(12)}${family.repeat(8)}.tif`;
  const parts = cutName(name);
  assert.equal(parts.end, family.repeat(8));
  assert.equal(parts.start + parts.end + parts.extension, name);
});

it('takes a number at the end for a part of the name', () => {
  assert.equal(cutName('Minutes 2024.1').extension, '');
  assert.equal(cutName('Minutes 02.1').start, 'Minutes 02.1');
  assert.equal(cutName('plan.q16').extension, '');
  assert.equal(cutName('song.mp3').extension, '.mp3');
  assert.equal(cutName('backup.tar.7z').extension, '.7z');
});
