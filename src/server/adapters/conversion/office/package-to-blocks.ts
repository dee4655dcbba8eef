/**
 * Reads office packages (OOXML, ODF, EPUB) into blocks, recognized by their parts rather than by name.
 * Invariant: macros, embedded objects and links are ignored; only the text parts are read.
 */
import { Refusal } from '../isolate/work.ts';
import type { BlockSink } from '../text/blocks.ts';
import { epubToBlocks } from './epub.ts';
import { OpenDocumentReader } from './open-document-reader.ts';
import { readXml } from './read-xml.ts';
import { WordReader } from './word-reader.ts';
import { workbookToBlocks } from './workbook.ts';
import { ZipPackage } from './zip-package.ts';

export async function packageToBlocks(path: string, sink: BlockSink): Promise<void> {
  await ZipPackage.use(path, async (zip) => {
    const names = new Set(zip.names);
    if (names.has('META-INF/container.xml')) return epubToBlocks(zip, sink);
    if (names.has('xl/workbook.xml')) return workbookToBlocks(zip, sink);
    if (names.has('word/document.xml')) return readWord(zip, sink, wordParts(zip.names));
    const slides = numbered(zip.names, /^ppt\/slides\/slide(\d+)\.xml$/);
    if (slides.length > 0) return readSlides(zip, sink, slides);
    if (names.has('content.xml')) return readXml(zip.read('content.xml'), new OpenDocumentReader(sink));
    throw new Refusal('The package holds no document that can be read');
  });
}

/** The body first, then headers, footers, notes and comments. */
function wordParts(names: readonly string[]): readonly string[] {
  const edges = names.filter((name) =>
    /^word\/(header|footer|footnotes|endnotes|comments)\d*\.xml$/.test(name),
  );
  return ['word/document.xml', ...edges.sort()];
}

async function readWord(zip: ZipPackage, sink: BlockSink, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    if (!sink.isFull) await readXml(zip.read(part), new WordReader(sink));
  }
}

async function readSlides(zip: ZipPackage, sink: BlockSink, slides: readonly string[]): Promise<void> {
  for (const [index, slide] of slides.entries()) {
    if (sink.isFull) return;
    if (index > 0) sink.add({ kind: 'page-break' });
    await readXml(zip.read(slide), new WordReader(sink));
    const notes = slide.replace('slides/slide', 'notesSlides/notesSlide');
    await readXml(zip.read(notes), new WordReader(sink));
  }
}

function numbered(names: readonly string[], pattern: RegExp): readonly string[] {
  const number = (name: string) => Number(pattern.exec(name)?.[1]);
  return names.filter((name) => pattern.test(name)).sort((a, b) => number(a) - number(b));
}
