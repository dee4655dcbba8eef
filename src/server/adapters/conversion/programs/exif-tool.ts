/**
 * Writes facts (title, author, copyright …) into files of many kinds with ExifTool.
 * Invariant: the file itself stays as it is, a copy is written; facts by which ExifTool would read, move or link files of
 * this machine are refused.
 */
import { constants, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Gate, Turn } from '../gate.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { runProgram } from './run-program.ts';
import type { Sandbox } from './sandbox.ts';

export interface ExifTool {
  /** The path of the written copy, below the run's folder. */
  write(
    run: Turn & {
      readonly input: string;
      readonly extension: string;
      /** By their names in ExifTool, with or without a group: `XMP:Title`. */
      readonly facts: Readonly<Record<string, string>>;
      readonly directory: string;
    },
  ): Promise<string>;
}

interface Settings {
  readonly program: string;
  readonly sandbox: Sandbox;
  readonly timeLimitMs: number;
  readonly gate: Gate;
  readonly launcher: Launcher;
}

/** Enough for a text of 100 MB. A compressed text of 8 MB in a picture would take more than 4 GB. */
const mostMemoryBytes = 2 ** 30;
/** Facts are short, but deeply nested XMP is written anew with the indentation of each line. */
const mostGrowth = { times: 2, bytes: 16 * 2 ** 20 };

const plainName = /^(?:[a-z][\w-]*:){0,3}[a-z][\w-]*$/i;
const ofThisMachine =
  /(?:^|:)(?:sourcefile|directory|(?:base|file|test)name|filepath|(?:hard|sym)link|geo(?:tag|time|sync|locate)|file(?:\w*date|permissions|attributes|userid|groupid)|(?:mditem|xattr)\w*|zoneidentifier)$/i;

export function openExifTool({ gate, ...settings }: Settings): ExifTool {
  return {
    write: ({ input, extension, facts, directory, ...turn }) =>
      gate.run(async () => {
        for (const name of Object.keys(facts)) {
          if (!plainName.test(name) || ofThisMachine.test(name))
            throw new RepositoryError('badRequest', `${name} cannot be written into a file`);
        }
        const copy = join(directory, `written.${extension}`);
        const list = join(directory, 'facts.json');
        await copyFile(input, copy, constants.COPYFILE_FICLONE);
        const { size } = await stat(copy);
        const limits = {
          memoryBytes: mostMemoryBytes,
          fileBytes: size * mostGrowth.times + mostGrowth.bytes,
        };
        await writeFile(list, JSON.stringify([{ ...facts, SourceFile: '*' }]));
        await runProgram({
          ...settings,
          // No settings of the person who runs the server. Facts come from a file, so that none is taken for an option.
          arguments: ['-config', '', '-m', '-q', '-q', '-overwrite_original', `-json=${list}`, copy],
          directory,
          limits,
          signal: turn.signal,
        }).catch((error: unknown) => {
          if (!(error instanceof RepositoryError) || error instanceof ConversionInterrupted) throw error;
          const { cause } = error;
          // ExifTool says what it does not take; what meets a limit says so, or ends without a word.
          const isRefused = /^Error: /m.test(String(cause));
          const reason = isRefused
            ? 'This kind of file cannot hold such facts'
            : 'Facts cannot be written into this file: it is damaged, or too much unpacks from it';
          throw new RepositoryError('conversionFailed', reason, { cause });
        });
        return copy;
      }, turn),
  };
}
