/**
 * Opens only regular files, or folders: somebody who can write into a folder that is read with more rights could put a link
 * to other files there, or a pipe that is never written to.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import type { Bytes } from '#server/core/kernel/ports.ts';

/** Missing on Windows, where links are rare. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export interface PlainFile extends AsyncDisposable {
  readonly handle: FileHandle;
  /** Its state when it was opened. */
  readonly found: Stats;
}

/**
 * @param path without links
 * @throws for links, pipes, devices and sockets, and when a link has replaced a folder above
 */
export async function openPlainFile(path: string, isFolder: boolean): Promise<PlainFile> {
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!(isFolder ? found.isDirectory() : found.isFile()))
      throw new Error(isFolder ? 'no folder any more' : 'no file any more');
    if ((await placeOf(handle, path)) !== path) throw new Error('what is above it has changed');
    return { handle, found, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const readAtOnceBytes = 64 * 1024;

/** For a small file, a stream costs more than everything else. */
export async function* bytesOf(file: FileHandle, size: number): Bytes {
  if (size >= readAtOnceBytes) return yield* file.createReadStream({ autoClose: false });
  const buffer = Buffer.allocUnsafe(size + 1);
  for (let isWhole = false; !isWhole; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, null);
    yield buffer.subarray(0, bytesRead);
    // The file may be written to meanwhile.
    isWhole = bytesRead < buffer.byteLength;
  }
}

/** The real path of the open file, even if `path` has changed; where the system cannot tell, that of `path`. */
function placeOf({ fd }: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(path));
}
