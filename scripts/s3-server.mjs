// Versity's S3 gateway, which tests of buckets talk to: a real S3 server over a folder. It comes as source from the
// proxy of Go modules, is built once (about a minute), and stays in the user's cache folder for the next run.
// Run by itself, it builds what is missing. Runs on any Node >= 18 with nothing installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const version = 'v1.8.0';
const name = 'versitygw';
const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'muniment', `${name}-${version}`);

/** Where the program is; undefined when the machine has none yet. */
export function findS3Server() {
  const folders = [kept, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Undefined without Go, or where it cannot fetch the source. */
export function buildS3Server() {
  const making = `${kept}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const { status } = spawnSync(
    'go',
    // Not optimised: that takes a third longer than all of the rest, for a few requests.
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
