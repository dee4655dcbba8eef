/**
 * Opens what is a file, or a folder, and nothing else: whoever can write into a folder that is read by somebody with more
 * rights could put a link to other files there, or a pipe that nobody ever writes into.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import type { Bytes } from '#server/core/kernel/ports.ts';

/** Windows has neither; links are rare there. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export interface PlainFile extends AsyncDisposable {
  readonly handle: FileHandle;
  /** As it was opened. */
  readonly found: Stats;
}

/**
 * @param path without links
 * @throws for links, pipes, devices and sockets, and where a link has taken the place of a folder above
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

/** A stream costs more than all else that is done with a small file. */
export async function* bytesOf(file: FileHandle, size: number): Bytes {
  if (size >= readAtOnceBytes) return yield* file.createReadStream({ autoClose: false });
  const buffer = Buffer.allocUnsafe(size + 1);
  for (let isWhole = false; !isWhole; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, null);
    yield buffer.subarray(0, bytesRead);
    // Others may write to it meanwhile.
    isWhole = bytesRead < buffer.byteLength;
  }
}

/** The real path of the open file, whatever `path` leads to by now; where the system does not know, that of `path`. */
function placeOf({ fd }: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${fd}`).catch(() => realpath(path));
}
