/**
 * Writes metadata (title, author, copyright …) into files of many kinds with ExifTool.
 * Invariant: a copy is written, never the file itself; facts that would make ExifTool read, move or link files of this
 * machine are refused.
 */
import { constants, copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Gate, Turn } from '../gate.ts';
import type { Launcher } from '../launcher/launcher.ts';
import { runProgram } from './run-program.ts';
import type { Sandbox } from './sandbox.ts';

export interface ExifTool {
  /** Returns the path of the copy, below the run's folder. */
  write(
    run: Turn & {
      readonly input: string;
      readonly extension: string;
      /** With ExifTool's names, with or without a group: `XMP:Title`. */
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
/** Metadata are short, but deeply nested XMP is written again with indentation of each line. */
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
          // Ignores the user's configuration. Facts are passed in a file, so that none can be taken for an option.
          arguments: ['-config', '', '-m', '-q', '-q', '-overwrite_original', `-json=${list}`, copy],
          directory,
          limits,
          signal: turn.signal,
        }).catch((error: unknown) => {
          if (!(error instanceof RepositoryError) || error instanceof ConversionInterrupted) throw error;
          const { cause } = error;
          // ExifTool reports what it refuses; at a limit it reports that, or ends silently.
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
