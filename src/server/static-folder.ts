/**
 * The built app on disk, as `StaticFiles`.
 * Invariant: only files that were in the folder at start are served, so no address can lead out of it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentType } from 'mime-types';
import type { StaticFile, StaticFiles } from './http/application.ts';
import type { Encoding } from './http/bytes/accepted-encoding.ts';

/** The build puts compressed copies beside files (scripts/compressed-copies.mjs). */
const endings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export async function openStaticFolder(folder: string): Promise<StaticFiles | undefined> {
  let names: readonly string[];
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return undefined;
  }
  const paths = new Map(names.map((name) => [`/${relative(folder, name).split(sep).join('/')}`, name]));
  const encodings = (path: string): ReadonlyMap<Encoding, string> =>
    new Map(
      endings.flatMap(([encoding, ending]) => {
        const name = paths.get(`${path}${ending}`);
        return name === undefined ? [] : [[encoding, name] as const];
      }),
    );
  const opened = new Map<string, Promise<StaticFile>>();
  return {
    open: async (path) => {
      const name = paths.get(path);
      if (name === undefined) return undefined;
      const known = opened.get(path) ?? read(name, path, encodings(path));
      opened.set(path, known);
      return known;
    },
  };
}

async function read(
  name: string,
  path: string,
  encodings: ReadonlyMap<Encoding, string>,
): Promise<StaticFile> {
  const bytes = new Uint8Array(await readFile(name));
  const encoded = await Promise.all(
    [...encodings].map(async ([encoding, file]) => [encoding, new Uint8Array(await readFile(file))] as const),
  );
  return {
    bytes,
    type: contentType(name.slice(name.lastIndexOf(sep) + 1)) || 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    encoded: new Map(encoded),
    isHashed: path.startsWith('/assets/'),
  };
}
