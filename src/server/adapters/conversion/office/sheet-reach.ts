/**
 * Refuses sheets whose cells are too far apart: an office program goes through all pages between them, for minutes.
 * Invariant: only cells with content count; the size stated in the sheet does not.
 */
import { Refusal } from '../isolate/work.ts';
import { readXml, type XmlHandler } from './read-xml.ts';
import { columnIndex, readSheetList } from './workbook.ts';
import type { ZipPackage } from './zip-package.ts';

/** In the rectangle around all cells of a sheet. */
const mostCells = 100_000_000;

export async function refuseFarCells(zip: ZipPackage): Promise<void> {
  for (const { part } of await readSheetList(zip)) await check(zip, part, new SheetReach());
  await check(zip, 'content.xml', new OpenSheetReach());
}

async function check(zip: ZipPackage, part: string, reach: Reach): Promise<void> {
  await readXml(zip.read(part), reach);
  if (reach.isDone) throw new Refusal('The cells of a sheet lie too far apart');
}

abstract class Reach implements XmlHandler {
  #rows = 0;
  #columns = 0;

  get isDone(): boolean {
    return this.#rows * this.#columns > mostCells;
  }

  protected reach(rows: number, columns: number): void {
    this.#rows = Math.max(this.#rows, rows);
    this.#columns = Math.max(this.#columns, columns);
  }

  protected leave(): void {
    if (this.isDone) return;
    this.#rows = 0;
    this.#columns = 0;
  }

  abstract open(name: string, attributes: ReadonlyMap<string, string>): void;
}

/** For a sheet of an OOXML workbook. */
class SheetReach extends Reach {
  #row = 0;
  #column = 0;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') {
      this.#row = Number(attributes.get('r')) || this.#row + 1;
      this.#column = 0;
    } else if (name === 'c') {
      const reference = attributes.get('r');
      this.#column = (columnIndex(reference) ?? this.#column) + 1;
      this.#row = Number(/\d+$/.exec(reference ?? '')?.[0]) || this.#row;
    } else if (name === 'v' || name === 't' || name === 'f') this.reach(this.#row, this.#column);
    else if (name === 'mergeCell') this.#merged(attributes.get('ref') ?? '');
  }

  #merged(range: string): void {
    const last = range.split(':').at(-1) ?? '';
    this.reach(Number(/\d+$/.exec(last)?.[0] ?? 0), (columnIndex(last) ?? -1) + 1);
  }
}

/** For OpenDocument, where one element may stand for any number of rows or cells. */
class OpenSheetReach extends Reach {
  #row = 0;
  #column = 0;
  #rowsAtOnce = 1;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'table-row') {
      this.#rowsAtOnce = Number(attributes.get('number-rows-repeated')) || 1;
      this.#column = 0;
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#column += Number(attributes.get('number-columns-repeated')) || 1;
      if (attributes.has('value-type') || attributes.has('formula')) this.#filled();
    } else if (name === 'p') this.#filled();
  }

  close(name: string): void {
    if (name === 'table-row') this.#row += this.#rowsAtOnce;
    else if (name === 'table') {
      this.#row = 0;
      this.leave();
    }
  }

  #filled(): void {
    this.reach(this.#row + this.#rowsAtOnce, this.#column);
  }
}
