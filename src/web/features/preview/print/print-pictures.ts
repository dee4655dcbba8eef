// Prints pictures, one to a sheet: a page of its own in a frame without scripts, which the browser prints instead of the
// app. Invariant: the frame and the pictures' addresses are gone when the browser has printed, or when it fails.

export interface PrintedSheet {
  /** As the browser shows it. */
  readonly address: string;
  /** In points. Left out, the sheet is the printer's own. */
  readonly size?: { readonly width: number; readonly height: number };
}

export async function printPictures(title: string, sheets: readonly PrintedSheet[]): Promise<void> {
  const frame = await emptyFrame();
  const page = frame.contentDocument;
  const view = page?.defaultView;
  try {
    if (!page || !view) throw new Error('The browser gives no page to print');
    page.title = title;
    const style = new view.CSSStyleSheet();
    style.replaceSync(sheetStyles(sheets));
    page.adoptedStyleSheets = [style];
    for (const sheet of sheets) {
      const picture = page.createElement('img');
      picture.src = sheet.address;
      if (sheet.size !== undefined) picture.className = sheetName(sheet.size);
      page.body.append(picture);
      // The browser would print what it has not read yet as nothing.
      await picture.decode();
    }
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
  }
}

type Size = NonNullable<PrintedSheet['size']>;

function sheetName({ width, height }: Size): string {
  return `sheet-${Math.round(width)}-${Math.round(height)}`;
}

function sheetStyles(sheets: readonly PrintedSheet[]): string {
  const sizes = new Map(sheets.flatMap(({ size }) => (size === undefined ? [] : [[sheetName(size), size]])));
  const named = [...sizes].map(
    ([name, { width, height }]) =>
      `@page ${name} { size: ${Math.round(width)}pt ${Math.round(height)}pt; margin: 0 } .${name} { page: ${name} }`,
  );
  const picture =
    'img { display: block; inline-size: 100%; block-size: 100vh; object-fit: contain; break-after: page }';
  return `@page { margin: 0 } html, body { margin: 0 } ${picture} img:last-child { break-after: auto } ${named.join(' ')}`;
}

function emptyFrame(): Promise<HTMLIFrameElement> {
  const address = URL.createObjectURL(new Blob(['<!doctype html>'], { type: 'text/html' }));
  const frame = document.createElement('iframe');
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
