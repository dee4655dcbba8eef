/** Objects as files in a folder; slashes in names are subfolders. */
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readRange } from './disk.ts';
import { DurableFolders } from './durable-folders.ts';
import type { Objects } from './objects.ts';
import { diskFailure, removeStale } from './staging.ts';

const stagingName = 'staging';

export async function openDiskObjects(options: { readonly folder: string }): Promise<Objects> {
  const folder = resolve(options.folder);
  const staging = join(folder, stagingName);
  await mkdir(staging, { recursive: true });
  await removeStale(staging);

  const head: Objects['head'] = async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? { name, size: found.size, modified: found.mtime } : undefined;
  };

  async function* below(inner: string, prefix: string): ReturnType<Objects['list']> {
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      const name = `${inner}${entry.name}`;
      if (entry.isDirectory() && name !== stagingName) {
        const path = `${name}/`;
        if (path.startsWith(prefix) || prefix.startsWith(path)) yield* below(path, prefix);
      } else if (entry.isFile() && name.startsWith(prefix)) {
        const object = await head(name);
        if (object !== undefined) yield object;
      }
    }
  }

  return {
    staging,
    put: async (name, path) => {
      try {
        // Its subfolders may be removed again, so nothing about them is cached.
        await new DurableFolders(folder).receive(path, join(folder, name));
      } catch (error) {
        await rm(path, { force: true });
        throw diskFailure(error);
      }
    },
    head,
    content: ({ name, size }) => {
      const localPath = join(folder, name);
      return {
        size,
        localPath,
        stream: (range) => readRange(localPath, range?.start ?? 0, range?.end ?? size),
      };
    },
    list: (prefix) => below('', prefix),
    remove: async (name) => {
      const path = join(folder, name);
      await rm(path, { force: true });
      // Removes the folder only if it is empty.
      if (dirname(path) !== folder) await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}
