/**
 * The recipes that stand in the toolbar, and how addresses distinguish recipes from operations and in the history. Which
 * ones are pinned is kept in this browser, like everything about how the reader arranged the frame.
 */
import { persisted } from '#web/frame/persisted.ts';

export interface PinnedRecipe {
  readonly uid: string;
  readonly name: string;
}

interface Pins {
  /** The pins of each person by login: several people may use one browser. */
  readonly byPerson: Readonly<Record<string, readonly PinnedRecipe[]>>;
}

const mostPinned = 3;
const none: readonly PinnedRecipe[] = [];

export const usePins = persisted<Pins>({ byPerson: {} }, { name: 'muniment.recipes', version: 1 });

export function pinsOf({ byPerson }: Pins, login: string | undefined): readonly PinnedRecipe[] {
  return login === undefined ? none : (byPerson[login] ?? none);
}

/** The newest stay when there is no room for all. */
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
