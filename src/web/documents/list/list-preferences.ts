/** How the reader likes lists: list or gallery everywhere, columns and their widths per folder. Kept in this browser. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ColumnWidths } from '#web/ui/data-columns.ts';

export type ListView = 'list' | 'gallery';

export interface ColumnChoice {
  /** Ids in order, without the name, which is always first. */
  readonly columns?: readonly string[];
  readonly widths?: ColumnWidths;
}

interface ListPreferences {
  readonly view: ListView;
  readonly byPlace: Readonly<Record<string, ColumnChoice>>;
}

/** The folders changed longest ago are forgotten. */
const mostPlaces = 200;

export const useListPreferences = create<ListPreferences>()(
  persist((): ListPreferences => ({ view: 'list', byPlace: {} }), { name: 'muniment.lists' }),
);

export function rememberView(view: ListView): void {
  useListPreferences.setState({ view });
}

export function rememberColumns(place: string, change: ColumnChoice): void {
  useListPreferences.setState(({ byPlace }) => {
    const { [place]: earlier, ...others } = byPlace;
    const kept = Object.entries(others).slice(1 - mostPlaces);
    return { byPlace: { ...Object.fromEntries(kept), [place]: { ...earlier, ...change } } };
  });
}

export function forgetColumns(place: string): void {
  useListPreferences.setState(({ byPlace }) => {
    const { [place]: _, ...others } = byPlace;
    return { byPlace: others };
  });
}
