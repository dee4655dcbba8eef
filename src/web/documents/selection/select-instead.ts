/** Selects documents that no list shows. Apart from the selection itself, which is part of the first view. */
import type { StoredDocument } from '../stored-document.ts';
import { useSelections } from './selection-store.ts';

/** Selects these and no others. */
export function selectInstead(documents: readonly StoredDocument[]): void {
  const basket = new Map(documents.map((document) => [document.uid, { document, members: '' }]));
  useSelections.setState({ basket, byList: new Map() });
}
