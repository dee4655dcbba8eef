// Prints pictures, one on each sheet.
import { printPage } from './print-page.ts';

export interface PrintedSheet {
  /** A URL that the browser can show. */
  readonly address: string;
  /** In points. By default the printer's own size. */
  readonly size?: { readonly width: number; readonly height: number };
}

export function printPictures(title: string, sheets: readonly PrintedSheet[]): Promise<void> {
  return printPage({
    title,
    styles: sheetStyles(sheets),
    fill: async (page) => {
      for (const { address, size } of sheets) {
        const picture = page.createElement('img');
        picture.src = address;
        if (size !== undefined) picture.className = sheetName(size);
        page.body.append(picture);
        await picture.decode();
      }
    },
  });
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
