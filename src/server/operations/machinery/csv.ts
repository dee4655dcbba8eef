/**
 * Reads rows of a CSV file: commas or semicolons, quotes doubled inside quotes.
 * Invariants: an invalid file gives rows, never an error; other calls are served while a long one is read.
 */
import { pauseWhenLong } from '#server/core/kernel/turns.ts';

/** Further cells of a row are left out: no table needs as many columns. */
const mostCells = 1_000;
/** Cells and quotes read before other calls get a turn. */
const piecesAtOnce = 1_000;

export async function* readCsv(text: string): AsyncGenerator<readonly string[]> {
  const head = text.slice(0, endOf(text, '\n', 0));
  const separator = head.includes(';') && !head.includes(',') ? ';' : ',';
  const cellEnd = new RegExp(`[${separator}\n]`, 'g');
  let row: string[] = [];
  let pieces = 0;
  for (let at = 0; at <= text.length; ) {
    const cell: string[] = [];
    if (text[at] === '"') {
      for (let isOpen = true; isOpen; ) {
        const quote = endOf(text, '"', at + 1);
        isOpen = text[quote + 1] === '"';
        cell.push(text.slice(at + 1, isOpen ? quote + 1 : quote));
        at = quote + 1;
        if (++pieces % piecesAtOnce === 0) await pauseWhenLong();
      }
    }
    cellEnd.lastIndex = at;
    const end = cellEnd.exec(text)?.index ?? text.length;
    cell.push(text.slice(at, end).replaceAll('\r', ''));
    if (row.length < mostCells) row.push(cell.join(''));
    at = end + 1;
    if (++pieces % piecesAtOnce === 0) await pauseWhenLong();
    if (text[end] === separator) continue;
    if (row.some((value) => value !== '')) yield row;
    row = [];
  }
}

function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? text.length : found;
}
