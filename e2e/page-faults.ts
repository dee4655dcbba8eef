/**
 * Finds faults in the language of the current page: texts of another language, keys of texts, truncated texts, controls
 * outside of the screen.
 */
import type { Page } from '@playwright/test';
import type { Foreign } from './catalogue.ts';

/** Content from documents, people and the server: its words, and the part of the page that has nothing else. */
export interface Brought {
  readonly texts: readonly string[];
  readonly except?: string | undefined;
}

/** Returns one line for each fault of the current page. */
export type FindFaults = (brought: Brought) => Promise<readonly string[]>;

/** The texts are sent to the page once, and stay there until it is reloaded. */
export async function faultsOn(page: Page, foreign: Foreign): Promise<FindFaults> {
  const known = await page.evaluateHandle(({ texts, patterns, names }) => {
    const like = patterns.map((pattern) => new RegExp(pattern));
    return { english: new Set(texts), like, known: new Set(names) };
  }, foreign);
  return (brought) => page.evaluate(findFaults, { foreign: known, brought });
}

interface KnownTexts {
  readonly english: ReadonlySet<string>;
  readonly like: readonly RegExp[];
  readonly known: ReadonlySet<string>;
}

/** Runs in the page, so it must be self-contained. */
function findFaults(given: { readonly foreign: KnownTexts; readonly brought: Brought }): readonly string[] {
  const { foreign, brought } = given;
  const { english, like, known } = foreign;
  const faults = new Set<string>();
  const plain = (text: string) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '').trim();

  // Names of keys, names of permissions, and text being edited are not translated.
  const notOurs = ['[aria-hidden="true"], kbd, code, .cm-content', brought.except ?? []].flat().join();

  const read = (text: string, where: string) => {
    const words = plain(text);
    if (words === '' || brought.texts.some((one) => words.includes(one))) return;
    if (english.has(words) || like.some((one) => one.test(words))) faults.add(`English ${where}: ${words}`);
    // A sentence that ends with a date that itself ends with a full stop.
    if (/[^.]\.\.$/.test(words)) faults.add(`two full stops: ${words}`);
    if (known.has(words) || words.includes('{{')) faults.add(`name of a ${where}: ${words}`);
  };

  const hidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest(notOurs) !== null;

  /** What an element with hidden overflow cuts off from this box; null if it shows an ellipsis. */
  const cutBy = (element: Element, box: DOMRect): string | null => {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const { overflowX, textOverflow, webkitLineClamp, clipPath, position } = getComputedStyle(around);
      const frame = around.getBoundingClientRect();
      // Visible only to screen readers.
      if (frame.width <= 2 || clipPath !== 'none') return null;
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
      const over = Math.max(box.right - frame.right, frame.left - box.left);
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      if (overflowX !== 'visible' && over > 1) return `${around.tagName}.${around.className}`;
      if (around.matches('button, [role="tab"], [role^="menuitem"]') && over > 1) return 'its button';
      if (position === 'fixed') return null;
    }
    return null;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    if (element === null || text.trim() === '' || hidden(element)) continue;
    read(text, 'text');
    range.selectNodeContents(node);
    const cut = cutBy(element, range.getBoundingClientRect());
    if (cut !== null) faults.add(`cut by ${cut}: ${plain(text)}`);
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (hidden(element)) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      read(element.getAttribute(name) ?? '', `text of ${name}`);
  }
  /** True if it is outside of the screen and cannot be scrolled to. */
  const isOutside = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect();
    if (width <= 2 || (left >= -1 && right <= innerWidth + 1)) return false;
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth)
        return false;
    return true;
  };
  for (const control of document.querySelectorAll('button, a[href], input, select, textarea'))
    if (!hidden(control) && isOutside(control))
      faults.add(
        `beyond the edge: ${plain(control.getAttribute('aria-label') ?? control.textContent ?? '')}`,
      );
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`the page is ${scrollWidth - clientWidth} pixels too wide`);
  return [...faults];
}
