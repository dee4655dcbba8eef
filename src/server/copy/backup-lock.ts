/**
 * A lock on a place of backups: two programs at once would remove each other's files.
 * Invariant: the lock of a process of this machine ends with it; from other machines it expires after minutes.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Objects } from '#server/adapters/blobs/objects.ts';
import { stage } from '#server/adapters/blobs/staging.ts';
import { OptionsError } from '#server/options-error.ts';

const lockName = 'running';
const claimMilliseconds = 5 * 60_000;

interface Claim {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly until: number;
}

/** Buckets have no locks: two programs that begin within the same second may both get it. */
export async function withBackupLock<T>(objects: Objects, work: () => Promise<T>): Promise<T> {
  const id = randomUUID();
  refuse(await readClaim(objects), id);
  await claim(objects, id);
  refuse(await readClaim(objects), id);
  const renewal = setInterval(() => {
    // A failed renewal is repeated well before the claim expires.
    claim(objects, id).catch(() => undefined);
  }, claimMilliseconds / 5);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await objects.remove(lockName);
  }
}

function refuse(found: Claim | undefined, id: string): void {
  if (found === undefined || found.id === id || found.until < Date.now() || hasEnded(found)) return;
  throw new OptionsError(`Process ${found.pid} on ${found.host} makes a backup there already`);
}

async function claim(objects: Objects, id: string): Promise<void> {
  const own: Claim = { id, host: hostname(), pid: process.pid, until: Date.now() + claimMilliseconds };
  const { path } = await stage(objects.staging, new Blob([JSON.stringify(own)]).stream());
  await objects.put(lockName, path);
}

/** Undefined also for an unreadable claim: an incomplete one locks nothing. */
async function readClaim(objects: Objects): Promise<Claim | undefined> {
  const object = await objects.head(lockName);
  if (object === undefined) return undefined;
  const written = await text(objects.content(object).stream());
  try {
    const { id, host, pid, until } = Object(JSON.parse(written));
    return { id: String(id), host: String(host), pid: Number(pid), until: Number(until) };
  } catch {
    return undefined;
  }
}

/** The claim is of a process of this machine that has ended, or whose number was reused. */
function hasEnded({ host, pid }: Claim): boolean {
  if (host !== hostname()) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
