import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foldCrumbs } from './fold-crumbs.ts';

const crumbs = ['Domain', 'Estates', 'Quay', 'Leases and concessions'].map((title) => ({ title }));

function titles(width: number) {
  const { first, folded, last } = foldCrumbs(crumbs, width);
  const of = (steps: readonly { readonly title: string }[]) => steps.map(({ title }) => title).join(' / ');
  return [first?.title, of(folded), of(last)];
}

it('keeps the first and as many of the last as have room in full', () => {
  assert.deepEqual(titles(1000), ['Domain', '', 'Estates / Quay / Leases and concessions']);
  assert.deepEqual(titles(350), ['Domain', 'Estates', 'Quay / Leases and concessions']);
});

it('always shows where one is', () => {
  assert.deepEqual(titles(0), ['Domain', 'Estates / Quay', 'Leases and concessions']);
  assert.deepEqual(foldCrumbs([], 500), { first: undefined, folded: [], last: [] });
});

it('gives wide writing its room', () => {
  const harbour = [{ title: 'Domain' }, { title: '港湾倉庫' }, { title: '賃貸借契約書' }];
  assert.equal(foldCrumbs(harbour, 290).folded.length, 0);
  assert.equal(foldCrumbs(harbour, 280).folded.length, 1);
});
