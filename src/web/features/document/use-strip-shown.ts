// Whether the strip of neighbours is shown. Kept in this browser.
import { persisted } from '#web/frame/persisted.ts';

const useStrip = persisted({ isShown: false }, { name: 'muniment.neighbours' });

export function useStripShown(): readonly [isShown: boolean, toggle: () => void] {
  return [useStrip().isShown, () => useStrip.setState(({ isShown }) => ({ isShown: !isShown }))];
}
