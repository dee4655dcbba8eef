/** How our programs end on an error: one line for errors that people can correct, the full stack for others. */
import { NewerDatabaseError, UnfinishedCopyError } from './adapters/sql/migrations.ts';
import { MissingKeyError } from './core/secrets/stored-secrets.ts';
import { OptionsError } from './options-error.ts';

const explained = [MissingKeyError, OptionsError, NewerDatabaseError, UnfinishedCopyError];

const fullDisk = 'The disk is full: make room, then start again. What was stored before is safe.';

export function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return 'The port is in use by another program; choose another with --port.';
    case 'EADDRNOTAVAIL':
      return 'This machine does not have the address given with --host.';
    case 'ENOTFOUND':
      return `No machine has this name: ${error.message}`;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return `Not possible: ${error.message}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Not allowed: ${error.message}`;
    case 'ENOSPC':
      return fullDisk;
    case 'unavailable':
      return error.message === 'The disk is full' ? fullDisk : error.message;
  }
  if (explained.some((kind) => error instanceof kind)) return error.message;
  return error.stack ?? error.message;
}
