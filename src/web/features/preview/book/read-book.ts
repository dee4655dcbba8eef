// Reads an EPUB: its chapters in reading order, and its table of contents.
// Invariant: a path in the book is only looked up in the book, however it is written.

import type { ReadRange } from '../parts/range-reader.ts';
import { readXml } from '../parts/read-xml.ts';
import { openZipParts, readWhole, type ZipParts } from '../parts/zip-parts.ts';

export interface Chapter {
  readonly path: string;
  /** Its page as HTML. @throws if it is damaged or far too large */
  readonly read: () => Promise<string>;
}

export interface ContentsEntry {
  readonly label: string;
  /** From 1. */
  readonly level: number;
  /** Index of its chapter, from 0. */
  readonly chapter: number;
}

export interface Book {
  readonly chapters: readonly Chapter[];
  readonly contents: readonly ContentsEntry[];
  /** The style sheets of all chapters. */
  readonly sheets: readonly string[];
  /** Finds a picture by its address in a chapter. */
  readonly picture: (chapter: string, source: string) => Promise<Blob | null>;
}

const smallPart = 4_000_000;
const largePart = 30_000_000;
const mostChapters = 5000;
const mostEntries = 3000;
const mostSheets = 10;

/** @throws if it is not an EPUB */
export async function readBook(size: number, read: ReadRange): Promise<Book> {
  const parts = await openZipParts(size, read);
  let path = '';
  await readXml(parts.read('META-INF/container.xml', smallPart), {
    open: (name, attributes) => {
      if (name === 'rootfile' && path === '') path = attributes.get('full-path') ?? '';
    },
  });
  const { items, order } = await readPackage(parts, path);
  const chapters = order.flatMap((id) => {
    const item = items.get(id);
    return item === undefined || !parts.has(item.path) ? [] : [chapterOf(parts, item.path)];
  });
  if (chapters.length === 0) throw new Error('No chapter was found in this file');
  const all = [...items.values()];
  const types = new Map(all.map((item) => [item.path, item.type]));
  const contents =
    all.find(({ isContents }) => isContents) ?? all.find(({ type }) => type.includes('dtbncx'));
  const indexes = new Map(chapters.map((chapter, index) => [chapter.path, index]));
  const sheets = all.filter(({ type, path: sheet }) => type === 'text/css' && parts.has(sheet));
  return {
    chapters,
    // If the table of contents is broken, the chapters can still be read.
    contents: contents === undefined ? [] : await readContents(parts, contents.path, indexes).catch(() => []),
    sheets: await Promise.all(
      sheets.slice(0, mostSheets).map((sheet) => textOf(parts, sheet.path).catch(() => '')),
    ),
    picture: async (chapter, source) => {
      const picture = pathFrom(chapter, source);
      const type = types.get(picture) ?? '';
      if (!type.startsWith('image/') || !parts.has(picture)) return null;
      return new Blob([await readWhole(parts, picture, largePart)], { type });
    },
  };
}

interface Item {
  readonly path: string;
  readonly type: string;
  readonly isContents: boolean;
}

async function readPackage(parts: ZipParts, path: string) {
  const items = new Map<string, Item>();
  const order: string[] = [];
  await readXml(parts.read(path, smallPart), {
    open: (name, attributes) => {
      if (name === 'item')
        items.set(attributes.get('id') ?? '', {
          path: pathFrom(path, attributes.get('href') ?? ''),
          type: attributes.get('media-type') ?? '',
          isContents: (attributes.get('properties') ?? '').split(' ').includes('nav'),
        });
      if (name === 'itemref' && order.length < mostChapters) order.push(attributes.get('idref') ?? '');
    },
  });
  return { items, order };
}

function chapterOf(parts: ZipParts, path: string): Chapter {
  return { path, read: () => textOf(parts, path) };
}

async function textOf(parts: ZipParts, path: string): Promise<string> {
  return new TextDecoder().decode(await readWhole(parts, path, smallPart));
}

/** In EPUB 3 a page with nested lists (nav, ol, a); in EPUB 2 nested points (navPoint, text, content). */
async function readContents(
  parts: ZipParts,
  path: string,
  indexes: ReadonlyMap<string, number>,
): Promise<readonly ContentsEntry[]> {
  const entries: ContentsEntry[] = [];
  let level = 0;
  let isWithin = false;
  let label = '';
  let target = '';
  let isLabel = false;
  const add = () => {
    const chapter = indexes.get(pathFrom(path, target));
    const words = label.replaceAll(/\s+/g, ' ').trim();
    if (chapter !== undefined && words !== '' && entries.length < mostEntries)
      entries.push({ label: words.slice(0, 300), level, chapter });
  };
  await readXml(parts.read(path, smallPart), {
    open: (name, attributes) => {
      if (name === 'navMap' || (name === 'nav' && attributes.get('type') === 'toc')) isWithin = true;
      if (name === 'navPoint' || (name === 'ol' && isWithin)) level += 1;
      if (name === 'a' || name === 'navLabel') {
        label = '';
        isLabel = true;
      }
      if (name === 'a') target = attributes.get('href') ?? '';
      if (name === 'content' && isWithin) {
        target = attributes.get('src') ?? '';
        add();
      }
    },
    text: (piece) => {
      if (isLabel && label.length < 1000) label += piece;
    },
    close: (name) => {
      if (name === 'a' && isWithin) add();
      if (name === 'a' || name === 'navLabel') isLabel = false;
      if (name === 'navPoint' || (name === 'ol' && isWithin)) level -= 1;
      if (name === 'navMap' || name === 'nav') isWithin = false;
    },
    isDone: () => entries.length >= mostEntries,
  });
  return entries;
}

/** Resolves an address in a part to a path from the book's root, and never out of the book. */
function pathFrom(part: string, name: string): string {
  const url = URL.parse(name, `file:///${part.split('/').map(encodeURIComponent).join('/')}`);
  if (url?.protocol !== 'file:') return '';
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return '';
  }
}
