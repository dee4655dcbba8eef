/**
 * Automatic backups (`--backup-to`), each in a process of its own with low priority.
 * Invariant: only one of several servers makes a backup; its outcome is logged and stored for all of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Chore } from './background.ts';
import { isBackupDue, lastBackup, noteBackup } from './core/backups/last-backup.ts';
import { readStores } from './core/kernel/read-stores.ts';
import type { ServerOptions } from './server-options.ts';
import { settings } from './settings.ts';

const program = fileURLToPath(new URL('./copy/backup-main.ts', import.meta.url));
const lookMilliseconds = 5 * 60_000;
const lowPriority = 10;

type Needed = Pick<ServerOptions, 'backup' | 'database' | 'dataFolder' | 's3'>;

/** Empty when the settings ask for no backups. */
export function backupChores(options: Needed): readonly Chore[] {
  const { to, everyHours, keep } = options.backup;
  if (to === undefined) return [];
  return [
    {
      name: 'Making backups',
      everyMilliseconds: lookMilliseconds,
      run: async (repository) => {
        const { clock, log } = repository.ports;
        if (!isBackupDue(await readStores(repository, lastBackup), everyHours, clock.now())) return;
        const reason = await runBackup(options, ['--to', to, '--keep', String(keep)]);
        await noteBackup(repository, reason);
        if (reason === undefined) log.info('Backup made');
        else log.error('The backup failed', { reason });
      },
    },
  ];
}

/** Returns why it failed; undefined on success. */
async function runBackup(options: Needed, flags: readonly string[]): Promise<string | undefined> {
  // On the disk of the data: the system's temporary folder may be small, and readable by others.
  const work = join(resolve(options.dataFolder), 'backup-work');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { mode: 0o700 });
  const child = spawn(process.execPath, [program, 'backup', ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environmentOf(options, work),
  });
  const kill = (): void => {
    child.kill();
  };
  process.once('exit', kill);
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowPriority);
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    const words = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
    return code === 0 ? undefined : (words.at(-1) ?? `It ended with ${code}`);
  } finally {
    process.off('exit', kill);
    await rm(work, { recursive: true, force: true });
  }
}

/** Passes addresses and secrets as environment variables, as a command line can be seen by others. */
function environmentOf({ backup, database, dataFolder, s3 }: Needed, work: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MUNIMENT_'));
  return {
    ...Object.fromEntries(others),
    TMPDIR: work,
    [settings.data.environment]: dataFolder,
    ...(database === undefined ? {} : { [settings.database.environment]: database }),
    ...(s3 === undefined ? {} : { [settings.s3.environment]: s3.href }),
    ...(backup.key === undefined
      ? {}
      : { [settings['backup-key'].environment]: Buffer.from(backup.key).toString('base64') }),
  };
}
