// Versity's S3 gateway, for tests of buckets: a real S3 server over a folder. Its source comes from the Go module proxy; it
// is built once (about a minute) and kept in the user's cache folder.
// Run directly, this builds it if it is missing. Runs on any Node >= 18 with nothing installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const version = 'v1.8.0';
const name = 'versitygw';
const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'muniment', `${name}-${version}`);

/** Path of the program; undefined if it is not on the machine yet. */
export function findS3Server() {
  const folders = [kept, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Undefined without Go, or if Go cannot fetch the source. */
export function buildS3Server() {
  const making = `${kept}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const { status } = spawnSync(
    'go',
    // Not optimised: optimising would take a third longer than everything else, for a few requests.
    [
      'install',
      '-gcflags=all=-N -l',
      '-ldflags=-s -w',
      `github.com/versity/versitygw/cmd/${name}@${version}`,
    ],
    { env: { ...process.env, GOBIN: making, GOFLAGS: '' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status === 0) {
    mkdirSync(kept, { recursive: true });
    renameSync(join(making, name), join(kept, name));
  }
  rmSync(making, { recursive: true });
  return status === 0 ? join(kept, name) : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const program = findS3Server() ?? buildS3Server();
  console.log(program ? `S3 server for tests: ${program}` : 'No S3 server for tests: Go could not build it.');
}
