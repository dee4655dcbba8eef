import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DocumentEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import {
  mergeEdit,
  resolveConflict,
  textOf,
  type WaitingChange,
  type WaitingWork,
  withChange,
  withoutWork,
  withWaiting,
} from './waiting-change.ts';

let made = 0;

function waiting(work: WaitingWork, more: Partial<WaitingChange> = {}): WaitingChange {
  made += 1;
  const about = { uid: 'paper', title: 'Paper', type: 'File', parentRef: 'folder' };
  return { id: `c${made}`, owner: 'server:ada', at: made, about, work, trouble: null, ...more };
}

const edit = (values: JsonObject, before: JsonObject): Extract<WaitingWork, { kind: 'edit' }> => ({
  kind: 'edit',
  values,
  before,
});
const tags = (add: readonly string[], remove: readonly string[] = []): WaitingWork => ({
  kind: 'tags',
  add,
  remove,
});
const works = (queue: readonly WaitingChange[]) => queue.map(({ work }) => work);

function paper(properties: JsonObject, labels: readonly string[] = []): DocumentEntity {
  return {
    'entity-type': 'document',
    repository: 'default',
    uid: 'paper',
    path: '/paper',
    type: 'File',
    state: 'project',
    parentRef: 'folder',
    isCheckedOut: true,
    isRecord: false,
    retainUntil: null,
    hasLegalHold: false,
    isUnderRetentionOrLegalHold: false,
    isVersion: false,
    isProxy: false,
    changeToken: '0-1',
    isTrashed: false,
    title: String(properties['dc:title']),
    facets: [],
    schemas: [],
    properties,
    contextParameters: { tags: labels },
  };
}

describe('the queue', () => {
  it('joins edits of one document, and remembers what the first one replaced', () => {
    const first = waiting(edit({ 'dc:title': 'B' }, { 'dc:title': 'A' }));
    const second = waiting(
      edit({ 'dc:title': 'C', 'dc:source': 'x' }, { 'dc:title': 'B', 'dc:source': null }),
    );
    const queue = [first, second].reduce<readonly WaitingChange[]>(withChange, []);
    assert.deepEqual(works(queue), [
      edit({ 'dc:title': 'C', 'dc:source': 'x' }, { 'dc:title': 'A', 'dc:source': null }),
    ]);
    assert.equal(queue[0]?.at, first.at);
  });

  it('leaves nothing of what was taken back', () => {
    const there = waiting(edit({ 'dc:title': 'B' }, { 'dc:title': 'A' }));
    const back = waiting(edit({ 'dc:title': 'A' }, { 'dc:title': 'B' }));
    assert.deepEqual(withChange([there], back), []);
    assert.deepEqual(withChange([waiting(tags(['red']))], waiting(tags([], ['red']))), []);
  });

  it('joins tags: the last word counts', () => {
    const queue = [waiting(tags(['red', 'new'])), waiting(tags(['blue'], ['red', 'old']))];
    assert.deepEqual(works(queue.reduce<readonly WaitingChange[]>(withChange, [])), [
      tags(['new', 'blue'], ['old']),
    ]);
  });

  it('keeps comments, new documents and other documents apart', () => {
    const elsewhere = { uid: 'other', title: 'Other', type: 'File', parentRef: null };
    const all = [
      waiting({ kind: 'comment', parentId: 'paper', text: 'one' }),
      waiting({ kind: 'comment', parentId: 'paper', text: 'one' }),
      waiting({ kind: 'new', type: 'Note', name: 'a', properties: {} }),
      waiting({ kind: 'new', type: 'Note', name: 'a', properties: {} }),
      waiting(edit({ 'dc:title': 'B' }, { 'dc:title': 'A' })),
      waiting(edit({ 'dc:title': 'B' }, { 'dc:title': 'A' }), { about: elsewhere }),
    ];
    assert.deepEqual(all.reduce<readonly WaitingChange[]>(withChange, []), all);
  });

  it('tries an edit that stood in a conflict anew once it is edited again', () => {
    const theirs = { values: { 'dc:title': 'T' }, contributor: 'bob', modified: null };
    const stuck = waiting(edit({ 'dc:title': 'B' }, { 'dc:title': 'A' }), {
      trouble: { kind: 'conflict', theirs },
    });
    const [next] = withChange([stuck], waiting(edit({ 'dc:title': 'C' }, { 'dc:title': 'B' })));
    assert.equal(next?.trouble, null);
    assert.deepEqual(next?.work, edit({ 'dc:title': 'C' }, { 'dc:title': 'A' }));
  });
});

describe('an edit that meets the document of now', () => {
  const mine = edit({ 'dc:title': 'Mine', 'dc:source': 'x' }, { 'dc:title': 'Old', 'dc:source': null });

  it('goes on top of changes to other properties', () => {
    assert.deepEqual(mergeEdit(mine, paper({ 'dc:title': 'Old', 'dc:description': 'new' })), {
      toSend: { 'dc:title': 'Mine', 'dc:source': 'x' },
      theirs: {},
    });
  });

  it('needs nothing where both did the same', () => {
    assert.deepEqual(mergeEdit(mine, paper({ 'dc:title': 'Mine', 'dc:source': 'x' })), {
      toSend: {},
      theirs: {},
    });
  });

  it('names the values of others that it would overwrite', () => {
    assert.deepEqual(mergeEdit(mine, paper({ 'dc:title': 'Theirs', 'dc:source': '' })), {
      toSend: { 'dc:title': 'Mine', 'dc:source': 'x' },
      theirs: { 'dc:title': 'Theirs' },
    });
    assert.deepEqual(mergeEdit(mine, paper({ 'dc:title': null })).theirs, { 'dc:title': null });
  });

  it('keeps what the person chose, and leaves the rest as others have it', () => {
    const theirs = {
      values: { 'dc:title': 'Theirs', 'dc:source': 'y' },
      contributor: 'bob',
      modified: null,
    };
    const stuck = waiting(mine, { trouble: { kind: 'conflict', theirs } });
    const chosen = resolveConflict(stuck, (name) => name === 'dc:title');
    assert.deepEqual(chosen?.work, edit({ 'dc:title': 'Mine' }, { 'dc:title': 'Theirs' }));
    assert.equal(chosen?.trouble, null);
    assert.equal(
      resolveConflict(stuck, () => false),
      null,
    );
  });
});

describe('a document with waiting changes', () => {
  const queue = [
    waiting(edit({ 'dc:title': 'B', 'dc:source': 'x' }, { 'dc:title': 'A', 'dc:source': null })),
    waiting(tags(['red'], ['blue'])),
  ];

  it('is shown as it will be, as far as a page shows it', () => {
    const shown = withWaiting(paper({ 'dc:title': 'A' }, ['blue']), queue);
    assert.equal(shown.title, 'B');
    assert.deepEqual(shown.properties, { 'dc:title': 'B' });
    assert.deepEqual(shown.contextParameters?.tags, ['red']);
  });

  it('is the same object when nothing differs, so that showing it twice ends', () => {
    const shown = withWaiting(paper({ 'dc:title': 'A' }, ['blue']), queue);
    assert.equal(withWaiting(shown, queue), shown);
    const other = { ...paper({ 'dc:title': 'A' }), uid: 'other' };
    assert.equal(withWaiting(other, queue), other);
  });

  it('is as it was when a change is given up', () => {
    const before = paper({ 'dc:title': 'A', 'dc:source': null }, ['blue']);
    const shown = withWaiting(before, queue);
    assert.deepEqual(queue.map(({ work }) => work).reduce(withoutWork, shown), before);
  });
});

it('gives what was typed as text', () => {
  assert.equal(textOf({ kind: 'comment', parentId: 'paper', text: 'well' }), 'well');
  assert.equal(
    textOf(edit({ 'dc:title': 'B', 'dc:subjects': ['a'] }, {})),
    'dc:title: B\ndc:subjects: ["a"]',
  );
});
