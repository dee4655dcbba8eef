// The numbers beside the navigation's places (tasks waiting, items in the trash), told by the features that know.
import { create } from 'zustand';

export type CountedPlace = 'tasks' | 'favourites' | 'collections' | 'trash';

export interface NavCount {
  readonly count: number;
  /** Something waits for this person: filled with ink. */
  readonly hot?: boolean;
}

export const useNavCounts = create<Readonly<Partial<Record<CountedPlace, NavCount>>>>(() => ({}));

export function setNavCount(place: CountedPlace, count: NavCount | undefined): void {
  useNavCounts.setState({ [place]: count });
}
