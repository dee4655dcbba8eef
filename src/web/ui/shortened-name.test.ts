import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shortenedName } from './shortened-name.ts';

it('takes out of the middle what there is no room for', () => {
  const name = 'Bail emphytéotique (annexes A à F).pdf';
  assert.equal(shortenedName(name, 30), 'Bail emphytéotique…A à F).pdf');
  assert.equal(shortenedName(name, 2), 'B…A à F).pdf');
  assert.equal(shortenedName(name, name.length), name);
  assert.equal(shortenedName(name, Number.POSITIVE_INFINITY), name);
});

it('splits no grapheme', () => {
  const family = '👨‍👩‍👧';
  assert.equal(shortenedName(`${family.repeat(12)} annexe finale.tif`, 16), `${family.repeat(5)}…finale.tif`);
});
