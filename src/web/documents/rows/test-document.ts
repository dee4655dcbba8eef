/** A document for tests of rows: its name is its id and its title. */
import type { StoredDocument } from '../stored-document.ts';

export function storedDocument(name: string, more: Partial<StoredDocument> = {}): StoredDocument {
  return {
    'entity-type': 'document',
    repository: 'default',
    uid: name,
    path: `/${name}`,
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
    changeToken: '1-0',
    isTrashed: false,
    title: name,
    facets: [],
    schemas: [],
    ...more,
  };
}
