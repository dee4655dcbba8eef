// Reads workbooks of LibreOffice. All sheets are in one part, one after the other, and have their numbers as text, too.
import { readXml } from '../parts/read-xml.ts';
import type { ZipParts } from '../parts/zip-parts.ts';
import { type Cell, mostSheets, SheetRows, sheetBounds, trimRow, type Workbook } from './workbook.ts';

export const odsContent = 'content.xml';

export async function readOds(parts: ZipParts): Promise<Workbook> {
  const sheets: { readonly name: string; readonly rows: SheetRows }[] = [];
  const budget = { cells: sheetBounds.cells };
  let row = 0;
  let rowRepeats = 1;
  let cells: Cell[] = [];
  let cellRepeats = 1;
  let kind = '';
  let text = '';
  let isWithin = false;
  let notes = 0;
  const bytes = await readXml(parts.read(odsContent, sheetBounds.bytes), {
    open: (name, attributes) => {
      switch (name) {
        case 'table':
          sheets.push({ name: attributes.get('name') ?? '', rows: new SheetRows(budget) });
          row = 0;
          break;
        case 'table-row':
          cells = [];
          rowRepeats = repeats(attributes.get('number-rows-repeated'));
          break;
        case 'table-cell':
        case 'covered-table-cell':
          text = '';
          kind = attributes.get('value-type') ?? '';
          cellRepeats = repeats(attributes.get('number-columns-repeated'));
          break;
        case 'annotation':
          notes += 1;
          break;
        case 'p':
          if (notes === 0 && text !== '') text += '\n';
          isWithin = true;
          break;
        case 's':
          if (isWithin && notes === 0) text += ' '.repeat(Math.min(100, repeats(attributes.get('c'))));
          break;
      }
    },
    text: (piece) => {
      if (isWithin && notes === 0 && text.length < sheetBounds.characters) text += piece;
    },
    close: (name) => {
      const rows = sheets.at(-1)?.rows;
      if (name === 'p') isWithin = false;
      else if (name === 'annotation') notes -= 1;
      else if (name === 'table-row' && rows !== undefined) {
        // The last empty row is mostly repeated up to row one million.
        const trimmed = trimRow(cells);
        const end = trimmed.length === 0 ? row : row + rowRepeats;
        for (let index = row; index < end && !rows.isFull; index += 1) rows.add(index, trimmed);
        row += rowRepeats;
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        const cell = cellOf(text.slice(0, sheetBounds.characters), kind);
        const room = Math.max(0, sheetBounds.columns - cells.length);
        if (cell !== '' && room < cellRepeats && rows !== undefined) rows.isCut = true;
        for (let count = 0; count < Math.min(cellRepeats, room); count += 1) cells.push(cell);
      }
    },
    isDone: () => sheets.length > mostSheets,
  });
  const isCut = bytes >= sheetBounds.bytes;
  return {
    sheets: sheets.map(({ name, rows }, index) => ({
      name,
      read: async () => ({
        rows: rows.rows,
        columns: rows.columns,
        isCut: rows.isCut || (isCut && index === sheets.length - 1),
      }),
    })),
  };
}

function cellOf(text: string, kind: string): Cell {
  return text === '' || kind === 'string' || kind === '' || kind === 'boolean' ? text : { shown: text };
}

function repeats(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
