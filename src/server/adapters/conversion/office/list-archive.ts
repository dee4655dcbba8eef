/**
 * Lists the entries of a zip archive in a table of names, sizes and times.
 * Invariant: nothing is unpacked.
 */
import type { BlockSink } from '../text/blocks.ts';
import { ZipPackage } from './zip-package.ts';

export async function listArchive(path: string, sink: BlockSink): Promise<void> {
  await ZipPackage.use(path, async ({ entries }) => {
    for (const entry of entries) {
      const time = entry.getLastModDate().toISOString().slice(0, 16).replace('T', ' ');
      sink.addRow([entry.fileName, String(entry.uncompressedSize), time]);
    }
    sink.endTable();
  });
}
