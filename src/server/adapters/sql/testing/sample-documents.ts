/** Documents and types for the stores' contracts. Invariant: values that a test does not give are the simplest ones. */

import type { QueryProperty, QueryTypes } from '#server/core/kernel/document-store.ts';
import { foldText } from '#server/core/kernel/fulltext.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Store, Stores } from '#server/core/kernel/stores.ts';

/** A test of a contract; `repository` is a name that no other test uses. */
export interface StoreCase {
  readonly name: string;
  run(store: Store, repository: string): Promise<void>;
}

/** Letters that compress badly, so that an index must store them all; always the same. */
export function longText(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x61 + (seed % 26));
  }).join('');
}

/** Runs the work in a unit and commits. */
export async function written<T>(store: Store, work: (stores: Stores) => Promise<T>): Promise<T> {
  const unit = store.begin();
  try {
    const result = await work(await unit.writer());
    await unit.commit();
    return result;
  } catch (error) {
    await unit.rollback();
    throw error;
  }
}

export function aDocument(row: Partial<DocumentRow> & Pick<DocumentRow, 'id' | 'repository'>): DocumentRow {
  return {
    parentId: null,
    name: row.id,
    path: null,
    type: 'File',
    facets: [],
    state: 'project',
    properties: {},
    position: null,
    isTrashed: false,
    isCheckedOut: true,
    isVersion: false,
    isLatestVersion: false,
    isLatestMajorVersion: false,
    seriesId: row.id,
    versionLabel: null,
    versionDescription: null,
    versionCreated: null,
    baseVersionId: null,
    proxyTargetId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 1,
    userChange: 1,
    acls: [],
    readAclId: 1,
    ...row,
  };
}

/** Sets the trash state and rights as in the row, whatever the parent has. */
export async function plantAs(documents: Stores['documents'], row: DocumentRow): Promise<void> {
  await documents.insert(row);
  if (row.isVersion) return;
  if ((await documents.get(row.id))?.isTrashed !== row.isTrashed)
    await documents.setTrashed(row.id, row.isTrashed);
  await documents.setReadAcls([{ top: row, readAclId: row.readAclId }]);
}

/** Makes a row for each path, with parents by path; ids are `<repository>:<path>`. */
export async function plant(stores: Stores, repository: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const parent = path === '/' ? null : cut === 0 ? '/' : path.slice(0, cut);
    const name = path.slice(cut + 1);
    await stores.documents.insert(
      aDocument({
        id: `${repository}:${path}`,
        repository,
        path,
        name,
        parentId: parent === null ? null : `${repository}:${parent}`,
        type: 'Folder',
        properties: { 'dc:title': name },
      }),
    );
  }
}

export async function idsOf(rows: AsyncIterable<DocumentRow>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const row of rows) ids.push(row.id);
  return ids;
}

/** A file as stored in documents; `data` is the key of its bytes. */
export const blob = (data: string) => ({
  name: 'a.txt',
  'mime-type': 'text/plain',
  encoding: null,
  digestAlgorithm: 'MD5',
  digest: 'd',
  length: 1,
  data,
});

export function folded(text: string): string {
  return foldText(text).join(' ');
}

const PROPERTIES: Readonly<Record<string, Omit<QueryProperty, 'segments'>>> = {
  'dc:title': { type: 'string', isList: false },
  'dc:description': { type: 'string', isList: false },
  'dc:creator': { type: 'string', isList: false },
  'dc:nature': { type: 'string', isList: false },
  'dc:coverage': { type: 'string', isList: false },
  'dc:created': { type: 'date', isList: false },
  'dc:modified': { type: 'date', isList: false },
  'dc:expired': { type: 'date', isList: false },
  'dc:contributors': { type: 'string', isList: true },
  'dc:contributors/*': { type: 'string', isList: false },
  'dc:subjects': { type: 'string', isList: true },
  'collectionMember:collectionIds': { type: 'string', isList: true },
  'collectionMember:collectionIds/*': { type: 'string', isList: false },
  'my:count': { type: 'long', isList: false },
  'my:number': { type: 'string', isList: false, isIndexed: true },
  'my:box/shelf': { type: 'long', isList: false, isIndexed: true },
  'my:ratio': { type: 'double', isList: false },
  'my:flag': { type: 'boolean', isList: false },
  'my:numbers': { type: 'long', isList: true },
  'my:dates': { type: 'date', isList: true },
  'file:content': { type: 'blob', isList: false },
  'file:content/length': { type: 'long', isList: false },
  'file:content/name': { type: 'string', isList: false },
  'file:content/mime-type': { type: 'string', isList: false },
  'files:files': { type: 'complex', isList: true },
  'files:files/*': { type: 'complex', isList: false },
  'files:files/*/file': { type: 'blob', isList: false },
  'files:files/*/file/name': { type: 'string', isList: false },
  'file:content/digest': { type: 'string', isList: false },
  'files:files/*/file/length': { type: 'long', isList: false },
  'dc:subjects/*': { type: 'string', isList: false },
  'my:numbers/*': { type: 'long', isList: false },
};

export const sampleTypes: QueryTypes = {
  concreteTypes: (name) => {
    if (name === 'Document') return ['Root', 'Folder', 'File', 'Note', 'Picture', 'HiddenFolder'];
    if (name === 'File') return ['File', 'Picture'];
    return ['Root', 'Folder', 'Note', 'Picture', 'HiddenFolder', 'Relation'].includes(name)
      ? [name]
      : undefined;
  },
  typesWithFacet: (facet) =>
    facet === 'Folderish'
      ? ['Root', 'Folder', 'HiddenFolder']
      : facet === 'HiddenInNavigation'
        ? ['HiddenFolder']
        : [],
  property: (name) => {
    const full = name.includes(':') ? name : `dc:${name}`;
    const known = PROPERTIES[full.replace(/\/(\*\d*|\d+)(?=\/|$)/g, '/*')];
    return known === undefined ? undefined : { segments: full.split('/'), ...known };
  },
};

/** The indexed properties of the sample types. */
export const sampleIndexes: readonly QueryProperty[] = ['my:number', 'my:box/shelf'].flatMap(
  (name) => sampleTypes.property(name) ?? [],
);
