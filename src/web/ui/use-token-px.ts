// A length from the stylesheet's tokens, in px, for computations (virtual rows). Follows density, pointer and window width.
// Invariant: the style is read when one of these changes, never while rendering rows.
import { useCallback, useSyncExternalStore } from 'react';

const phone = '(max-width: 600px)';
const coarse = '(pointer: coarse)';
const lengths = new Map<string, number>();

function watch(changed: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(coarse)];
  const onChange = () => {
    lengths.clear();
    changed();
  };
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function lengthOf(name: string, fallback: number): number {
  const known = lengths.get(name);
  if (known !== undefined) return known;
  const written = getComputedStyle(document.documentElement).getPropertyValue(name);
  const length = Number.parseFloat(written);
  lengths.set(name, Number.isNaN(length) ? fallback : length);
  return lengths.get(name) ?? fallback;
}

export function useTokenPx(name: `--${string}`, fallback: number): number {
  return useSyncExternalStore(
    watch,
    useCallback(() => lengthOf(name, fallback), [name, fallback]),
  );
}

/** Whether the window is as narrow as a phone's: two-line rows, sheets instead of panes. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(phone).matches);
}
