/**
 * A folder of the repository back to the disk: files, names, dates and structure, and a side file with the rest, from
 * which an import makes the same again.
 * Invariant: nothing on the disk is written over, and nothing outside of the folder is written.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, open, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getDocument } from '#server/core/documents/documents.ts';
import { blobAt } from '#server/core/documents/properties.ts';
import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import type { JsonObject } from '#wire/json.ts';
import type { LeftOut } from './import-folder.ts';

export const sideFileName = 'muniment.json';

export interface ExportReport {
  readonly written: number;
  readonly leftOut: readonly LeftOut[];
}

export async function exportFolder(
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ExportReport> {
  await mkdir(to, { recursive: true });
  const side = await open(join(to, sideFileName), 'wx');
  const leftOut: LeftOut[] = [];
  let written = 0;
  try {
    await inSession(repository, { principals: systemPrincipals }, async (session) => {
      const top = await getDocument(session, { path: from });
      const prefix = top.path === '/' ? 1 : (top.path ?? '').length + 1;
      for await (const row of session.read.documents.subtree(top.id)) {
        const path = row.path?.slice(prefix) ?? '';
        if (path === '' || row.isTrashed) continue;
        try {
          await writeOne(repository, row, join(to, path), path === sideFileName);
          const line = `${JSON.stringify(path)}: ${JSON.stringify(factsOf(repository, row))}`;
          await side.write(`${written === 0 ? '{\n' : ',\n'}${line}`);
          written += 1;
        } catch (error) {
          leftOut.push({ path, why: error instanceof Error ? error.message : String(error) });
        }
      }
    });
    await side.write(written === 0 ? '{}\n' : '\n}\n');
  } finally {
    await side.close();
  }
  return { written, leftOut };
}

async function writeOne(
  repository: Repository,
  row: DocumentRow,
  file: string,
  isTaken: boolean,
): Promise<void> {
  if (isTaken) throw new Error('its name is that of the side file');
  if (repository.types.hasFacet(row, 'Folderish')) {
    await mkdir(file, { recursive: true });
    return;
  }
  const blob = blobAt(row, 'file:content');
  if (blob === undefined) throw new Error('it has no file');
  const content = await repository.ports.blobs.open(blob.data);
  if (!content) throw new Error('its bytes are missing');
  await mkdir(dirname(file), { recursive: true });
  await pipeline(content.stream(), createWriteStream(file, { flags: 'wx' }));
  const modified = row.properties['dc:modified'];
  if (typeof modified === 'string') await utimes(file, new Date(modified), new Date(modified));
}

/** Dates of files stand on the files; other blobs than the content have no place on the disk. */
function factsOf(repository: Repository, row: DocumentRow): JsonObject {
  const rights = row.acls
    .flatMap((acl) => acl.aces)
    .map(({ username, permission, granted, begin, end }) => ({
      username,
      permission,
      granted,
      ...(begin === null ? {} : { begin }),
      ...(end === null ? {} : { end }),
    }));
  const digest = blobAt(row, 'file:content')?.digest;
  const properties = Object.entries(row.properties).filter(
    ([name, value]) => !isBlobValue(value) && repository.types.topField(name) !== undefined,
  );
  return {
    ...Object.fromEntries(properties),
    type: row.type,
    ...(digest === undefined ? {} : { digest }),
    ...(rights.length === 0 ? {} : { rights }),
  };
}
