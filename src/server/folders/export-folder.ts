/**
 * Exports a folder of the repository to disk: files, names, dates and structure, and a side file with the rest, from which an
 * import restores it. Files other than main files are in a folder of their own (attached-files.ts).
 * Invariant: no existing file is overwritten, and nothing is written outside the folder.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, open, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getDocument } from '#server/core/documents/documents.ts';
import { blobAt } from '#server/core/documents/properties.ts';
import type { DocumentRow } from '#server/core/kernel/model.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import type { Json, JsonObject } from '#wire/json.ts';
import { attachedFolderName, replaceBlobs, writeAttached } from './attached-files.ts';
import type { LeftOut } from './import-folder.ts';

export const sideFileName = 'muniment.json';
/** Names in the exported folder that are not documents. */
export const sideNames: ReadonlySet<string> = new Set([sideFileName, attachedFolderName]);

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
          if (sideNames.has(path.split('/', 1)[0] ?? '')) throw new Error('its name is that of a side file');
          await writeOne(repository, row, join(to, path));
          const properties = await propertiesOf(repository, row, to, (xpath, error) =>
            leftOut.push({ path: `${path}, ${xpath}`, why: wordsOf(error) }),
          );
          const line = `${JSON.stringify(path)}: ${JSON.stringify({ ...properties, ...factsOf(row) })}`;
          await side.write(`${written === 0 ? '{\n' : ',\n'}${line}`);
          written += 1;
        } catch (error) {
          leftOut.push({ path, why: wordsOf(error) });
        }
      }
    });
    await side.write(written === 0 ? '{}\n' : '\n}\n');
  } finally {
    await side.close();
  }
  return { written, leftOut };
}

async function writeOne(repository: Repository, row: DocumentRow, file: string): Promise<void> {
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

/** Writes all blobs except the main file, and replaces them by references. */
async function propertiesOf(
  { ports, types }: Repository,
  row: DocumentRow,
  to: string,
  leave: (xpath: string, error: unknown) => void,
): Promise<JsonObject> {
  const properties: Record<string, Json> = {};
  for (const [name, value] of Object.entries(row.properties)) {
    if (name === 'file:content' || types.topField(name) === undefined) continue;
    properties[name] = await replaceBlobs(value, name, async (blob, xpath) => {
      try {
        return await writeAttached(ports.blobs, to, blob);
      } catch (error) {
        leave(xpath, error);
        return null;
      }
    });
  }
  return properties;
}

/** Dates are left out: the files have them. */
function factsOf(row: DocumentRow): JsonObject {
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
  return {
    type: row.type,
    ...(digest === undefined ? {} : { digest }),
    ...(rights.length === 0 ? {} : { rights }),
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
