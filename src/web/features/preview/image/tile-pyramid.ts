// Reads a picture in tiles of every size, which the server makes of a large picture: a zip archive of JPEG files by level
// (Deep Zoom), stored without compression, so that each can be read by its range. Only its table is read to open it.
// Invariant: sizes in the archive are checked against limits before anything is fetched or allocated for them.
import type { ReadRange } from '../parts/range-reader.ts';

export interface TileLevel {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

export interface TilePyramid {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  /** From a single tile to the whole picture, each twice as wide as the one before. */
  readonly levels: readonly TileLevel[];
  /** @throws if it is missing, or cannot be fetched */
  readonly tile: (level: number, column: number, row: number, signal?: AbortSignal) => Promise<Blob>;
}

/** Reads the last bytes of a file of unknown length; all of a shorter one. */
export type ReadEnd = (bytes: number) => Promise<Uint8Array>;

interface Entry {
  /** Offset of the entry's local header, which has the length of the name again. */
  readonly start: number;
  readonly bytes: number;
}

const endBytes = 22;
const tableRowBytes = 46;
const headBytes = 30;
/** Mostly enough for the table of a picture of some hundred megapixels. */
const firstRead = 400_000;
const mostTableBytes = 8_000_000;
const mostTileBytes = 8_000_000;
const mostEdge = 1_000_000;
const stored = 0;

/** @throws if it is not one, or damaged */
export async function openTilePyramid(readEnd: ReadEnd, read: ReadRange): Promise<TilePyramid> {
  const entries = await readTable(readEnd);
  const bytesOf = async (entry: Entry | undefined, at: ReadRange): Promise<Uint8Array<ArrayBuffer>> => {
    if (entry === undefined || entry.bytes > mostTileBytes) throw new Error('This tile is not there');
    // Read 1,000 bytes more for the name and extra field between the header and the bytes.
    const read = new Uint8Array(await at(entry.start, entry.start + headBytes + 1000 + entry.bytes));
    const head = viewOf(read);
    const from = headBytes + head.getUint16(26, true) + head.getUint16(28, true);
    if (read.length < from + entry.bytes) throw new Error('This tile is cut off');
    return read.slice(from, from + entry.bytes);
  };
  const [name] = [...entries.keys()].filter((path) => path.endsWith('.dzi'));
  const description = new TextDecoder().decode(await bytesOf(entries.get(name ?? ''), read));
  const width = numberIn(description, 'Width', mostEdge);
  const height = numberIn(description, 'Height', mostEdge);
  const tileSize = numberIn(description, 'TileSize', 4096);
  const levels = levelsOf({ width, height }, tileSize);
  const folder = `${(name ?? '').slice(0, -'.dzi'.length)}_files`;
  return {
    width,
    height,
    tileSize,
    levels,
    tile: async (level, column, row, signal) => {
      const path = `${folder}/${level}/${column}_${row}.jpeg`;
      const fetchPart: ReadRange = (start, end) => read(start, end, signal);
      return new Blob([await bytesOf(entries.get(path), fetchPart)], { type: 'image/jpeg' });
    },
  };
}

function levelsOf({ width, height }: { width: number; height: number }, tileSize: number): TileLevel[] {
  const levels: TileLevel[] = [];
  for (let wide = width, high = height; ; wide = Math.ceil(wide / 2), high = Math.ceil(high / 2)) {
    const level = {
      width: wide,
      height: high,
      columns: Math.ceil(wide / tileSize),
      rows: Math.ceil(high / tileSize),
    };
    levels.unshift(level);
    if (level.columns === 1 && level.rows === 1) return levels;
  }
}

async function readTable(readEnd: ReadEnd): Promise<ReadonlyMap<string, Entry>> {
  let end = await readEnd(firstRead);
  const { bytes, count } = tableOf(end);
  if (bytes + endBytes > end.length) end = await readEnd(bytes + endBytes);
  const table = viewOf(end.subarray(end.length - endBytes - bytes, end.length - endBytes));
  const entries = new Map<string, Entry>();
  for (let at = 0, left = count; left > 0; left -= 1) {
    if (table.getUint32(at, true) !== 0x02014b50) throw new Error('The table of the tiles is damaged');
    const nameBytes = table.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      new Uint8Array(table.buffer, table.byteOffset + at + tableRowBytes, nameBytes),
    );
    if (table.getUint16(at + 10, true) === stored)
      entries.set(name, { start: table.getUint32(at + 42, true), bytes: table.getUint32(at + 20, true) });
    at += tableRowBytes + nameBytes + table.getUint16(at + 30, true) + table.getUint16(at + 32, true);
  }
  return entries;
}

function tableOf(end: Uint8Array): { readonly bytes: number; readonly count: number } {
  const last = viewOf(end.subarray(Math.max(0, end.length - endBytes)));
  if (last.byteLength < endBytes || last.getUint32(0, true) !== 0x06054b50)
    throw new Error('These are no tiles');
  const bytes = last.getUint32(12, true);
  if (bytes > mostTableBytes) throw new Error('The table of the tiles is far too long');
  return { bytes, count: last.getUint16(10, true) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function numberIn(description: string, name: string, most: number): number {
  const number = Number(new RegExp(`\\b${name}="(\\d{1,9})"`).exec(description)?.[1]);
  if (!(number >= 1 && number <= most)) throw new Error('The description of the tiles is damaged');
  return number;
}
