/**
 * `muniment backup`, `verify` and `restore`.
 * Invariant: exit status 0 means that the backup, or what was restored from it, is whole.
 */
import { parseArgs } from 'node:util';
import { fail } from '#server/fail.ts';
import { OptionsError } from '#server/server-options.ts';
import { settings } from '#server/settings.ts';
import { makeBackup, restoreBackup, verifyBackup } from './backups.ts';
import type { Differences } from './differences.ts';
import { isPostgres } from './places.ts';
import { Progress } from './progress.ts';

const usage = `muniment backup --to FOLDER [--from PLACE] [--from-files FILES] [--keep NUMBER]
muniment verify --from FOLDER [--backup NAME]
muniment restore --from FOLDER [--backup NAME] --to PLACE [--to-files FILES] [--overwrite]

FOLDER holds the backups. PLACE is a data folder (${settings.data.fallback}) or postgres://user:password@host/database.
FILES is a data folder or s3://bucket/prefix?endpoint=…&region=…
`;

type Values = ReturnType<typeof readFlags>;

async function main(): Promise<void> {
  const [command = '', ...rest] = process.argv.slice(2);
  if (/^(-h|(--)?help)$/.test(rest[0] ?? '')) {
    process.stdout.write(usage);
    return;
  }
  const values = readFlags(rest);
  const progress = new Progress(process.stderr, process.stderr.isTTY);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  try {
    tell(await act(command, values, progress, interrupted.signal));
  } catch (error) {
    throw interrupted.signal.aborted ? new OptionsError('Interrupted.') : error;
  }
}

async function act(
  command: string,
  values: Values,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly done: string; readonly differences: Differences }> {
  const from = values.from ?? (command === 'backup' ? settings.data.fallback : undefined);
  if (from === undefined) throw new OptionsError(usage.trimEnd());
  const one = { folder: from, name: values.backup };
  if (command === 'verify') {
    return { done: 'The backup is whole.', differences: await verifyBackup(one, progress, signal) };
  }
  if (values.to === undefined) throw new OptionsError(usage.trimEnd());
  if (command === 'restore') {
    const to = { database: values.to, files: filesOf(values.to, values['to-files']) };
    const beginning = values.overwrite === true ? 'overwrite' : 'empty';
    const differences = await restoreBackup(one, to, beginning, progress, signal);
    return { done: `Restored to ${isPostgres(values.to) ? 'PostgreSQL' : values.to}.`, differences };
  }
  if (command !== 'backup') throw new OptionsError(usage.trimEnd());
  const source = { database: from, files: filesOf(from, values['from-files']) };
  const to = { folder: values.to, keep: keepOf(values.keep) };
  const { name, differences } = await makeBackup(source, to, progress, signal);
  return { done: `Backup ${name}.`, differences };
}

function tell({ done, differences: { count, words } }: Awaited<ReturnType<typeof act>>): void {
  process.stdout.write(`${done}\n`);
  if (words.length === 0) return;
  const more = count - words.length;
  process.stdout.write(`${words.join('\n')}\n${more > 0 ? `… and ${more} more\n` : ''}`);
  throw new OptionsError('It is not whole.');
}

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    from: text,
    to: text,
    'from-files': text,
    'to-files': text,
    backup: text,
    keep: text,
    overwrite: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function keepOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1)
    throw new OptionsError(`--keep must be a whole number from 1 on, not '${text}'`);
  return keep;
}

function filesOf(database: string, files: string | undefined): string {
  return files ?? (isPostgres(database) ? settings.data.fallback : database);
}

main().catch(fail);
