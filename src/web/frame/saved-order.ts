// The order of the user's saved searches, where they have chosen one. Kept in this browser.
import { persisted } from './persisted.ts';

interface SavedOrder {
  readonly ids: readonly string[];
}

export const useSavedOrder = persisted<SavedOrder>({ ids: [] }, { name: 'muniment.saved-searches' });

export function setSavedOrder(ids: readonly string[]): void {
  useSavedOrder.setState({ ids });
}

/** Those that were put in their places first, the others behind them by title. */
export function inSavedOrder<T extends { readonly id: string; readonly title: string }>(
  searches: readonly T[],
  ids: readonly string[],
  language: string,
): readonly T[] {
  const byTitle = new Intl.Collator(language, { numeric: true });
  const place = ({ id }: T) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return searches.toSorted(
    (one, other) => place(one) - place(other) || byTitle.compare(one.title, other.title),
  );
}
