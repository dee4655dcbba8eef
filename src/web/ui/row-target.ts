// The row of a list or gallery that an event belongs to, and the part of the row.

export function indexOfTarget(target: EventTarget | null): number | undefined {
  const item = target instanceof Element ? target.closest('[data-index]') : null;
  const index = Number(item?.getAttribute('data-index') ?? Number.NaN);
  return Number.isNaN(index) ? undefined : index;
}

export function partOf(target: EventTarget | null): 'check' | 'more' | 'name' | 'control' | 'row' {
  if (!(target instanceof Element)) return 'row';
  if (target.closest('[data-check]') !== null) return 'check';
  if (target.closest('[data-more]') !== null) return 'more';
  if (target.closest('a:not([data-opens-row]), button, input, select, textarea, [contenteditable]') !== null)
    return 'control';
  return target.closest('[data-name]') === null ? 'row' : 'name';
}

export function itemAt(container: Element | null, index: number): HTMLElement | null {
  return container?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}
