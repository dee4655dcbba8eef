/** Selecting what no list shows: apart from the selection itself, which the first view brings. */
import type { StoredDocument } from '../stored-document.ts';
import { useSelections } from './selection-store.ts';

/** These and no others are selected. */
export function selectInstead(documents: readonly StoredDocument[]): void {
  const basket = new Map(documents.map((document) => [document.uid, { document, members: '' }]));
  useSelections.setState({ basket, byList: new Map() });
}
