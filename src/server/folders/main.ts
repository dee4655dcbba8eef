/**
 * `muniment import` and `muniment export`: folders of files into and out of a repository, without a running server.
 * Invariant: exit status 0 means that nothing was left out.
 */
import { access, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { streamLog, visible } from '#server/adapters/stream-log.ts';
import { fail } from '#server/fail.ts';
import { visitRepository } from '#server/open-repository.ts';
import { OptionsError } from '#server/options-error.ts';
import { readServerOptions } from '#server/server-options.ts';
import { exportFolder, sideFileName, sideNames } from './export-folder.ts';
import { importFolder, type LeftOut } from './import-folder.ts';
import { readSideFile } from './side-file.ts';

const usage = `muniment import FOLDER --into PATH [--facts FILE.csv|FILE.json] [settings of the server]
muniment export FOLDER --from PATH [settings of the server]

FILE tells types, digests, properties and rights by relative path; ${sideFileName} in the folder is taken when there is one.`;

async function main(): Promise<void> {
  const [command, folder, ...rest] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-')) throw new OptionsError(usage);
  const into = take(rest, '--into');
  const from = take(rest, '--from');
  const facts = take(rest, '--facts');
  const documentPath = command === 'import' ? into : from;
  if (documentPath === undefined || !documentPath.startsWith('/')) throw new OptionsError(usage);
  const open = await visitRepository(readServerOptions(rest, process.env), streamLog(process.stderr));
  try {
    if (command === 'export') {
      const { written, leftOut } = await exportFolder(open.repository, {
        from: documentPath,
        to: resolve(folder),
      });
      report(`${written} documents written.`, leftOut);
    } else {
      const side = facts ?? (await ownSideFile(folder));
      if (!(await stat(folder)).isDirectory()) throw new OptionsError(`${folder} is no folder`);
      const { made, present, leftOut } = await importFolder(open.repository, {
        folder: resolve(folder),
        into: documentPath,
        facts: side === undefined ? new Map() : await readSideFile(side),
        without: sideNames,
      });
      report(`${made} documents made, ${present} files were there already.`, leftOut);
    }
  } finally {
    await open.close();
  }
}

/** Removes a flag and its value from the arguments. */
function take(args: string[], flag: string): string | undefined {
  const index = args.indexOf(flag);
  return index < 0 ? undefined : args.splice(index, 2)[1];
}

async function ownSideFile(folder: string): Promise<string | undefined> {
  const file = join(folder, sideFileName);
  return access(file).then(
    () => file,
    () => undefined,
  );
}

function report(summary: string, leftOut: readonly LeftOut[]): void {
  process.stdout.write(`${summary}\n`);
  if (leftOut.length === 0) return;
  process.stdout.write(
    `${leftOut.map(({ path, why }) => oneLine(`left out: ${path}: ${why}`)).join('\n')}\n`,
  );
  throw new OptionsError(`${leftOut.length} were left out.`);
}

/** File names may contain line ends and terminal commands. */
function oneLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n');
}

main().catch(fail);
