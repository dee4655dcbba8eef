// Prints a page of its own, built in a frame without scripts, instead of the app.
// Invariants: the frame is removed after printing, or on an error; no script runs in it; nothing is fetched for content of
// a file.
import { closedPage } from '../html/closed-page.ts';

export interface PrintedPage {
  readonly title: string;
  readonly styles: string;
  /** Its content is untrusted: nothing is fetched but what is part of the file. */
  readonly isForeign?: boolean;
  /** Resolves when everything has loaded: the browser would print what is missing as blank. */
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
      // Some browsers do not report that printing has ended; input in the app shows that it has.
      window.addEventListener('pointermove', resolve, { once: true });
      window.addEventListener('keydown', resolve, { once: true });
    });
    view.focus();
    view.print();
    await printed;
  } finally {
    frame.remove();
    // The frame had the focus, which is lost with it.
    if (document.activeElement === document.body && focused instanceof HTMLElement)
      focused.focus({ preventScroll: true });
  }
}

function openFrame(content: string): Promise<HTMLIFrameElement> {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/html' }));
  const frame = document.createElement('iframe');
  // The browser's print dialog counts as a modal.
  frame.sandbox.add('allow-same-origin', 'allow-modals');
  // Off screen, but with a size: some browsers print nothing of a frame without one.
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
