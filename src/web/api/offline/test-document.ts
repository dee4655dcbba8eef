/** A document below /top, for tests of copied folders. */
import type { DocumentEntity } from '#wire/document.ts';

export function document(uid: string, changeToken = '1', parent = 'top'): DocumentEntity {
  return {
    'entity-type': 'document',
    repository: 'default',
    uid,
    path: uid === 'top' ? '/top' : `/top/${uid}`,
    type: 'File',
    state: null,
    parentRef: parent,
    isCheckedOut: false,
    isRecord: false,
    retainUntil: null,
    hasLegalHold: false,
    isUnderRetentionOrLegalHold: false,
    isVersion: false,
    isProxy: false,
    changeToken,
    isTrashed: false,
    title: uid,
    facets: [],
    schemas: [],
  };
}
