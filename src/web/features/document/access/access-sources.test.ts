import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AceEntity } from '#wire/activity.ts';
import { compareEntries, sourcesOf } from './access-sources.ts';

const ace = (username: string, permission: string, change: Partial<AceEntity> = {}): AceEntity => ({
  id: `${username}:${permission}:true`,
  username,
  permission,
  granted: true,
  creator: 'Administrator',
  begin: null,
  end: null,
  status: 'effective',
  ...change,
});

const folder = (path: string, ...aces: readonly AceEntity[]) => ({
  source: { title: path, path },
  acls: [
    { name: 'local', aces },
    { name: 'inherited', aces: [ace('everybody', 'Browse')] },
  ],
});

describe('where inherited entries come from', () => {
  it('is unknown for what no folder that one may see has', () => {
    const entry = ace('ada', 'Read');
    assert.equal(sourcesOf([entry], [folder('/a')]).get(entry), undefined);
  });

  it('is the only folder left, for what the others have not', () => {
    const entry = ace('ada', 'Read');
    const root = { title: 'root', path: '/' };
    assert.equal(sourcesOf([entry], [folder('/a')], root).get(entry), root);
  });

  it('is the nearest first, where two folders have the same', () => {
    const near = ace('ada', 'Read');
    const far = ace('ada', 'Read');
    const found = sourcesOf(
      [near, far],
      [folder('/a/b', ace('ada', 'Read')), folder('/a', ace('ada', 'Read'))],
    );
    assert.equal(found.get(near)?.path, '/a/b');
    assert.equal(found.get(far)?.path, '/a');
  });
});

describe('before and after', () => {
  it('leaves out what refuses, what has ended and the block', () => {
    const refused = ace('bob', 'Read', { granted: false });
    const ended = ace('eve', 'Read', { status: 'archived' });
    const block = ace('Everyone', 'Everything', { granted: false });
    assert.deepEqual(compareEntries([refused, ended, block], []), []);
  });

  it('tells for each what they lose, keep and gain', () => {
    const before = [ace('ada', 'Read'), ace('bob', 'ReadWrite')];
    const after = [ace('bob', 'ReadWrite'), ace('eve', 'Everything')];
    assert.deepEqual(compareEntries(before, after), [
      { who: 'ada', before: ['Read'], after: [] },
      { who: 'bob', before: ['ReadWrite'], after: ['ReadWrite'] },
      { who: 'eve', before: [], after: ['Everything'] },
    ]);
  });
});
