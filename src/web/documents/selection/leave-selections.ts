import type { StoredDocument } from '../stored-document.ts';
import { useSelections } from './selection-store.ts';

type Which = (document: StoredDocument) => boolean;

/**
 * Removes documents from all selections, before they are moved, trashed or deleted. Returns a function that selects those again
 * that stayed in place; it selects a row under the cursor again only if the cursor has not moved.
 */
export function leaveSelections(isGone: Which): (isBack: Which) => void {
  const before = useSelections.getState();
  useSelections.setState(({ basket, byList }) => ({
    basket: new Map([...basket].filter(([, { document }]) => !isGone(document))),
    byList: new Map(
      [...byList].map(([list, one]) => [
        list,
        one.passing !== null && isGone(one.passing.document) ? { ...one, passing: null } : one,
      ]),
    ),
  }));
  return (isBack) => {
    const returns = (document: StoredDocument) => isGone(document) && isBack(document);
    useSelections.setState(({ basket, byList }) => ({
      basket: new Map([...[...before.basket].filter(([, { document }]) => returns(document)), ...basket]),
      byList: new Map(
        [...byList].map(([list, one]) => {
          const earlier = before.byList.get(list);
          const isStillThere = one.passing === null && one.cursorId === earlier?.cursorId;
          const passing = earlier?.passing ?? null;
          return [
            list,
            isStillThere && passing !== null && returns(passing.document) ? { ...one, passing } : one,
          ];
        }),
      ),
    }));
  };
}
