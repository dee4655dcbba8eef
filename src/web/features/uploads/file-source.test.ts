import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SentFile } from '#web/api/upload.ts';
import { openFile, rememberBytes } from './file-source.ts';

const lastModified = 1_000;
const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const textOf = ({ bytes }: SentFile): Promise<string> => new Blob([bytes]).text();
const onDisk = (): File => new File(['deed'], 'deed.txt', { type: 'text/plain', lastModified });

test('a small file is sent as it was read ahead, and read anew at the next attempt', async () => {
  const file = onDisk();
  rememberBytes(file, { bytes: bytesOf('DEED'), lastModified });
  const source = { file, root: null, path: [] };
  const opened = await openFile(source, { size: 4, lastModified });
  assert.deepEqual([await textOf(opened), opened.name, opened.type], ['DEED', 'deed.txt', 'text/plain']);
  assert.equal(await textOf(await openFile(source, { size: 4, lastModified })), 'deed');
});

test('what was read ahead and is not the file that was given is refused', async () => {
  for (const read of [
    { bytes: bytesOf('deeds'), lastModified },
    { bytes: bytesOf('deed'), lastModified: 2_000 },
  ]) {
    const file = onDisk();
    rememberBytes(file, read);
    await assert.rejects(openFile({ file, root: null, path: [] }, { size: 4, lastModified }), {
      problem: { kind: 'changed', detail: '' },
    });
  }
});
