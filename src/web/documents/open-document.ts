/** Where opening a row leads: into a folder or a collection, or to a document's page. */

import { useHref } from 'react-router-dom';
import { isFolderish } from '#web/api/document-context.ts';
import { paths } from '#web/paths.ts';
import type { StoredDocument } from './stored-document.ts';

export function addressOf(document: StoredDocument): string {
  if (document.facets.includes('Collection') && !document.isTrashed)
    return paths.collections.href(document.uid);
  return isFolderish(document) && !document.isTrashed
    ? paths.browse.href(document.path)
    : paths.doc.href(document.uid);
}

/** Absolute addresses, for other tabs and for sharing: the app may be in a sub-folder or use "#". */
export function useAppAddress(): (to: string) => string {
  const root = useHref('/').replace(/\/$/, '');
  return (to) => new URL(`${root}${to}`, document.baseURI).href;
}
