/**
 * LibreOffice processes that are kept running, since each start takes a second.
 * Invariant: a process converts one file at a time. It is not used again after a failure, after a document with embedded fonts
 * (which would stay for the next one), after a number of files, or when it has been idle for a while.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { OfficeSettings } from './libre-office.ts';
import { makeProfile, removeSocket, startingArguments } from './office-profile.ts';
import { startProgram } from './run-program.ts';

export interface WarmOffices {
  /** A process for exclusive use; undefined where none can be kept. */
  take(): Promise<Office | undefined>;
  /** @param isSound whether it may convert another file */
  giveBack(office: Office, isSound: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface Office {
  readonly directory: string;
  readonly profile: string;
  uses: number;
  retirement?: NodeJS.Timeout;
  readonly exited: Promise<void>;
  isRunning(): boolean;
  end(): Promise<void>;
}

const officePrefix = 'office-';
const mostUses = 50;
const idleMs = 120_000;
const pollMs = 20;

export function openWarmOffices(settings: OfficeSettings): WarmOffices {
  const all = new Set<Office>();
  const idle: Office[] = [];
  // On other systems a second start does not wait for the task that it passes on.
  let canKeep = process.platform === 'linux';

  /** Files that remain are removed at the next start: no reason for a conversion to fail. */
  const end = async (office: Office) => {
    if (!all.delete(office)) return;
    clearTimeout(office.retirement);
    if (idle.includes(office)) idle.splice(idle.indexOf(office), 1);
    await office.end().catch((error: unknown) => {
      settings.log.warn('A folder of LibreOffice could not be removed', { reason: String(error) });
    });
  };

  return {
    async take() {
      const rested = idle.pop();
      clearTimeout(rested?.retirement);
      if (rested || !canKeep) return rested;
      const office = await start(settings);
      all.add(office);
      // Its process number may soon be reused.
      void office.exited.then(() => end(office));
      if (await isReady(office, settings.timeLimitMs)) return office;
      await end(office);
      if (canKeep) settings.log.warn('LibreOffice cannot stay running: it is started for each file');
      canKeep = false;
      return undefined;
    },

    async giveBack(office, isSound) {
      office.uses += 1;
      const mayStay = isSound && all.has(office) && office.uses < mostUses && !(await hasFonts(office));
      if (!canKeep || !mayStay) return end(office);
      office.retirement = setTimeout(() => void end(office), idleMs).unref();
      idle.push(office);
    },

    async close() {
      canKeep = false;
      await Promise.all([...all].map(end));
    },
  };
}

async function start(settings: OfficeSettings): Promise<Office> {
  const directory = await mkdtemp(join(settings.workDirectory, officePrefix));
  const profile = await makeProfile(directory);
  // An open text keeps the process running.
  const text = join(directory, 'text.txt');
  await writeFile(text, '');
  const run = { ...settings, arguments: [...startingArguments(profile), text], directory };
  const child = await startProgram(run, 'none');
  return {
    directory,
    profile,
    uses: 0,
    exited: child.ended.then(() => undefined),
    isRunning: () => child.isRunning,
    async end() {
      child.kill();
      await child.ended;
      await removeSocket(profile);
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Opening the text creates a lock file beside it. */
async function isReady({ directory, isRunning }: Office, timeLimitMs: number): Promise<boolean> {
  for (const begun = Date.now(); isRunning() && Date.now() - begun < timeLimitMs; await after(pollMs)) {
    if ((await readdir(directory).catch(() => [])).some((name) => name.startsWith('.~lock.'))) return true;
  }
  return false;
}

async function hasFonts({ profile }: Office): Promise<boolean> {
  const fonts = join(profile, 'user', 'temp', 'embeddedfonts', 'fromdocs');
  return (await readdir(fonts).catch(() => [])).length > 0;
}
