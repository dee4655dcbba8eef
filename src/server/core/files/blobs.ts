/**
 * Blobs between the store of bytes and the documents that hold them, and the sweep of what nobody holds.
 * Invariants: pictures, texts and conversions of content go when nothing holds the content. Bytes are removed only when no document, upload or rendition refers to them, and never while young:
 * an upload writes its bytes before it records them.
 */
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { BlobValue } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { StoredBlob, Stores } from '../kernel/stores.ts';

export function toBlobValue(blob: StoredBlob): BlobValue {
  return {
    name: blob.name,
    'mime-type': blob.mimeType,
    encoding: blob.encoding,
    digestAlgorithm: 'MD5',
    digest: blob.digest,
    length: blob.length,
    data: blob.key,
  };
}

export function fromBlobValue(value: BlobValue): StoredBlob {
  return {
    key: value.data,
    digest: value.digest,
    length: value.length,
    name: value.name,
    mimeType: value['mime-type'],
    encoding: value.encoding,
  };
}

const youth = 24 * 3_600_000;

/** Removes unreferenced bytes; answers how many blobs went. */
export async function sweepBlobs(repository: Repository): Promise<number> {
  const { blobs, clock } = repository.ports;
  // What was made of removed content goes with it; of what was made of that again, at the next sweep.
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    await (await session.write()).renditions.purgeOrphans();
  });
  let removed = 0;
  for await (const key of blobs.keys(new Date(clock.now().getTime() - youth))) {
    if (await readStores(repository, (stores) => isReferenced(stores, key))) continue;
    await blobs.remove(key);
    removed++;
  }
  return removed;
}

async function isReferenced({ documents, batches, renditions }: Stores, key: string): Promise<boolean> {
  return (
    (await documents.isBlobReferenced(key)) ||
    (await batches.isBlobReferenced(key)) ||
    (await renditions.isBlobReferenced(key))
  );
}

/** Of one that was kept as JSON. */
export function storedBlobFrom(value: unknown): StoredBlob | undefined {
  if (!isJsonObject(value)) return undefined;
  const { key, digest, length } = value;
  if (typeof key !== 'string' || typeof digest !== 'string' || typeof length !== 'number') return undefined;
  const text = (name: string): string | null => textOrNull(value, name);
  return { key, digest, length, name: text('name'), mimeType: text('mimeType'), encoding: text('encoding') };
}

function textOrNull(value: JsonObject, name: string): string | null {
  const found = value[name];
  return typeof found === 'string' ? found : null;
}
