// F6 moves the focus round the regions of the page (navigation, top bar, work, details, notifications): the innermost elements
// with data-region, in document order. The first focusable element inside gets the focus, else the region itself.

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]:not([tabindex="-1"])';

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function enter(region: HTMLElement): void {
  const within = [...region.querySelectorAll<HTMLElement>(focusable)];
  const first = within.find((element) => element.tabIndex >= 0 && isShown(element));
  (first ?? region).focus();
}

export function goToRegion(step: 1 | -1): void {
  const regions = [
    ...document.querySelectorAll<HTMLElement>('[data-region]:not(:has([data-region]))'),
  ].filter(isShown);
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const from = current === -1 && step === -1 ? 0 : current;
  const next = regions[(from + step + regions.length) % regions.length];
  if (next !== undefined) enter(next);
}
