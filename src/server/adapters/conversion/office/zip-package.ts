/**
 * Reads the parts of a zip package by name, without unpacking it to disk.
 * Invariant: the number of entries, the total of unpacked bytes and the ratio of each entry are limited: a zip bomb is
 * refused before it is unpacked, or stopped meanwhile.
 */
import { promisify } from 'node:util';
import { type Entry, open, type ZipFile } from 'yauzl';
import { Refusal } from '../isolate/work.ts';

const mostEntries = 20_000;
const mostUnpackedBytes = 512 * 2 ** 20;
/** Spreadsheets with equal rows reach a hundred; no genuine file reaches this. */
const mostRatio = 400;
const ratioMattersAbove = 8 * 2 ** 20;

const openZip = promisify<string, { lazyEntries: boolean; autoClose: boolean }, ZipFile>(open);

export class ZipPackage {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async use<T>(path: string, work: (zip: ZipPackage) => Promise<T>): Promise<T> {
    const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw new Refusal('The file is damaged: it is no zip package', { cause: error });
    });
    try {
      return await work(new ZipPackage(zip, await readEntries(zip)));
    } finally {
      zip.close();
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  get entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  /** Decides by the sizes stated in the package, before a part is unpacked. */
  refuseBomb(): void {
    let grown = 0;
    for (const entry of this.entries) {
      refuseRatio(entry);
      grown += entry.uncompressedSize - entry.compressedSize;
    }
    if (grown > mostUnpackedBytes) throw new Refusal('The package unpacks to too much');
  }

  /** The part's unpacked bytes; nothing when there is no such part. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    refuseRatio(entry);
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) => (error === null ? resolve(opened) : reject(error)));
    });
    for await (const chunk of stream) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      this.#unpacked += bytes.length;
      if (this.#unpacked > mostUnpackedBytes) throw new Refusal('The package unpacks to too much');
      yield bytes;
    }
  }

  async readWhole(name: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

function refuseRatio({ uncompressedSize, compressedSize }: Entry): void {
  if (uncompressedSize > ratioMattersAbove && uncompressedSize > compressedSize * mostRatio)
    throw new Refusal('The package unpacks to far more than it holds');
}

function readEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new Refusal(`The package has more than ${mostEntries} entries`);
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('error', (error) => reject(new Refusal('The package is damaged', { cause: error })));
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.readEntry();
  });
}
