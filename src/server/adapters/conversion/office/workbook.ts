/**
 * Reads the sheets of an OOXML workbook: a heading and a table for each, with dates as dates.
 * Invariant: the characters of shared strings are limited; empty cells between others keep their place.
 */
import type { BlockSink } from '../text/blocks.ts';
import { readXml, type XmlHandler } from './read-xml.ts';
import type { ZipPackage } from './zip-package.ts';

const mostSharedCharacters = 50_000_000;
const mostColumns = 512;

export async function workbookToBlocks(zip: ZipPackage, sink: BlockSink): Promise<void> {
  const sheets = await readSheetList(zip);
  const shared = new SharedStrings();
  await readXml(zip.read('xl/sharedStrings.xml'), shared);
  const styles = new DateStyles();
  await readXml(zip.read('xl/styles.xml'), styles);
  for (const { name, part } of sheets) {
    if (sink.isFull) return;
    sink.add({ kind: 'heading', level: 2, spans: [{ text: name }] });
    await readXml(zip.read(part), new SheetReader(sink, shared.strings, styles.dateStyles));
    sink.endTable();
  }
}

export async function readSheetList(zip: ZipPackage) {
  const targets = new Map<string, string>();
  await readXml(zip.read('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      const target = attributes.get('Target');
      if (name === 'Relationship' && target !== undefined) targets.set(attributes.get('Id') ?? '', target);
    },
  });
  const sheets: { name: string; part: string }[] = [];
  await readXml(zip.read('xl/workbook.xml'), {
    open(name, attributes) {
      const target = targets.get(attributes.get('id') ?? '');
      if (name !== 'sheet' || target === undefined) return;
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      sheets.push({ name: attributes.get('name') ?? '', part });
    },
  });
  return sheets;
}

class SharedStrings implements XmlHandler {
  readonly strings: string[] = [];
  #current = '';
  #isText = false;
  #phoneticDepth = 0;
  #left = mostSharedCharacters;

  get isDone(): boolean {
    return this.#left <= 0;
  }

  open(name: string): void {
    if (name === 'si') this.#current = '';
    else if (name === 'rPh') this.#phoneticDepth += 1;
    else if (name === 't') this.#isText = this.#phoneticDepth === 0;
  }

  text(text: string): void {
    if (this.#isText) this.#current += text;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#phoneticDepth -= 1;
    else if (name === 'si') {
      this.#left -= this.#current.length + 1;
      this.strings.push(this.#current);
    }
  }
}

/** The cell styles that show a date: built-in formats 14–22 and 45–47, or a custom format with date letters. */
class DateStyles implements XmlHandler {
  readonly dateStyles = new Set<number>();
  readonly #dateFormats = new Set<number>([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
  #isCellFormats = false;
  #index = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'numFmt') {
      const letters = (attributes.get('formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      if (/[ymdh]/i.test(letters)) this.#dateFormats.add(Number(attributes.get('numFmtId')));
    } else if (name === 'cellXfs') this.#isCellFormats = true;
    else if (name === 'xf' && this.#isCellFormats) {
      if (this.#dateFormats.has(Number(attributes.get('numFmtId')))) this.dateStyles.add(this.#index);
      this.#index += 1;
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isCellFormats = false;
  }
}

class SheetReader implements XmlHandler {
  readonly #sink: BlockSink;
  readonly #shared: readonly string[];
  readonly #dateStyles: ReadonlySet<number>;
  #row: string[] = [];
  #column = 0;
  #type = '';
  #style = -1;
  #value = '';
  #isValue = false;

  constructor(sink: BlockSink, shared: readonly string[], dateStyles: ReadonlySet<number>) {
    this.#sink = sink;
    this.#shared = shared;
    this.#dateStyles = dateStyles;
  }

  get isDone(): boolean {
    return this.#sink.isFull;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') this.#row = [];
    else if (name === 'c') {
      this.#column = columnIndex(attributes.get('r')) ?? this.#row.length;
      this.#type = attributes.get('t') ?? 'n';
      this.#style = Number(attributes.get('s') ?? -1);
      this.#value = '';
    } else if (name === 'v' || name === 't') this.#isValue = true;
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'c' && this.#value !== '' && this.#column < mostColumns) {
      while (this.#row.length < this.#column) this.#row.push('');
      this.#row[this.#column] = this.#shown();
    } else if (name === 'row' && this.#row.length > 0) this.#sink.addRow(this.#row);
  }

  #shown(): string {
    if (this.#type === 's') return this.#shared[Number(this.#value)] ?? '';
    if (this.#type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'n' && this.#dateStyles.has(this.#style)) return serialDate(Number(this.#value));
    return this.#value;
  }
}

export function columnIndex(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Days since 1899-12-30, as in all spreadsheets. */
function serialDate(days: number): string {
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
