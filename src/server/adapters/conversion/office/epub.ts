/**
 * Reads the chapters of an EPUB in reading order.
 * Invariant: only parts of the package itself are read, whatever its lists contain.
 */
import { posix } from 'node:path';
import type { BlockSink } from '../text/blocks.ts';
import { decodeText } from '../text/decode-text.ts';
import { htmlToBlocks } from '../text/html-to-blocks.ts';
import { readXml } from './read-xml.ts';
import type { ZipPackage } from './zip-package.ts';

interface Contents {
  readonly chapters: readonly string[];
  readonly cover: string | undefined;
}

export async function epubToBlocks(zip: ZipPackage, sink: BlockSink): Promise<void> {
  const { chapters } = await readContents(zip);
  for (const [index, chapter] of chapters.entries()) {
    if (sink.isFull) return;
    if (index > 0) sink.add({ kind: 'page-break' });
    htmlToBlocks(decodeText(await zip.readWhole(chapter)), sink);
  }
}

export async function epubCover(zip: ZipPackage): Promise<string | undefined> {
  return (await readContents(zip)).cover;
}

async function readContents(zip: ZipPackage): Promise<Contents> {
  let packagePath = '';
  await readXml(zip.read('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && packagePath === '') packagePath = attributes.get('full-path') ?? '';
    },
  });
  const folder = posix.dirname(packagePath);
  const items = new Map<string, string>();
  const spine: string[] = [];
  let coverId = '';
  await readXml(zip.read(packagePath), {
    open(name, attributes) {
      const id = attributes.get('id') ?? '';
      if (name === 'item') {
        items.set(id, posix.join(folder, decodePath(attributes.get('href') ?? '')));
        if (attributes.get('properties')?.includes('cover-image')) coverId = id;
      } else if (name === 'itemref') spine.push(attributes.get('idref') ?? '');
      else if (name === 'meta' && attributes.get('name') === 'cover')
        coverId ||= attributes.get('content') ?? '';
    },
  });
  const chapters = spine.flatMap((id) => items.get(id) ?? []);
  return { chapters, cover: items.get(coverId) };
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
