/**
 * How the reader likes lists: columns, widths, order, view and the size of tiles. Kept in this browser for a kind of
 * place (workspaces, folders, the trash); a place may have a choice of its own, which then counts there alone.
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
  /** The type of a folder; lists that are no folder are of a kind of their own. */
  readonly kind: string;
}

interface ListPreferences {
  readonly byKind: Readonly<Record<string, ListChoice>>;
  readonly byPlace: Readonly<Record<string, ListChoice>>;
}

/** The folders changed longest ago are forgotten. */
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
