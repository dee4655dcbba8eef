// Places in the navigation besides the app's own: the administration, for those allowed, and pages of extensions.
import { create } from 'zustand';
import type { IconNode } from '#web/ui/icon.tsx';

export interface AddedPlace {
  readonly to: string;
  /** In the reader's language. */
  readonly label: string;
  readonly icon: IconNode;
}

type Source = 'administration' | 'extensions';

const useAdded = create<Readonly<Record<Source, readonly AddedPlace[]>>>(() => ({
  administration: [],
  extensions: [],
}));

export function useAddedPlaces(): readonly AddedPlace[] {
  const { administration, extensions } = useAdded();
  return [...administration, ...extensions];
}

export function setAddedPlaces(source: Source, places: readonly AddedPlace[]): void {
  useAdded.setState({ [source]: places });
}
