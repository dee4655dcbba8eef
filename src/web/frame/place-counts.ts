// The numbers beside places of the navigation (tasks waiting, items in the trash). Each is drawn by its feature, whose code loads
// after the first view; the number itself is in the cache of answers.
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
