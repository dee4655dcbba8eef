/**
 * Conversions that are requested now and fetched later, and operations run in the background.
 * Invariant: only a job's owner can see its result; for others the job does not exist.
 */
import { isJsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import type { Session } from '../kernel/session.ts';
import type { Job, StoredBlob } from '../kernel/stores.ts';
import { storedBlobFrom } from './blobs.ts';
import type { Wanted } from './conversions.ts';
import { convertBlob, converterFor } from './conversions.ts';

const kind = 'conversion';
const longestQueue = 1000;
const longestQueueOfOne = 250;

export async function scheduleConversion(
  session: Session,
  blob: StoredBlob,
  wanted: Wanted,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const converter = converterFor(session.repository, blob, wanted);
  const id = crypto.randomUUID();
  const { jobs } = await session.write();
  const { own, all } = await jobs.waiting(kind, session.username);
  if (all >= longestQueue || own >= longestQueueOfOne) {
    throw new RepositoryError('overloaded', 'Too many conversions are waiting; try again later');
  }
  await jobs.enqueue({
    id,
    kind,
    payload: { blob: { ...blob }, converter, parameters },
    owner: session.username,
    runAt: session.now.toISOString(),
  });
  return id;
}

export async function conversionStatus(
  session: Session,
  id: string,
): Promise<'scheduled' | 'running' | 'completed'> {
  const { state } = await ownJob(session, id, `No conversion job for id: ${id}`);
  return state === 'scheduled' || state === 'running' ? state : 'completed';
}

export async function conversionResult(session: Session, id: string): Promise<StoredBlob> {
  const missing = `No conversion result for id: ${id}`;
  const blob = storedBlobFrom((await ownJob(session, id, missing)).result);
  if (!blob) throw errors.notFound(missing);
  return blob;
}

async function ownJob(session: Session, id: string, missing: string): Promise<Job> {
  const job = await session.read.jobs.get(id);
  if (job?.kind !== kind || job.owner !== session.username) throw errors.notFound(missing);
  return job;
}

export const conversionJob: JobHandler = {
  kind,
  readsFiles: true,
  run: async (repository, job) => {
    const { blob, converter, parameters } = job.payload;
    const source = storedBlobFrom(blob);
    if (!source || typeof converter !== 'string') throw new Error('The job names no blob or converter');
    const made = await convertBlob(
      repository,
      job.owner ?? '',
      source,
      { converter },
      textValues(parameters),
    );
    return { ...made };
  },
};

function textValues(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])),
  );
}
