/**
 * Converts blobs, each only once for a kind: results are stored by content, so equal files share them. A failure is stored
 * for the present tools; an interruption for the day, and one for taking too long for all kinds of conversion.
 * Invariant: no transaction is open while a converter runs (see ahead-of-changes.ts).
 */

import type { MemoryFigures } from '../kernel/bounded-memory.ts';
import { ConversionInterrupted, errors, RepositoryError } from '../kernel/errors.ts';
import type { BlobStore, ConversionSource } from '../kernel/ports.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { StoredBlob } from '../kernel/stores.ts';
import { kindOfSize, thumbnailKind } from '../kernel/thumbnail.ts';
import { aheadOfChanges } from './ahead-of-changes.ts';
import { storedBlobFrom } from './blobs.ts';

/** The converter's name, or the wanted result: a mime type or a file extension. The first one given applies. */
export interface Wanted {
  readonly converter?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
}

const typesByFormat: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    pdf: 'application/pdf',
    html: 'text/html',
    htm: 'text/html',
    txt: 'text/plain',
    text: 'text/plain',
    md: 'text/markdown',
    xml: 'text/xml',
    csv: 'text/csv',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    tiff: 'image/tiff',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    mp4: 'video/mp4',
  }),
);

export function converterFor(repository: Repository, blob: StoredBlob, wanted: Wanted): string {
  const { conversion } = repository.ports;
  if (wanted.converter) {
    const known = conversion.list().find((one) => one.name === wanted.converter);
    if (!known)
      throw new RepositoryError('conversionFailed', `Converter ${wanted.converter} is not registered`);
    if (known.unavailable !== undefined) {
      throw errors.badRequest(`The '${known.name}' converter is not available: ${known.unavailable}`);
    }
    return known.name;
  }
  const type = wanted.type || typesByFormat.get(wanted.format?.toLowerCase() ?? '');
  if (!wanted.type && !wanted.format) {
    throw errors.badRequest('No converter, type or format parameter specified');
  }
  const found = type && conversion.find(blob.mimeType ?? 'application/octet-stream', type);
  if (found) return found;
  const missing = conversion
    .list()
    .find((one) => one.destinationMimeType === type && one.unavailable !== undefined);
  throw new RepositoryError(
    'conversionFailed',
    `No converter turns ${blob.mimeType ?? 'unknown content'} into ${type ?? wanted.format}${missing ? `: ${missing.unavailable}` : ''}`,
  );
}

/**
 * Call it outside any session: it opens a writing transaction of its own.
 * @param person for whom it is converted
 */
export async function convertBlob(
  repository: Repository,
  person: string,
  blob: StoredBlob,
  wanted: Wanted,
  parameters: Readonly<Record<string, string>> = {},
): Promise<StoredBlob> {
  const converter = converterFor(repository, blob, wanted);
  const sorted = Object.entries(parameters).sort(([one], [other]) => one.localeCompare(other));
  const kind = `convert ${converter} ${JSON.stringify(sorted)}`;
  const made = await storedResult(repository, person, blob, kind, (source) =>
    repository.ports.conversion.convert(converter, source, parameters),
  );
  if (made === 'another day')
    throw errors.notFound(
      'Converting this file took too long or was interrupted today; it can be tried again tomorrow',
    );
  if (!made) throw errors.notFound(`The converter ${converter} made nothing of this blob`);
  return made;
}

/** For a call that may already have changed something. */
export async function convertIn(
  session: Session,
  blob: StoredBlob,
  wanted: Wanted,
  parameters: Readonly<Record<string, string>> = {},
): Promise<StoredBlob> {
  const key = `${blob.key} ${JSON.stringify([blob.name, wanted, parameters])}`;
  const made = await aheadOfChanges(session, key, async () => ({
    ...(await convertBlob(session.repository, session.username, blob, wanted, parameters)),
  }));
  const stored = storedBlobFrom(made);
  if (!stored) throw errors.notFound('The conversion made nothing');
  return stored;
}

/** By source key; sources without a thumbnail are left out. */
export async function thumbnailsMade(
  session: Session,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredBlob>> {
  return session.read.renditions.getMany(keys, thumbnailKind);
}

/** Undefined when no thumbnail can be made. */
export async function thumbnailOf(
  session: Session,
  blob: StoredBlob,
  size: number,
  person = session.username,
): Promise<StoredBlob | undefined> {
  const { repository } = session;
  const kind = kindOfSize(size);
  const made = await aheadOfChanges(session, `${blob.key} ${kind}`, async () => {
    const picture = await storedResult(repository, person, blob, kind, (source) =>
      repository.ports.conversion.thumbnail(source, size),
    );
    return typeof picture === 'object' ? { ...picture } : undefined;
  });
  return storedBlobFrom(made);
}

interface Counted {
  hits: number;
  misses: number;
}

const counts = new WeakMap<BlobStore, Counted>();

function countedIn(blobs: BlobStore): Counted {
  let counted = counts.get(blobs);
  if (!counted) {
    counted = { hits: 0, misses: 0 };
    counts.set(blobs, counted);
  }
  return counted;
}

/** How often a result was already stored; `entries` is unknown here, as they are in the database. */
export function conversionFigures(blobs: BlobStore): MemoryFigures {
  return { entries: undefined, ...countedIn(blobs) };
}

type Made = Awaited<ReturnType<Repository['ports']['conversion']['thumbnail']>>;

async function storedResult(
  repository: Repository,
  person: string,
  blob: StoredBlob,
  kind: string,
  make: (source: ConversionSource) => Promise<Made>,
): Promise<StoredBlob | 'another day' | undefined> {
  const { conversion, clock, blobs } = repository.ports;
  const withTheseTools = `${kind} with ${conversion.tools}`;
  const day = clock.now().toISOString().slice(0, 10);
  const today = `${kind} on ${day}`;
  // A file that takes one converter too long would take others as long; but films have fast and slow converters.
  const isFilm = /^(video|audio)\//.test(blob.mimeType ?? '');
  const tooLong = isFilm ? today : `too long on ${day}`;
  const known = await readStores(repository, async ({ renditions }) => {
    const made = await renditions.get(blob.key, kind);
    if (made !== undefined && made !== 'impossible') return made;
    const byTheseTools = await renditions.get(blob.key, withTheseTools);
    if (byTheseTools !== undefined) return byTheseTools;
    const isOver = (await renditions.get(blob.key, today)) ?? (await renditions.get(blob.key, tooLong));
    return isOver === undefined ? undefined : 'another day';
  });
  const counted = countedIn(blobs);
  counted[known === undefined ? 'misses' : 'hits'] += 1;
  if (known !== undefined) return known === 'impossible' ? undefined : known;
  const content = await blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  const source = { content, name: blob.name, mimeType: blob.mimeType ?? 'application/octet-stream', person };
  const made = await make(source).catch(async (error: unknown) => {
    if (error instanceof ConversionInterrupted)
      await remember(repository, blob.key, error.tookTooLong ? tooLong : today, 'impossible');
    throw error;
  });
  const stored = made && {
    ...(await repository.ports.blobs.write(made.bytes)),
    name: made.name,
    mimeType: made.mimeType,
    encoding: made.encoding,
  };
  await (stored
    ? remember(repository, blob.key, kind, stored)
    : remember(repository, blob.key, withTheseTools, 'impossible'));
  return stored;
}

/** When storing the result fails, it is made again next time. */
async function remember(
  repository: Repository,
  key: string,
  kind: string,
  result: StoredBlob | 'impossible',
): Promise<void> {
  try {
    await inSession(repository, { principals: systemPrincipals }, async (session) => {
      await (await session.write()).renditions.put(key, kind, result);
    });
  } catch (error) {
    repository.ports.log.warn('The result of a conversion could not be stored', { reason: String(error) });
  }
}
