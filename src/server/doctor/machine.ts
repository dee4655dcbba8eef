/** Checks the machine: runtime, disk of the data folder, file handles, conversion programs. */
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  type Environment,
  findExifTool,
  findMediaPrograms,
  findOffice,
} from '#server/adapters/conversion/programs/find-programs.ts';
import { findSandbox } from '#server/adapters/conversion/programs/sandbox.ts';
import { advice, type Finding, good, reasonOf, wrong } from './finding.ts';

/** @param wanted the version in package.json */
export function lookAtRuntime(running: string, wanted: string): Finding {
  const version = running.replace(/^v/, '');
  if (version === wanted) return good('runtime', `Node.js ${version}`);
  return advice(
    'runtime',
    `Node.js ${version}, not ${wanted}, which this version was tested with`,
    'start with npm start or npx muniment, which bring their own',
  );
}

export interface DiskFacts {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** The system's number of the file system's type. */
  readonly kind: number;
}

const networkDisks = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
]);
const megabyte = 1024 * 1024;

export async function lookAtDataFolder(folder: string, holdsSqlite: boolean): Promise<readonly Finding[]> {
  const about = 'data folder';
  const path = resolve(folder);
  const there = await existing(path);
  try {
    if (!(await stat(there)).isDirectory()) throw new Error(`${there} is no folder`);
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [wrong(about, reasonOf(error), 'let the account that runs the server own it')];
  }
  const { bavail, blocks, bsize, type } = await statfs(there);
  const facts = { freeBytes: bavail * bsize, totalBytes: blocks * bsize, kind: type };
  return [
    good(about, there === path ? path : `${path}, which the first start makes`),
    ...lookAtDisk(facts, holdsSqlite),
  ];
}

export function lookAtDisk(
  { freeBytes, totalBytes, kind }: DiskFacts,
  holdsSqlite: boolean,
): readonly Finding[] {
  const free = `${Math.round(freeBytes / megabyte)} MB free`;
  const room =
    freeBytes < 64 * megabyte
      ? wrong('disk', free, 'make room: the server stores nothing more')
      : freeBytes < Math.min(totalBytes / 10, 10_000 * megabyte)
        ? advice('disk', `${free}, of ${Math.round(totalBytes / megabyte)}`, 'make room soon')
        : good('disk', free);
  const network = networkDisks.get(kind);
  if (network === undefined || !holdsSqlite) return [room];
  return [
    room,
    wrong('disk', `SQLite lies on ${network}, whose locks do not hold`, 'use a local disk, or --database'),
  ];
}

async function existing(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : existing(dirname(path));
}

const fewHandles = 4096;

/** @param limits the content of `/proc/self/limits`; empty where it does not exist */
export function lookAtHandles(limits: string): Finding {
  const about = 'file handles';
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
  if (found === undefined) return good(about, 'this system does not tell its limit');
  if (found === 'unlimited' || Number(found) >= fewHandles) return good(about, `at most ${found}`);
  return advice(
    about,
    `at most ${found}, one for each connection and each file that is read`,
    'LimitNOFILE=65536 in the systemd unit, or ulimit -n 65536',
  );
}

export async function readLimits(): Promise<string> {
  return readFile('/proc/self/limits', 'utf8').catch(() => '');
}

export async function lookAtConverters(
  environment: Environment,
  mayBeUnconfined: boolean,
): Promise<readonly Finding[]> {
  const [office, [ffmpeg, ffprobe], exif] = await Promise.all([
    findOffice(environment),
    findMediaPrograms(environment),
    findExifTool(environment),
  ]);
  const program = (about: string, path: string | undefined, without: string, install: string): Finding =>
    path === undefined ? advice(about, `not installed: ${without}`, install) : good(about, path);
  const programs = [office, ffmpeg, ffprobe, exif].filter((path) => path !== undefined);
  const sandbox =
    programs.length === 0 ? undefined : await findSandbox(6 * 2 ** 30, programs, mayBeUnconfined);
  return [
    program('LibreOffice', office, 'office documents have no preview', 'apt install libreoffice'),
    program('ffmpeg', ffmpeg && ffprobe, 'films have no picture and no other sizes', 'apt install ffmpeg'),
    program('ExifTool', exif, 'facts are not written into files', 'apt install libimage-exiftool-perl'),
    ...(programs.length === 0 ? [] : [lookAtSandbox(sandbox)]),
  ];
}

export function lookAtSandbox(
  sandbox: { readonly name: string; readonly isConfined: boolean } | undefined,
): Finding {
  const about = 'sandbox';
  const install = 'apt install bubblewrap, and let it make user namespaces';
  if (sandbox === undefined) return advice(about, 'none, so that none of these programs is used', install);
  if (sandbox.isConfined) return good(about, sandbox.name);
  return wrong(about, 'none: a hostile file may read files of this machine', install);
}
