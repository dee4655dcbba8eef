/**
 * Reads any readable file into blocks; the only place that chooses a reader by mime type.
 * Invariant: readers get only files of their kind; a kind without a reader is refused with a message.
 */
import Papa from 'papaparse';
import { Refusal } from '../isolate/work.ts';
import { bareMimeType, kindOf } from '../mime/kinds.ts';
import { BlockSink } from './blocks.ts';
import { markdownToHtml } from './clean-html.ts';
import { readText } from './decode-text.ts';
import { htmlToBlocks } from './html-to-blocks.ts';

/** UTF-8 needs up to four bytes for a character. */
const bytesPerCharacter = 4;

export async function readBlocks(path: string, mimeType: string, mostCharacters: number): Promise<BlockSink> {
  const sink = new BlockSink(mostCharacters);
  const textOfFile = () => readText(path, mostCharacters * bytesPerCharacter);
  switch (kindOf(mimeType)) {
    case 'pdf': {
      const { pdfToBlocks } = await import('../pdf/pdf-to-blocks.ts');
      await pdfToBlocks(path, sink);
      break;
    }
    case 'html':
      htmlToBlocks(await readText(path), sink);
      break;
    case 'markdown':
      htmlToBlocks(await markdownToHtml(await textOfFile()), sink);
      break;
    case 'csv':
      csvToBlocks(await textOfFile(), sink);
      break;
    case 'package': {
      const { packageToBlocks } = await import('../office/package-to-blocks.ts');
      await packageToBlocks(path, sink);
      break;
    }
    case 'archive': {
      const { listArchive } = await import('../office/list-archive.ts');
      await listArchive(path, sink);
      break;
    }
    case 'mail': {
      const { mailToBlocks } = await import('./mail-to-blocks.ts');
      await mailToBlocks(path, sink);
      break;
    }
    case 'text':
      sink.add({ kind: 'code', text: (await textOfFile()).slice(0, mostCharacters) });
      break;
    default:
      throw new Refusal(`No text can be read from ${bareMimeType(mimeType)}`);
  }
  return sink;
}

function csvToBlocks(csv: string, sink: BlockSink): void {
  Papa.parse<string[]>(csv, {
    skipEmptyLines: true,
    step: ({ data }, parser) => {
      sink.addRow(data);
      if (sink.isFull) parser.abort();
    },
  });
  sink.endTable();
}
