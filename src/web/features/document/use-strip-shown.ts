// Whether somebody wants to see the neighbours of what is open. Kept in this browser.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const useStrip = create<{ readonly isShown: boolean }>()(
  persist((): { readonly isShown: boolean } => ({ isShown: false }), { name: 'muniment.neighbours' }),
);

export function useStripShown(): readonly [isShown: boolean, toggle: () => void] {
  return [useStrip().isShown, () => useStrip.setState(({ isShown }) => ({ isShown: !isShown }))];
}
