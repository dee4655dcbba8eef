// Places of the navigation beside the app's own: pages that extensions bring. Empty without them.
import { create } from 'zustand';
import type { IconNode } from '#web/ui/icon.tsx';

export interface AddedPlace {
  readonly to: string;
  /** In the reader's language. */
  readonly label: string;
  readonly icon: IconNode;
}

export const useAddedPlaces = create<{ readonly places: readonly AddedPlace[] }>(() => ({ places: [] }));

export function setAddedPlaces(places: readonly AddedPlace[]): void {
  useAddedPlaces.setState({ places });
}
