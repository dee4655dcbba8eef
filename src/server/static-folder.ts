/**
 * The built app on disk, behind the edge's port.
 * Invariant: only files that were inside the folder at start are ever served, so no address can climb out of it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentType } from 'mime-types';
import type { StaticFile, StaticFiles } from './http/application.ts';

export async function openStaticFolder(folder: string): Promise<StaticFiles | undefined> {
  let names: readonly string[];
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return undefined;
  }
  const paths = new Map(names.map((name) => [`/${relative(folder, name).split(sep).join('/')}`, name]));
  const opened = new Map<string, Promise<StaticFile>>();
  return {
    open: async (path) => {
      const name = paths.get(path);
      if (name === undefined) return undefined;
      const known = opened.get(path) ?? read(name, path);
      opened.set(path, known);
      return known;
    },
  };
}

async function read(name: string, path: string): Promise<StaticFile> {
  const bytes = new Uint8Array(await readFile(name));
  return {
    bytes,
    type: contentType(name.slice(name.lastIndexOf(sep) + 1)) || 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isHashed: path.startsWith('/assets/'),
  };
}
