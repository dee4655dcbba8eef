/**
 * Files of documents other than their main file (attachments, views of pictures, custom ones): the export has a folder with
 * each of them once, named by its digest; the side file tells which property each belongs to.
 * Invariant: an import gets the bytes that were exported.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toBlobValue } from '#server/core/files/blobs.ts';
import { isBlobValue } from '#server/core/kernel/blob-value.ts';
import type { BlobValue } from '#server/core/kernel/model.ts';
import type { BlobStore } from '#server/core/kernel/ports.ts';
import { isJsonObject, isString, type Json, type JsonObject } from '#wire/json.ts';
import { bytesOf, openPlainFile } from './plain-file.ts';

export const attachedFolderName = 'muniment.files';

const reference = /^muniment\.files\/([0-9a-f]{64})$/;

/** The value with each blob replaced. */
export async function replaceBlobs(
  value: Json,
  xpath: string,
  replace: (blob: BlobValue, xpath: string) => Promise<Json>,
): Promise<Json> {
  if (isBlobValue(value)) return replace(value, xpath);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const [index, item] of value.entries())
      items.push(await replaceBlobs(item, `${xpath}/${index}`, replace));
    return items;
  }
  if (!isJsonObject(value)) return value;
  const parts: Record<string, Json> = {};
  for (const [name, part] of Object.entries(value))
    parts[name] = await replaceBlobs(part ?? null, `${xpath}/${name}`, replace);
  return parts;
}

/** Writes the bytes unless another document has done so; returns the entry for the side file. */
export async function writeAttached(blobs: BlobStore, to: string, blob: BlobValue): Promise<JsonObject> {
  const content = await blobs.open(blob.data);
  if (!content) throw new Error('its bytes are missing');
  const file = `${attachedFolderName}/${blob.data}`;
  await mkdir(join(to, attachedFolderName), { recursive: true });
  const output = createWriteStream(join(to, file), { flags: 'wx' });
  try {
    await pipeline(content.stream(), output);
  } catch (error) {
    if (!isThereAlready(error)) {
      await rm(join(to, file), { force: true });
      throw error;
    }
  }
  return { file, name: blob.name, 'mime-type': blob['mime-type'], encoding: blob.encoding };
}

function isThereAlready(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Stores the bytes of all files that the properties refer to; returns them by reference. */
export async function readAttached(
  blobs: BlobStore,
  folder: string,
  properties: JsonObject,
): Promise<ReadonlyMap<JsonObject, BlobValue>> {
  const found = new Map<JsonObject, BlobValue>();
  for (const place of referencesIn(properties)) {
    const file = String(place.file);
    await using open = await openPlainFile(join(folder, file), false);
    const stored = await blobs.write(bytesOf(open.handle, open.found.size), { settlesLater: true });
    if (stored.key !== reference.exec(file)?.[1])
      throw new Error(`${file} has other bytes than its name says`);
    const text = (name: string): string | null => {
      const value = place[name];
      return isString(value) ? value : null;
    };
    const facts = { name: text('name'), mimeType: text('mime-type'), encoding: text('encoding') };
    found.set(place, toBlobValue({ ...stored, ...facts }));
  }
  return found;
}

function referencesIn(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return isString(value.file) && reference.test(value.file)
    ? [value]
    : Object.values(value).flatMap(referencesIn);
}
