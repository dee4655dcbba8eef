/**
 * Converts office files with LibreOffice: with a process that is kept running, or one started for the file.
 * Invariant: what a kept process could not convert is tried with a fresh one, so that no file fails because of earlier ones.
 */
import { constants, copyFile, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { Gate, Turn } from '../gate.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { makeProfile, startingArguments } from './office-profile.ts';
import { runProgram } from './run-program.ts';
import type { Sandbox } from './sandbox.ts';
import { type Office, openWarmOffices } from './warm-offices.ts';

interface OfficeRun extends Turn {
  readonly input: string;
  /** The extension that tells LibreOffice the type of the input, without the dot. */
  readonly extension: string;
  readonly target: string;
  readonly inputFilter?: string;
  readonly directory: string;
}

export interface LibreOffice {
  /** Returns the path of the converted file, below the run's folder. */
  convert(run: OfficeRun): Promise<string>;
  close(): Promise<void>;
}

export interface OfficeSettings {
  readonly program: string;
  readonly sandbox: Sandbox;
  readonly workDirectory: string;
  readonly timeLimitMs: number;
  readonly gate: Gate;
  readonly launcher: Launcher;
  readonly log: Logger;
}

export function openLibreOffice(settings: OfficeSettings): LibreOffice {
  const warm = openWarmOffices(settings);
  return {
    convert: (run) =>
      settings.gate.run(async () => {
        const byFresh = async () => convert(settings, run, run.directory, await makeProfile(run.directory));
        const office = await warm.take();
        if (office === undefined) return byFresh();
        let isSound = false;
        try {
          const made = await byWarmOffice(settings, run, office).catch(noneIfItCannot);
          isSound = made !== undefined;
          return made ?? (await byFresh());
        } catch (error) {
          // If a fresh process could not do it either, the kept one is not to blame.
          isSound = cannot(error);
          throw error;
        } finally {
          await warm.giveBack(office, isSound);
        }
      }, run),
    close: () => warm.close(),
  };
}

/** The file is copied to the process's folder, the only one it sees, and the result moved from there. */
async function byWarmOffice(settings: OfficeSettings, run: OfficeRun, office: Office): Promise<string> {
  const { directory, profile } = office;
  try {
    const made = await convert(settings, run, directory, profile);
    const path = join(run.directory, basename(made));
    await rename(made, path);
    return path;
  } finally {
    await rm(sourceIn(directory, run), { force: true });
    await rm(madeIn(directory, run), { recursive: true, force: true });
  }
}

function sourceIn(directory: string, { extension }: OfficeRun): string {
  return join(directory, `source.${extension}`);
}

function madeIn(directory: string, { target }: OfficeRun): string {
  return join(directory, `office-${target}`);
}

/** @param directory the only folder of this server that the program sees */
async function convert(
  settings: OfficeSettings,
  run: OfficeRun,
  directory: string,
  profile: string,
): Promise<string> {
  const { target, inputFilter, signal } = run;
  const source = sourceIn(directory, run);
  await copyFile(run.input, source, constants.COPYFILE_FICLONE);
  const made = madeIn(directory, run);
  await runProgram({
    ...settings,
    arguments: [
      ...startingArguments(profile),
      ...(inputFilter === undefined ? [] : [`--infilter=${inputFilter}`]),
      '--convert-to',
      target,
      '--outdir',
      made,
      source,
    ],
    directory,
    signal,
  });
  const [name] = await readdir(made).catch(() => []);
  if (name === undefined) {
    throw new RepositoryError('conversionFailed', 'The file is damaged or not of its declared type');
  }
  return join(made, name);
}

function noneIfItCannot(error: unknown): undefined {
  if (!cannot(error)) throw error;
}

/** The file cannot be converted; not true after a timeout or an abort. */
function cannot(error: unknown): boolean {
  return error instanceof RepositoryError && !(error instanceof ConversionInterrupted);
}
