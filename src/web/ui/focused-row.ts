// Keeps the row with the focus in view. A list scrolls itself; a page zoomed so far that it scrolls as a whole (base.css) must
// follow too.
import { itemAt } from './row-target.ts';

const pageScrolls = (): boolean => window.matchMedia('(max-height: 420px)').matches;

export function focusRow(list: Element | null, index: number): void {
  itemAt(list, index)?.focus({ preventScroll: !pageScrolls() });
}

/** Call it after the list's size has changed: new content above it may have pushed the row out of the window. */
export function followFocusedRow(list: Element): void {
  const row = document.activeElement?.closest('[data-index]');
  if (list.contains(row ?? null) && pageScrolls()) row?.scrollIntoView({ block: 'nearest' });
}
