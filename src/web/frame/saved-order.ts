// The user's own order of saved searches. Kept in this browser.
import { persisted } from './persisted.ts';

interface SavedOrder {
  readonly ids: readonly string[];
}

export const useSavedOrder = persisted<SavedOrder>({ ids: [] }, { name: 'muniment.saved-searches' });

export function setSavedOrder(ids: readonly string[]): void {
  useSavedOrder.setState({ ids });
}

/** Those with a place in the user's order first, then the others by title. */
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
