/**
 * Blobs between the blob store and documents, and the removal of unreferenced ones.
 * Invariants: thumbnails, texts and conversions are removed when nothing uses their source any more. Bytes are removed only
 * when no document, upload, rendition or job refers to them, and never while they are new: an upload writes its bytes before
 * it records them.
 */
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';
import type { BlobValue } from '../kernel/model.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { StoredBlob, Stores } from '../kernel/stores.ts';
import { sweptAtOnce } from '../kernel/sweeping.ts';

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
const pageOfKeys = 1_000;

/** Removes unreferenced bytes, page by page; returns how many blobs. */
export async function sweepBlobs(repository: Repository): Promise<number> {
  const { blobs, clock } = repository.ports;
  await sweepRenditions(repository);
  const olderThan = new Date(clock.now().getTime() - youth);
  const ofJobs = await readStores(repository, keysOfJobs);
  let removed = 0;
  const sweep = async (page: readonly string[]): Promise<void> => {
    const referenced = await readStores(repository, (stores) => referencedOf(stores, page));
    for (const key of page) {
      if (referenced.has(key) || ofJobs.has(key)) continue;
      await blobs.remove(key, olderThan);
      removed++;
    }
  };
  const page: string[] = [];
  for await (const key of blobs.keys(olderThan)) {
    page.push(key);
    if (page.length === pageOfKeys) await sweep(page.splice(0));
  }
  await sweep(page);
  return removed;
}

/** Removes results whose source is gone; results made of those results go at the next sweep. */
async function sweepRenditions(repository: Repository): Promise<void> {
  for (let last = ''; ; ) {
    const page = await readStores(repository, ({ renditions }) => renditions.sources(last, pageOfKeys));
    const orphans = page.flatMap(({ key, isOrphan }) => (isOrphan ? [key] : []));
    for (let start = 0; start < orphans.length; start += sweptAtOnce) {
      const some = orphans.slice(start, start + sweptAtOnce);
      await inSession(repository, { principals: systemPrincipals }, async (session) =>
        (await session.write()).renditions.purgeOrphans(some),
      );
    }
    if (page.length < pageOfKeys) return;
    last = page.at(-1)?.key ?? last;
  }
}

/** Removes unfinished writes of killed servers: in this server's folder, and in the shared bucket. */
export async function removeUnfinishedFiles({ ports: { blobs, clock } }: Repository): Promise<void> {
  await blobs.removeUnfinished(new Date(clock.now().getTime() - youth));
}

async function referencedOf(
  { documents, batches, renditions }: Stores,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const all = await Promise.all([documents, batches, renditions].map((store) => store.referencedBlobs(keys)));
  return new Set(all.flat());
}

/** Bytes that jobs are going to read, or have made for somebody to fetch. */
async function keysOfJobs({ jobs }: Stores): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const texts of jobs.texts())
    for (const text of texts) for (const [key] of text.matchAll(/\b[0-9a-f]{64}\b/g)) keys.add(key);
  return keys;
}

/** Reads a blob that was stored as JSON. */
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
