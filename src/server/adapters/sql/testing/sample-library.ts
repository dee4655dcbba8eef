/** A small library of documents for the contract of queries: made once for each store, in the repository `library`. */
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { aDocument, folded, plantAs, written } from './sample-documents.ts';

export const LIBRARY = 'library';

const planted = new WeakMap<Store, Promise<void>>();

export function plantLibrary(store: Store): Promise<void> {
  const known = planted.get(store) ?? plant(store);
  planted.set(store, known);
  return known;
}

type Sample = Partial<DocumentRow> & Pick<DocumentRow, 'id'> & { readonly text?: string };

const blob = (name: string, length: number) => ({
  name,
  'mime-type': 'text/plain',
  encoding: null,
  digestAlgorithm: 'MD5',
  digest: `digest of ${name}`,
  length,
  data: `key of ${name}`,
});

const ace = (
  username: string,
  permission: string,
  granted: boolean,
  begin: string | null,
  end: string | null,
) => ({
  username,
  permission,
  granted,
  creator: 'admin',
  begin,
  end,
});

const samples: readonly Sample[] = [
  { id: 'root', path: '/', name: '', type: 'Root', readAclId: 1 },
  {
    id: 'folder',
    path: '/folder',
    name: 'folder',
    parentId: 'root',
    type: 'Folder',
    properties: { 'dc:title': 'Folder', 'dc:created': '2024-01-01T10:00:00.000Z' },
    acls: [
      {
        name: 'local',
        aces: [
          ace('joe', 'Read', true, null, null),
          ace('ann', 'Write', false, null, '2020-01-01T00:00:00.000Z'),
          ace('bob', 'Write', true, '2090-01-01T00:00:00.000Z', null),
        ],
      },
      { name: 'custom', aces: [ace('joe', 'Everything', true, null, null)] },
    ],
  },
  {
    id: 'file10',
    path: '/folder/file10',
    name: 'file10',
    parentId: 'folder',
    position: 1,
    properties: {
      'dc:title': 'File 10',
      'dc:description': 'A report 100% done, in_part',
      'dc:creator': 'joe',
      'dc:nature': 'article',
      'dc:coverage': 'europe/France',
      'dc:subjects': ['art', 'music'],
      'dc:created': '2024-02-29T23:30:00.000Z',
      'dc:modified': '2024-03-01T08:00:00.000Z',
      'my:count': 10,
      'my:ratio': 0.5,
      'my:flag': true,
      'my:numbers': [1, 5],
      'my:dates': ['2024-01-01T00:00:00.000Z'],
      'file:content': blob('report.txt', 2000),
      'files:files': [{ file: blob('a.txt', 10) }, { file: blob('b.png', 300) }],
      'nxtag:tags': [
        { label: 'red', username: 'joe' },
        { label: 'blue', username: 'ann' },
      ],
    },
    text: 'The quick brown fox jumps',
  },
  {
    id: 'file2',
    path: '/folder/file2',
    name: 'file2',
    parentId: 'folder',
    position: 2,
    type: 'Picture',
    facets: ['NXTag', 'HiddenInNavigation'],
    properties: {
      'dc:title': 'file 2',
      'dc:description': 'Élan vital',
      'dc:creator': 'ann',
      'dc:coverage': 'europe',
      'dc:subjects': ['music'],
      'dc:created': '2024-03-01T00:00:00.000Z',
      'dc:modified': '2024-03-02T08:00:00.000Z',
      'my:count': 2,
      'my:flag': false,
      'my:numbers': [7],
      'file:content': blob('picture.png', 500),
      'files:files': [{ file: blob('a.txt', 300) }],
      'nxtag:tags': [{ label: 'red', username: 'joe' }],
    },
    text: 'A brown quick dog, Straße in 東京都',
    lockOwner: 'ann',
    lockCreated: '2024-03-02T00:00:00.000Z',
    readAclId: 2,
  },
  {
    id: 'note',
    path: '/folder/note',
    name: 'note',
    parentId: 'folder',
    type: 'Note',
    state: 'approved',
    isTrashed: true,
    properties: { 'dc:title': 'école', 'dc:coverage': 'europeana', 'dc:creator': 'joe' },
    text: 'fox fox fox',
  },
  { id: 'sub', path: '/folder/sub', name: 'sub', parentId: 'folder', type: 'HiddenFolder', position: 3 },
  {
    id: 'deep',
    path: '/folder/sub/deep',
    name: 'deep',
    parentId: 'sub',
    type: 'Note',
    properties: {
      'dc:modified': '2023-01-01T00:00:00.000Z',
      'dc:title': 'Zebra',
      'dc:expired': '2024-05-01T00:00:00.000Z',
    },
  },
  { id: 'aside', path: '/folder-aside', name: 'folder-aside', parentId: 'root', type: 'Folder' },
  {
    id: 'version',
    name: 'file10',
    isVersion: true,
    isLatestVersion: true,
    isLatestMajorVersion: true,
    isCheckedOut: false,
    seriesId: 'file10',
    versionLabel: '1.0',
    versionDescription: 'first',
    versionCreated: '2024-03-01T09:00:00.000Z',
    properties: { 'dc:title': 'File 10 v1', 'dc:creator': 'joe' },
  },
  {
    id: 'proxy',
    path: '/folder-aside/proxy',
    name: 'proxy',
    parentId: 'aside',
    proxyTargetId: 'version',
    properties: { 'dc:title': 'File 10 v1' },
  },
  { id: 'relation', type: 'Relation' },
];

async function plant(store: Store): Promise<void> {
  await written(store, async ({ documents }) => {
    for (const { text, ...sample } of samples) {
      await plantAs(documents, aDocument({ repository: LIBRARY, ...sample }));
      const title = String(sample.properties?.['dc:title'] ?? '');
      await documents.setText(sample.id, { title: folded(title), body: folded(text ?? '') });
    }
    await documents.insert(
      aDocument({ id: 'elsewhere', repository: 'another', properties: { 'dc:title': 'File 10' } }),
    );
  });
}
