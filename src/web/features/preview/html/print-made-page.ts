// Prints an untrusted page as it looks, with lines of the app's own above it.
import { printPage } from '../print/print-page.ts';
import { drawPage, type FindPicture } from './draw-page.ts';
import { readPage } from './read-page.ts';

export interface PrintedSource {
  readonly title: string;
  readonly source: string;
  readonly sheets?: readonly string[];
  readonly find?: FindPicture;
  /** Lines above the page. */
  readonly head?: readonly string[];
}

const styles = '@page { margin: 15mm } html { padding: 0 } body { margin: 0 } a { color: inherit }';

export async function printMadePage({
  title,
  source,
  sheets = [],
  find = findNothing,
  head = [],
}: PrintedSource): Promise<void> {
  let release = (): void => undefined;
  try {
    await printPage({
      title,
      isForeign: true,
      styles,
      fill: async (page) => {
        for (const line of head) {
          const written = page.createElement('p');
          written.dir = 'auto';
          written.textContent = line;
          page.body.append(written);
        }
        const drawn = drawPage(page, readPage(source, sheets), find, () => undefined);
        release = drawn.release;
        await drawn.pictures();
      },
    });
  } finally {
    release();
  }
}

const findNothing: FindPicture = async () => null;
