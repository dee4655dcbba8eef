// Prints a page of its own, made in a frame in which nothing acts, which the browser prints instead of the app.
// Invariants: the frame is gone when the browser has printed, or when it fails; no script runs in it, and what comes from a
// file gets nothing fetched.
import { closedPage } from '../html/closed-page.ts';

export interface PrintedPage {
  readonly title: string;
  readonly styles: string;
  /** What is on it was made by others: it fetches nothing, but for what the file itself holds. */
  readonly isForeign?: boolean;
  /** Resolves when all is there: the browser would print what it has not read yet as nothing. */
  readonly fill: (page: Document) => Promise<void> | void;
}

const emptyPage = '<!doctype html><meta charset="utf-8">';

export async function printPage({ title, styles, isForeign = false, fill }: PrintedPage): Promise<void> {
  const focused = document.activeElement;
  const frame = await openFrame(isForeign ? closedPage : emptyPage);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  try {
    if (!page || !view) throw new Error('The browser gives no page to print');
    page.title = title;
    await fill(page);
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(styles);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
    const printed = new Promise((resolve) => {
      view.addEventListener('afterprint', resolve, { once: true });
      // Not every browser says when it has printed; whoever is back in the app has.
      window.addEventListener('pointermove', resolve, { once: true });
      window.addEventListener('keydown', resolve, { once: true });
    });
    view.focus();
    view.print();
    await printed;
  } finally {
    frame.remove();
    // The frame had it, and takes it along.
    if (document.activeElement === document.body && focused instanceof HTMLElement)
      focused.focus({ preventScroll: true });
  }
}

function openFrame(content: string): Promise<HTMLIFrameElement> {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/html' }));
  const frame = document.createElement('iframe');
  // The browser's dialog for printing is a modal.
  frame.sandbox.add('allow-same-origin', 'allow-modals');
  // Out of sight, but there: some browsers print nothing of what has no place.
  frame.style.cssText =
    'position:fixed;inset-inline-start:-200vw;inline-size:210mm;block-size:297mm;border:0';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.src = address;
  const { promise, resolve, reject } = Promise.withResolvers<HTMLIFrameElement>();
  frame.addEventListener('load', () => resolve(frame), { once: true });
  frame.addEventListener('error', () => reject(new Error('The browser gives no page to print')), {
    once: true,
  });
  document.body.append(frame);
  return promise.finally(() => URL.revokeObjectURL(address));
}
