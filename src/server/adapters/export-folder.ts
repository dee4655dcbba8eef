/**
 * The only folder outside the data folder that the server writes into.
 * Invariant: no name, `..` or link leads out of it; a file appears complete or not at all.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors } from '#server/core/kernel/errors.ts';
import type { ExportFolder } from '#server/core/kernel/ports.ts';

export async function openExportFolder(folder: string): Promise<ExportFolder> {
  const root = await realpath(folder);
  const isInside = (path: string): boolean => path === root || path.startsWith(`${root}${sep}`);
  return {
    async write(directory, name, content) {
      const wanted = resolve(root, directory);
      if (!isInside(wanted)) throw errors.badRequest(`${directory} is not inside the export folder`);
      let target = root;
      for (const segment of relative(root, wanted).split(sep)) {
        const next = join(target, segment);
        await mkdir(next, { recursive: true });
        // A link in the folder may lead elsewhere.
        target = await realpath(next);
        if (!isInside(target)) throw errors.badRequest(`${directory} is not inside the export folder`);
      }
      const part = join(target, `.${crypto.randomUUID()}.part`);
      try {
        await pipeline(Readable.fromWeb(content.stream()), createWriteStream(part, { flags: 'wx' }));
        await rename(part, join(target, fileName(name)));
      } finally {
        await rm(part, { force: true });
      }
    },
  };
}

/** In bytes; the usual limit is 255. */
const longestName = 200;

/** A name that every file system accepts, and that is not hidden; a long name is cut at its start, to keep its extension. */
function fileName(name: string): string {
  const safeName = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_');
  // The cut may split a character.
  const end = Buffer.from(safeName)
    .subarray(-longestName)
    .toString()
    .replace(/^\ufffd+/, '');
  return end.replace(/^\.+|^$/, '_');
}
