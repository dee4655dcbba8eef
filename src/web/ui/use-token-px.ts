// A length from the stylesheet's tokens, in px, for what must be computed (virtual rows). Follows density, pointer
// and width of the window.
import { useCallback, useSyncExternalStore } from 'react';

const phone = '(max-width: 600px)';
const coarse = '(pointer: coarse)';

function watch(changed: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(coarse)];
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

export function useTokenPx(name: `--${string}`, fallback: number): number {
  const read = useCallback(() => {
    const length = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
    return Number.isNaN(length) ? fallback : length;
  }, [name, fallback]);
  return useSyncExternalStore(watch, read);
}

/** Whether the window is as narrow as a phone: two-line rows, sheets instead of panes. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(phone).matches);
}
