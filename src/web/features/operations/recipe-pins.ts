/**
 * The recipes pinned to the toolbar, and the ids that distinguish recipes from operations in addresses and the history. The
 * pins are kept in this browser, like the rest of the layout.
 */
import { persisted } from '#web/frame/persisted.ts';

export interface PinnedRecipe {
  readonly uid: string;
  readonly name: string;
}

interface Pins {
  /** Pins by login, since several people may use one browser. */
  readonly byPerson: Readonly<Record<string, readonly PinnedRecipe[]>>;
}

const mostPinned = 3;
const none: readonly PinnedRecipe[] = [];

export const usePins = persisted<Pins>({ byPerson: {} }, { name: 'muniment.recipes', version: 1 });

export function pinsOf({ byPerson }: Pins, login: string | undefined): readonly PinnedRecipe[] {
  return login === undefined ? none : (byPerson[login] ?? none);
}

/** If there are too many, the oldest are unpinned. */
export function setPinned(login: string, recipe: PinnedRecipe, on: boolean): void {
  const others = pinsOf(usePins.getState(), login).filter(({ uid }) => uid !== recipe.uid);
  const pins = on ? [...others, recipe].slice(-mostPinned) : others;
  usePins.setState(({ byPerson }) => ({ byPerson: { ...byPerson, [login]: pins } }));
}

const prefix = 'recipe:';

export function recipeId(uid: string): string {
  return prefix + uid;
}

export function recipeUid(id: string | undefined): string | undefined {
  return id?.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}
