/**
 * What a program of the machine sees while it works on a stranger's file: its own programs, fonts and settings, and the
 * folder of the run. No file of this server, no other process, no network.
 * Invariant: where that cannot be had, nothing is run, unless whoever runs the server has said that it may.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { lstat, mkdtemp, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Beside those of every program. */
export interface ProgramLimits {
  readonly memoryBytes?: number;
  /** For each file that the program writes. */
  readonly fileBytes?: number;
}

export interface Sandbox {
  readonly name: string;
  /** Whether the files of this machine are out of reach. */
  readonly isConfined: boolean;
  /**
   * What to put before a command.
   * @param folder the only one that it may write into; its `tmp` is made, and stands for `/tmp`
   * @param reads files outside of it
   */
  around(folder: string, reads?: readonly string[], limits?: ProgramLimits): readonly string[];
}

const execute = promisify(execFile);

/** What programs need of the system. None of it holds what people store here, or a password. */
const systemFolders = ['/usr', '/opt/libreoffice', '/snap', '/nix/store', '/gnu/store'];
const systemLinks = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const systemSettings = [
  '/etc/alternatives',
  '/etc/fonts',
  // Without these, LibreOffice asks for its own name for half a second.
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/libreoffice',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/var/cache/fontconfig',
];

/** Confined ones: a process tries once what its machine permits. */
const found = new Map<string, Promise<Sandbox | undefined>>();

/** @param programs that are to run in it, wherever they lie */
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
    // No session of its own: it ends with the group that it was started in.
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...[...systemFolders, ...systemSettings].flatMap((path) => ['--ro-bind-try', path, path]),
    ...links.flat(),
    ...['--proc', '/proc', '--dev', '/dev'],
  ];
}

/** The folders of programs, which may be installed outside of those of the system. */
async function homesOf(programs: readonly string[]): Promise<readonly string[]> {
  const homes = await Promise.all(programs.map(async (program) => dirname(await realpath(program))));
  return homes.filter((home) => !systemFolders.some((folder) => home.startsWith(`${folder}/`)));
}

/** `/lib` and its like are links into `/usr` on most systems, and folders on the others. */
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
