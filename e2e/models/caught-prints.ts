/** Catches what the browser would print: there is no printer here, and a frame without scripts cannot replace `print`. */
import { expect, type Page } from '@playwright/test';

interface PrintedPage {
  readonly title: string;
  readonly text: string;
  readonly widths: readonly number[];
  /** The colour of each picture's pixel at the bottom left: red, green, blue. */
  readonly corners: readonly (readonly number[])[];
}

declare global {
  interface Window {
    printed?: PrintedPage[];
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
            const corners = [...found.images].map((image) => {
              const pen = new OffscreenCanvas(1, 1).getContext('2d');
              pen?.drawImage(image, 0, 1 - image.naturalHeight);
              return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
            });
            window.printed = [
              ...(window.printed ?? []),
              // biome-ignore lint/performance/useDomNodeTextContent: innerText keeps the line breaks.
              { title: found.title, text: found.body.innerText, widths, corners },
            ];
            view.dispatchEvent(new Event('afterprint'));
          };
        return found;
      },
    });
  });
}

/** The last printed page, after `count` pages were printed. */
export async function printed(page: Page, count = 1): Promise<PrintedPage> {
  await expect.poll(() => page.evaluate(() => window.printed?.length ?? 0)).toBe(count);
  const last = await page.evaluate(() => window.printed?.at(-1));
  if (last === undefined) throw new Error('Nothing was printed');
  return last;
}
