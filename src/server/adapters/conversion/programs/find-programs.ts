/**
 * Finds the machine's programs for conversion, once, at start.
 * Invariant: an environment variable overrides the PATH; its value `none` means "as if not installed".
 */
import { access, constants, realpath, stat } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

const officePlaces = [
  '/usr/lib/libreoffice/program/soffice',
  '/opt/libreoffice/program/soffice',
  '/snap/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

export function findOffice(environment: Environment): Promise<string | undefined> {
  return find(environment, environment.MUNIMENT_SOFFICE, ['soffice', 'libreoffice'], officePlaces);
}

export function findMediaPrograms(environment: Environment) {
  return Promise.all([
    find(environment, environment.MUNIMENT_FFMPEG, ['ffmpeg']),
    find(environment, environment.MUNIMENT_FFPROBE, ['ffprobe']),
  ]);
}

export function findExifTool(environment: Environment): Promise<string | undefined> {
  return find(environment, environment.MUNIMENT_EXIFTOOL, ['exiftool']);
}

async function find(
  environment: Environment,
  chosen: string | undefined,
  names: readonly string[],
  places: readonly string[] = [],
): Promise<string | undefined> {
  if (chosen === 'none') return undefined;
  if (chosen !== undefined && chosen !== '') return (await isExecutable(chosen)) ? chosen : undefined;
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const path of [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name + suffix))),
    ...places,
  ]) {
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** To be raised when our own reading of files improves. */
const ownGeneration = 1;

/** Changes with the programs and their versions. */
export async function fingerprintOf(programs: readonly (string | undefined)[]): Promise<string> {
  const versions = programs.map(async (program) => {
    if (program === undefined) return 'none';
    const { mtimeMs, size } = await stat(await realpath(program));
    return `${basename(program)} ${size} ${Math.round(mtimeMs)}`;
  });
  return [ownGeneration, ...(await Promise.all(versions))].join(', ');
}
