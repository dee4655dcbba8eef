/**
 * Opens what is a file, or a folder, and nothing else: whoever can write into a folder that is read by somebody with more
 * rights could put a link to other files there, or a pipe that nobody ever writes into.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Windows has neither; links are rare there. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** @throws for links, pipes, devices and sockets */
export async function openPlainFile(path: string, isFolder: boolean): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const found = await handle.stat();
  if (isFolder ? found.isDirectory() : found.isFile()) return handle;
  await handle.close();
  throw new Error(isFolder ? 'no folder any more' : 'no file any more');
}
