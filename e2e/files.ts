/** Files on this machine's disk to upload, and the digests of what the server has afterwards. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Seed } from './seed.ts';

export interface TestFolder {
  readonly path: string;
  /** Returns the file's path; missing folders are created. */
  readonly write: (name: string, content: string | Uint8Array) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function testFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'muniment-files-'));
  return {
    path,
    write: async (name, content) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export function digestOf(bytes: string | Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** By name, for all files in the folder and below. */
export async function digestsOnDisk(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const digests = files.map(
    async ({ name, parentPath }) => [name, digestOf(await readFile(join(parentPath, name)))] as const,
  );
  return Object.fromEntries(await Promise.all(digests));
}

/** By title, for all files below this path. */
export async function storedDigests(seed: Seed, path: string): Promise<Record<string, string>> {
  const query = `SELECT * FROM Document WHERE ecm:path STARTSWITH '${path}' AND ecm:mixinType != 'Folderish' AND ecm:isVersion = 0 AND ecm:isTrashed = 0`;
  const found = await seed.json(
    'GET',
    `/search/execute?pageSize=0&query=${encodeURIComponent(query)}`,
    undefined,
    { properties: 'dublincore,file' },
  );
  const entries = Array.isArray(found.entries) ? found.entries : [];
  return Object.fromEntries(
    entries.map((entry) => [entry.properties['dc:title'], entry.properties['file:content']?.digest ?? null]),
  );
}
