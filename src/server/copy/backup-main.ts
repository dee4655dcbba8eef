/**
 * `muniment backup`, `verify`, `restore` and `key`.
 * Invariant: exit status 0 means that the backup, or the restored repository, is complete.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fail } from '#server/fail.ts';
import { newKey } from '#server/keys.ts';
import { OptionsError } from '#server/options-error.ts';
import { readServerOptions, type ServerOptions } from '#server/server-options.ts';
import { keyOf } from '#server/setting-values.ts';
import { settings } from '#server/settings.ts';
import { makeBackup, restoreBackup, verifyBackup } from './backups.ts';
import type { Differences } from './differences.ts';
import { isPostgres, type PlaceName } from './places.ts';
import { Progress } from './progress.ts';

const usage = `muniment backup --to BACKUPS [--from PLACE] [--from-files FILES] [--keep NUMBER] [--key-file FILE]
muniment verify --from BACKUPS [--backup NAME] [--key-file FILE]
muniment restore --from BACKUPS [--backup NAME] --to PLACE [--to-files FILES] [--overwrite] [--key-file FILE]
muniment key > FILE

BACKUPS is a folder or s3://bucket/prefix?endpoint=…&region=…
PLACE is a data folder (${settings.data.fallback}) or postgres://user:password@host/database; without --from it is that of the
server's variables (${settings.database.environment}, ${settings.data.environment}, ${settings.s3.environment} …).
FILES is a data folder or s3://bucket/prefix?endpoint=…&region=…
The key encrypts backups; without --key-file it is ${settings['backup-key'].environment}, or what the file holds that
${settings['backup-key'].environment}_FILE names. What it has encrypted is lost without it.
`;

type Values = ReturnType<typeof readFlags>;

async function main(): Promise<void> {
  const [command = '', ...rest] = process.argv.slice(2);
  if (/^(-h|(--)?help)$/.test(rest[0] ?? '')) {
    process.stdout.write(usage);
    return;
  }
  if (command === 'key') {
    process.stdout.write(`${newKey()}\n`);
    return;
  }
  const values = readFlags(rest);
  const progress = new Progress(process.stderr, process.stderr.isTTY);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  try {
    report(await act(command, values, progress, interrupted.signal));
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
  const own = readServerOptions([], process.env);
  const key = keyFrom(values['key-file'], own);
  if (command === 'backup') {
    const to = { at: needed(values.to), key, keep: keepOf(values.keep) };
    const { name, differences } = await makeBackup(sourceOf(values, own), to, progress, signal);
    return { done: `Backup ${name}.`, differences };
  }
  const one = { at: needed(values.from), key, name: values.backup };
  if (command === 'verify') {
    const differences = await verifyBackup(one, progress, signal);
    return { done: differences.count === 0 ? 'The backup is whole.' : 'The backup is read.', differences };
  }
  if (command !== 'restore') throw new OptionsError(usage.trimEnd());
  const to = needed(values.to);
  const place = { database: to, files: filesOf(to, values['to-files']) };
  const beginning = values.overwrite === true ? 'overwrite' : 'empty';
  const differences = await restoreBackup(one, place, beginning, progress, signal);
  return { done: `Restored to ${isPostgres(to) ? 'PostgreSQL' : to}.`, differences };
}

function needed(value: string | undefined): string {
  if (value === undefined) throw new OptionsError(usage.trimEnd());
  return value;
}

function sourceOf({ from, 'from-files': files }: Values, own: ServerOptions): PlaceName {
  if (from !== undefined) return { database: from, files: filesOf(from, files) };
  return { database: own.database ?? own.dataFolder, files: files ?? own.s3?.href ?? own.dataFolder };
}

function keyFrom(path: string | undefined, own: ServerOptions): Uint8Array | undefined {
  if (path === undefined) return own.backup.key;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new OptionsError(`--key-file: ${error instanceof Error ? error.message : String(error)}`);
  }
  return keyOf(path, text);
}

function report({ done, differences: { count, words } }: Awaited<ReturnType<typeof act>>): void {
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
    'key-file': text,
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
