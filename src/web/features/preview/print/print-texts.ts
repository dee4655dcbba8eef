// Prints texts and tables of files: dark on white, whatever the app's theme.
import { printPage } from './print-page.ts';

const paper = `
  @page { margin: 15mm }
  html { color-scheme: light; color: #000; background: #fff; font: 10.5pt/1.45 system-ui, sans-serif; overflow-wrap: anywhere }
  body { margin: 0 }
`;
const table = `
  table { border-collapse: collapse; font-size: 8.5pt; line-height: 1.25; font-variant-numeric: tabular-nums }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  th, td { padding: 2pt 4pt; border: 0.5pt solid #999; text-align: start; vertical-align: top; white-space: pre-wrap }
  th { font-weight: 600 }
`;
const written = `
  pre, code { font: 9pt/1.4 ui-monospace, monospace; white-space: pre-wrap }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; line-height: 1.2 }
  blockquote { margin-inline: 0; padding-inline-start: 10pt; border-inline-start: 2pt solid #999 }
  a { color: inherit }
  img { max-inline-size: 100% }
`;

/** With its line breaks and blanks. */
export function printText(title: string, text: string): Promise<void> {
  return printPage({
    title,
    styles: `${paper} ${written}`,
    fill: (page) => {
      const pre = page.createElement('pre');
      pre.dir = 'auto';
      pre.textContent = text;
      page.body.append(pre);
    },
  });
}

/** Prints content that is already on screen. */
export function printContent(title: string, content: Element): Promise<void> {
  return printPage({
    title,
    isForeign: true,
    styles: `${paper} ${written} ${table}`,
    fill: (page) => page.body.append(page.importNode(content, true)),
  });
}

export interface PrintedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** A line below the table if it has more rows than these. */
  readonly rest: string | null;
}

export function printTable(title: string, { head, rows, rest }: PrintedTable): Promise<void> {
  return printPage({
    title,
    styles: `${paper} ${table}`,
    fill: (page) => {
      const line = (cells: readonly string[], tag: 'th' | 'td') => {
        const row = page.createElement('tr');
        for (const text of cells) {
          const cell = page.createElement(tag);
          cell.dir = 'auto';
          cell.textContent = text;
          row.append(cell);
        }
        return row;
      };
      const made = page.createElement('table');
      if (head.length > 0) made.createTHead().append(line(head, 'th'));
      made.createTBody().append(...rows.map((cells) => line(cells, 'td')));
      page.body.append(made);
      if (rest !== null) page.body.append(Object.assign(page.createElement('p'), { textContent: rest }));
    },
  });
}

/** The browser would need minutes to lay out more cells. */
const mostCells = 50_000;

export function cutTable<T>(rows: readonly T[], columns: number): readonly T[] {
  return rows.slice(0, Math.ceil(mostCells / Math.max(1, columns)));
}
