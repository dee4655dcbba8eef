import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { chooseForItself, forget } from './list-choices.ts';
import { choiceFor, remember, useListPreferences } from './list-preferences.ts';

const one = { id: 'one', kind: 'Folder' };
const other = { id: 'other', kind: 'Folder' };
const workspace = { id: 'ws', kind: 'Workspace' };

beforeEach(() => useListPreferences.setState({ byKind: {}, byPlace: {} }));

it('keeps a choice for all folders of a kind', () => {
  remember(one, { columns: ['dc:nature'] });
  remember(other, { view: 'gallery' });
  assert.deepEqual(choiceFor(one), { columns: ['dc:nature'], view: 'gallery' });
  assert.deepEqual(choiceFor(workspace), {});
});

it('lets one folder differ, which changes no other', () => {
  remember(one, { columns: ['dc:nature'] });
  chooseForItself(one, true);
  remember(one, { columns: ['dc:created'] });
  assert.deepEqual([choiceFor(one).columns, choiceFor(other).columns], [['dc:created'], ['dc:nature']]);
  chooseForItself(one, false);
  assert.deepEqual(choiceFor(one).columns, ['dc:nature']);
  forget(other);
  assert.deepEqual(choiceFor(one), {});
});
