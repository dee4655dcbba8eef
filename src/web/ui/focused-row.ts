// The row with the focus, in sight. A list scrolls itself; a page that is enlarged so far that it is scrolled whole
// (base.css) has to follow, too.
import { itemAt } from './row-target.ts';

const pageScrolls = (): boolean => window.matchMedia('(max-height: 420px)').matches;

export function focusRow(list: Element | null, index: number): void {
  itemAt(list, index)?.focus({ preventScroll: !pageScrolls() });
}

/** After the list's size has changed: what came above it may have pushed the row out of the window. */
export function followFocusedRow(list: Element): void {
  const row = document.activeElement?.closest('[data-index]');
  if (list.contains(row ?? null) && pageScrolls()) row?.scrollIntoView({ block: 'nearest' });
}
