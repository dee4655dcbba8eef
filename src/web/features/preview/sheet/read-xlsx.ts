// Reads workbooks of Excel: the list of sheets, and the cells of a sheet when it is opened.
import { readXml, type XmlAttributes } from '../parts/read-xml.ts';
import type { ZipParts } from '../parts/zip-parts.ts';
import { generalFormat, type NumberFormat, numberFormatOf } from './number-format.ts';
import {
  type Cell,
  mostSheets,
  type SheetContent,
  SheetRows,
  sheetBounds,
  trimRow,
  type Workbook,
} from './workbook.ts';

const mostStrings = 1_000_000;
const mostStringBytes = 48_000_000;
const mostFormats = 70_000;
const smallPart = 8_000_000;

export async function readXlsx(parts: ZipParts): Promise<Workbook> {
  const path = targetOf(await relations(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const related = await relations(parts, path);
  const sheets: { readonly name: string; readonly path: string }[] = [];
  let since1904 = false;
  await readXml(parts.read(path, smallPart), {
    open: (name, attributes) => {
      if (name === 'workbookPr') since1904 = isTrue(attributes.get('date1904'));
      if (name !== 'sheet' || sheets.length === mostSheets) return;
      const target = related.get(attributes.get('id') ?? '')?.target;
      if (target === undefined || !parts.has(target) || (attributes.get('state') ?? 'visible') !== 'visible')
        return;
      sheets.push({ name: attributes.get('name') ?? '', path: target });
    },
  });
  // Read with the first sheet, and then used for all.
  let shared: Promise<Shared> | undefined;
  const readShared = async (): Promise<Shared> => ({
    strings: await readStrings(parts, targetOf(related, 'sharedStrings')),
    formats: await readFormats(parts, targetOf(related, 'styles'), since1904),
  });
  return {
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      read: async () => {
        shared ??= readShared().catch((cause: unknown) => {
          // So that a retry reads it again.
          shared = undefined;
          throw cause;
        });
        return readSheet(parts, sheet.path, await shared);
      },
    })),
  };
}

interface Relation {
  readonly kind: string;
  readonly target: string;
}

interface Shared {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
}

/** The parts that a part refers to, by id. Their paths are relative to its folder. */
async function relations(parts: ZipParts, path: string): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>();
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${path.slice(folder.length)}.rels`;
  if (!parts.has(file)) return found;
  await readXml(parts.read(file, smallPart), {
    open: (name, attributes) => {
      const target = attributes.get('Target');
      if (name !== 'Relationship' || target === undefined) return;
      const { pathname } = new URL(target, `file:///${folder}`);
      const kind = attributes.get('Type')?.split('/').at(-1) ?? '';
      found.set(attributes.get('Id') ?? '', { kind, target: decodeURIComponent(pathname.slice(1)) });
    },
  });
  return found;
}

function targetOf(related: ReadonlyMap<string, Relation>, kind: string): string | undefined {
  return [...related.values()].find((relation) => relation.kind === kind)?.target;
}

async function readStrings(parts: ZipParts, path: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (path === undefined || !parts.has(path)) return strings;
  let text = '';
  let within = '';
  let isPhonetic = false;
  await readXml(parts.read(path, mostStringBytes), {
    open: (name) => {
      within = name;
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
    },
    text: (piece) => {
      if (within === 't' && !isPhonetic && text.length < sheetBounds.characters) text += piece;
    },
    close: (name) => {
      within = '';
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') strings.push(text.slice(0, sheetBounds.characters));
    },
    isDone: () => strings.length >= mostStrings,
  });
  return strings;
}

/** By the index of a cell's style. */
async function readFormats(
  parts: ZipParts,
  path: string | undefined,
  since1904: boolean,
): Promise<readonly NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (path === undefined || !parts.has(path)) return formats;
  const codes = new Map<number, string>();
  let isOfCells = false;
  await readXml(parts.read(path, smallPart), {
    open: (name, attributes) => {
      const id = Number(attributes.get('numFmtId') ?? 0);
      if (name === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '');
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells && formats.length < mostFormats)
        formats.push(numberFormatOf(id, codes.get(id), since1904));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

async function readSheet(parts: ZipParts, path: string, { strings, formats }: Shared): Promise<SheetContent> {
  const rows = new SheetRows({ cells: sheetBounds.cells });
  let row = -1;
  let cells: Cell[] = [];
  let column = -1;
  let facts: XmlAttributes = new Map();
  let text = '';
  let within = '';
  const bytes = await readXml(parts.read(path, sheetBounds.bytes), {
    open: (name, attributes) => {
      within = name;
      if (name === 'row') {
        row = rowNumber(attributes.get('r')) ?? row + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnNumber(attributes.get('r')) ?? column + 1;
        facts = attributes;
        text = '';
      }
    },
    text: (piece) => {
      if ((within === 'v' || within === 't') && text.length < sheetBounds.characters) text += piece;
    },
    close: (name) => {
      within = '';
      if (name === 'row') rows.add(row, trimRow(cells));
      if (name !== 'c') return;
      if (column >= sheetBounds.columns) {
        rows.isCut = true;
        return;
      }
      while (cells.length < column) cells.push('');
      cells[column] = cellOf(text, facts, strings, formats);
    },
    isDone: () => rows.isFull,
  });
  return { rows: rows.rows, columns: rows.columns, isCut: rows.isCut || bytes >= sheetBounds.bytes };
}

function cellOf(
  text: string,
  facts: XmlAttributes,
  strings: readonly string[],
  formats: readonly NumberFormat[],
): Cell {
  if (text === '') return '';
  switch (facts.get('t')) {
    case 's':
      // Its index is beyond the texts that were read.
      return strings[Number(text)] ?? '…';
    case 'b':
      return text === '1';
    case 'str':
    case 'inlineStr':
    case 'e':
    case 'd':
      return text.slice(0, sheetBounds.characters);
    default: {
      const value = Number(text);
      return Number.isFinite(value)
        ? { value, format: formats[Number(facts.get('s') ?? 0)] ?? generalFormat }
        : text;
    }
  }
}

function rowNumber(text: string | undefined): number | undefined {
  const row = Number(text ?? Number.NaN);
  return Number.isInteger(row) && row > 0 ? row - 1 : undefined;
}

function columnNumber(cell: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
