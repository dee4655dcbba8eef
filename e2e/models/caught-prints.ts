/** Catches what the browser would print: there is no printer here, and a frame without scripts cannot replace `print`. */
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    printed?: { readonly title: string; readonly text: string; readonly widths: readonly number[] }[];
  }
}

/** Call it before the page is opened. */
export async function catchPrints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { prototype } = HTMLIFrameElement;
    const content = Object.getOwnPropertyDescriptor(prototype, 'contentDocument');
    Object.defineProperty(prototype, 'contentDocument', {
      ...content,
      get(this: HTMLIFrameElement): Document | null {
        const found: Document | null = content?.get?.call(this) ?? null;
        const view = found?.defaultView;
        if (found !== null && view)
          view.print = () => {
            const widths = [...found.images].map(({ naturalWidth }) => naturalWidth);
            window.printed = [
              ...(window.printed ?? []),
              // biome-ignore lint/performance/useDomNodeTextContent: innerText keeps the line breaks.
              { title: found.title, text: found.body.innerText, widths },
            ];
            view.dispatchEvent(new Event('afterprint'));
          };
        return found;
      },
    });
  });
}

/** The last printed page, after `count` pages were printed. */
export async function printed(page: Page, count = 1): Promise<NonNullable<Window['printed']>[number]> {
  await expect.poll(() => page.evaluate(() => window.printed?.length ?? 0)).toBe(count);
  const last = await page.evaluate(() => window.printed?.at(-1));
  if (last === undefined) throw new Error('Nothing was printed');
  return last;
}
