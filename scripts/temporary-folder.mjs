// A folder for everything that a test run writes, in memory if there is enough: on disk a database waits for each commit.
// os.tmpdir() returns it from then on, here and in child processes; it is removed with this process.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Some tests store hundreds of megabytes, and browsers need memory, too. */
const enoughBytes = 8 * 2 ** 30;

export function makeTemporaryFolder() {
  const isSetByHand = process.env.TMPDIR !== undefined;
  const folder = (isSetByHand ? undefined : folderInMemory()) ?? folderIn(tmpdir());
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
}

function folderInMemory() {
  if (!existsSync(memory)) return undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, freemem()) < enoughBytes) return undefined;
  const folder = folderIn(memory);
  // Containers often forbid running programs there, which tests do with programs that they write.
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/** PostgreSQL runs as another user, with a folder of its own in it. */
function folderIn(parent) {
  const folder = mkdtempSync(join(parent, 'muniment-'));
  chmodSync(folder, 0o711);
  return folder;
}
