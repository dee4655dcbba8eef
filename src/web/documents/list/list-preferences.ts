/**
 * The user's preferences for lists: columns, widths, order, view and the size of tiles. Kept in this browser for each kind of
 * place (workspaces, folders, the trash); a place may have its own, which then apply only there.
 */
import { persisted } from '#web/frame/persisted.ts';
import type { ColumnWidths, SortOrders } from '#web/ui/data-columns.ts';

export type ListView = 'list' | 'gallery';
export type TileSize = 'small' | 'medium' | 'large';

export interface ListChoice {
  /** Ids in order, without the name, which is always first. */
  readonly columns?: readonly string[];
  readonly widths?: ColumnWidths;
  readonly sort?: SortOrders;
  readonly view?: ListView;
  readonly tiles?: TileSize;
}

export interface ListPlace {
  readonly id: string;
  /** The type of a folder; other lists have kinds of their own. */
  readonly kind: string;
}

interface ListPreferences {
  readonly byKind: Readonly<Record<string, ListChoice>>;
  readonly byPlace: Readonly<Record<string, ListChoice>>;
}

/** The preferences of the folders changed longest ago are dropped. */
const mostPlaces = 200;
const nothing: ListChoice = {};

export const useListPreferences = persisted<ListPreferences>(
  { byKind: {}, byPlace: {} },
  { name: 'muniment.lists' },
);

export function choiceFor({ id, kind }: ListPlace, { byKind, byPlace } = useListPreferences.getState()) {
  return byPlace[id] ?? byKind[kind] ?? nothing;
}

export function remember(place: ListPlace, change: ListChoice): void {
  const { id, kind } = place;
  const { byKind, byPlace } = useListPreferences.getState();
  const next = { ...choiceFor(place), ...change };
  if (byPlace[id] === undefined) useListPreferences.setState({ byKind: { ...byKind, [kind]: next } });
  else useListPreferences.setState({ byPlace: withPlace(byPlace, id, next) });
}

type Choices = Readonly<Record<string, ListChoice>>;

export function withPlace(byPlace: Choices, id: string, choice: ListChoice): Choices {
  const others = Object.entries(without(byPlace, id)).slice(1 - mostPlaces);
  return { ...Object.fromEntries(others), [id]: choice };
}

export function without(choices: Choices, name: string): Choices {
  const { [name]: _, ...others } = choices;
  return others;
}
