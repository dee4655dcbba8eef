/**
 * The sandbox for programs that work on untrusted files: they see themselves, fonts, system settings and the run's folder, but
 * no file of this server, no other process and no network.
 * Invariant: without a sandbox no program runs, unless the operator allows that.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { lstat, mkdtemp, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** In addition to the limits of all programs. */
export interface ProgramLimits {
  readonly memoryBytes?: number;
  /** For each file that the program writes. */
  readonly fileBytes?: number;
}

export interface Sandbox {
  readonly name: string;
  /** Whether the machine's other files are inaccessible. */
  readonly isConfined: boolean;
  /**
   * The words to put before a command.
   * @param folder the only one that it may write to; its subfolder `tmp` is made, and appears as `/tmp`
   * @param reads files outside it
   */
  around(folder: string, reads?: readonly string[], limits?: ProgramLimits): readonly string[];
}

const execute = promisify(execFile);

/** System files that programs need. None of these has users' data or passwords. */
const systemFolders = ['/usr', '/opt/libreoffice', '/snap', '/nix/store', '/gnu/store'];
const systemLinks = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const systemSettings = [
  '/etc/alternatives',
  '/etc/fonts',
  // Without these, LibreOffice tries for half a second to resolve its own host name.
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/libreoffice',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/var/cache/fontconfig',
];

/** Sandboxes found before: a process tries only once what its machine permits. */
const found = new Map<string, Promise<Sandbox | undefined>>();

/** @param programs the programs that will run in it, wherever they are installed */
export async function findSandbox(
  memoryBytes: number,
  programs: readonly string[],
  mayBeUnconfined: boolean,
): Promise<Sandbox | undefined> {
  const key = JSON.stringify([memoryBytes, programs, mayBeUnconfined, process.env.PATH]);
  const finding = found.get(key) ?? trySandboxes(memoryBytes, programs, mayBeUnconfined);
  found.set(key, finding);
  const sandbox = await finding.catch(() => undefined);
  if (!sandbox?.isConfined) found.delete(key);
  return finding;
}

async function trySandboxes(
  memoryBytes: number,
  programs: readonly string[],
  mayBeUnconfined: boolean,
): Promise<Sandbox | undefined> {
  const canLimit = await works(['prlimit', '--core=0']);
  const limited = ({ memoryBytes: most = memoryBytes, fileBytes }: ProgramLimits = {}) => {
    const files = fileBytes === undefined ? [] : [`--fsize=${fileBytes}`];
    return canLimit ? ['prlimit', `--as=${most}`, '--core=0', ...files] : [];
  };
  const [system, homes] = await Promise.all([systemView(), homesOf(programs)]);
  const bubblewrap: Sandbox = {
    name: 'bubblewrap',
    isConfined: true,
    around: (folder, reads = [], limits = {}) => [
      ...limited(limits),
      ...['bwrap', ...system, ...ownView(folder, [...homes, ...reads])],
    ],
  };
  if (await inFolder((folder) => works(bubblewrap.around(folder)))) return bubblewrap;
  if (!mayBeUnconfined) return undefined;
  for (const wrap of [
    ['unshare', '--net', '--map-current-user', '--'],
    ['unshare', '--net', '--'],
  ]) {
    if (await works(wrap)) return unconfined('no network', (limits) => [...limited(limits), ...wrap]);
  }
  return unconfined('none', limited);
}

function unconfined(name: string, before: (limits?: ProgramLimits) => readonly string[]): Sandbox {
  return { name, isConfined: false, around: (_folder, _reads, limits) => before(limits) };
}

function works([program = '', ...rest]: readonly string[]): Promise<boolean> {
  return execute(program, [...rest, 'true'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'muniment-sandbox-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function systemView(): Promise<readonly string[]> {
  const links = await Promise.all(systemLinks.map(linkOrFolder));
  return [
    // Without a new session, so that it ends with the process group that it was started in.
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...[...systemFolders, ...systemSettings].flatMap((path) => ['--ro-bind-try', path, path]),
    ...links.flat(),
    ...['--proc', '/proc', '--dev', '/dev'],
  ];
}

/** Folders of programs, which may be installed outside the system's folders. */
async function homesOf(programs: readonly string[]): Promise<readonly string[]> {
  const homes = await Promise.all(programs.map(async (program) => dirname(await realpath(program))));
  return homes.filter((home) => !systemFolders.some((folder) => home.startsWith(`${folder}/`)));
}

/** `/lib` and others are links into `/usr` on most systems, and folders on others. */
async function linkOrFolder(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}

function ownView(folder: string, reads: readonly string[]): readonly string[] {
  const temporary = join(folder, temporaryName);
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const seen = reads.filter((path) => !path.startsWith(`${folder}/`));
  return [
    ...['--bind', temporary, '/tmp', '--bind', folder, folder],
    ...seen.flatMap((path) => ['--ro-bind', path, path]),
    ...['--chdir', folder, '--'],
  ];
}

const temporaryName = 'tmp';
