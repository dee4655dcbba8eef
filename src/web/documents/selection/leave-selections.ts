import type { StoredDocument } from '../stored-document.ts';
import { useSelections } from './selection-store.ts';

/** Removes documents from all selections, after they were moved, trashed or deleted. */
export function leaveSelections(isGone: (document: StoredDocument) => boolean): void {
  useSelections.setState(({ basket, byList }) => ({
    basket: new Map([...basket].filter(([, { document }]) => !isGone(document))),
    byList: new Map(
      [...byList].map(([list, one]) => [
        list,
        one.passing !== null && isGone(one.passing.document) ? { ...one, passing: null } : one,
      ]),
    ),
  }));
}
