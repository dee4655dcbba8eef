// The numbers beside the navigation's places (tasks waiting, items in the trash). Each is drawn by the feature that knows,
// whose code comes once the first view is there; the number itself stays in the cache of answers.
import type { ComponentType, ReactNode } from 'react';
import { create } from 'zustand';

export type CountedPlace = 'tasks' | 'favourites' | 'collections' | 'trash';

export interface PlaceCountProps {
  /** Draws a number; not called while it is unknown or 0. */
  readonly children: (count: number) => ReactNode;
}

export const usePlaceCounts = create<Readonly<Partial<Record<CountedPlace, ComponentType<PlaceCountProps>>>>>(
  () => ({}),
);
