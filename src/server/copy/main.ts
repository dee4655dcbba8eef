/**
 * `muniment copy` and `muniment compare`: copies a repository between places, also of different engines.
 * Invariant: exit status 0 means that both places have the same content, files included.
 */
import { parseArgs } from 'node:util';
import { fail } from '#server/fail.ts';
import { OptionsError } from '#server/options-error.ts';
import { s3Address } from '#server/setting-values.ts';
import { settings } from '#server/settings.ts';
import { type CopyOptions, compareRepositories, copyRepository } from './copy-repository.ts';
import type { Differences } from './differences.ts';
import { type Beginning, isPostgres } from './places.ts';
import { Progress } from './progress.ts';

const usage = `muniment start [settings]
muniment copy --from PLACE --to PLACE [--from-files FILES] [--to-files FILES] [--continue | --overwrite]
muniment compare --from PLACE --to PLACE [--from-files FILES] [--to-files FILES]
muniment backup | verify | restore --help

PLACE is a data folder or postgres://user:password@host/database.
FILES is a data folder or s3://bucket/prefix?endpoint=…&region=…; the data folder itself, or ${settings.data.fallback}
with PostgreSQL, when it is not said.
`;

async function main(): Promise<void> {
  if (/^(-h|(--)?help)$/.test(process.argv[2] ?? '')) {
    process.stdout.write(usage);
    return;
  }
  const { command, options, beginning } = readCommand(process.argv.slice(2));
  const progress = new Progress(process.stderr, process.stderr.isTTY);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  try {
    const differences =
      command === 'copy'
        ? await copyRepository({ ...options, beginning }, progress, interrupted.signal)
        : await compareRepositories(options, progress, interrupted.signal);
    report(differences);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    throw new OptionsError(
      command === 'copy'
        ? 'Interrupted: the target is unfinished. Go on with --continue, or start again with --overwrite.'
        : 'Interrupted.',
    );
  }
}

function report({ count, words }: Differences): void {
  if (words.length === 0) {
    process.stdout.write('Both repositories are the same.\n');
    return;
  }
  const more = count - words.length;
  process.stdout.write(`${words.join('\n')}\n${more > 0 ? `… and ${more} more\n` : ''}`);
  throw new OptionsError('The two places differ.');
}

function readCommand(args: readonly string[]): {
  readonly command: 'copy' | 'compare';
  readonly options: CopyOptions;
  readonly beginning: Beginning;
} {
  const [command, ...rest] = args;
  if (command !== 'copy' && command !== 'compare') throw new OptionsError(usage.trimEnd());
  const { from, to, ...values } = readFlags(rest);
  if (from === undefined || to === undefined) throw new OptionsError(usage.trimEnd());
  if (values.continue === true && values.overwrite === true)
    throw new OptionsError('--continue or --overwrite, not both');
  return {
    command,
    options: {
      from: { database: from, files: filesOf('from-files', from, values['from-files']) },
      to: { database: to, files: filesOf('to-files', to, values['to-files']) },
    },
    beginning: values.continue === true ? 'continue' : values.overwrite === true ? 'overwrite' : 'empty',
  };
}

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      options: { from: text, to: text, 'from-files': text, 'to-files': text, continue: yes, overwrite: yes },
    }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function filesOf(flag: string, database: string, files: string | undefined): string {
  if (files === undefined) return isPostgres(database) ? settings.data.fallback : database;
  if (files.includes('://')) s3Address(`--${flag}`, files);
  return files;
}

main().catch(fail);
