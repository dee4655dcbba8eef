/**
 * Converts office files with LibreOffice, a fresh profile for each run.
 * Invariant: no macro, script or link of the document runs or loads; the profile goes with the run's folder.
 */
import { constants, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RepositoryError } from '#server/core/errors.ts';
import type { Gate } from '../gate.ts';
import type { Guard } from './guard.ts';
import { runProgram } from './run-program.ts';

interface OfficeRun {
  readonly input: string;
  /** What LibreOffice is to take the input for, without the dot. */
  readonly extension: string;
  readonly target: string;
  readonly inputFilter?: string;
  readonly directory: string;
  readonly signal?: AbortSignal;
}

export interface LibreOffice {
  /** The path of the converted file, below the run's folder. */
  convert(run: OfficeRun): Promise<string>;
}

interface Settings {
  readonly program: string;
  readonly sandbox: readonly string[];
  readonly timeLimitMs: number;
  readonly gate: Gate;
  readonly guard: Guard;
}

export function openLibreOffice({ program, sandbox, timeLimitMs, gate, guard }: Settings): LibreOffice {
  return {
    convert: ({ input, extension, target, inputFilter, directory, signal }) =>
      gate.run(async () => {
        const source = join(directory, `source.${extension}`);
        const profile = join(directory, 'profile');
        const made = join(directory, `office-${target}`);
        await mkdir(join(profile, 'user'), { recursive: true });
        await writeFile(join(profile, 'user', 'registrymodifications.xcu'), safeProfile);
        await copyFile(input, source, constants.COPYFILE_FICLONE);
        await runProgram({
          guard,
          sandbox,
          program,
          arguments: [
            `-env:UserInstallation=${pathToFileURL(profile)}`,
            ...'--headless --norestore --nolockcheck --nodefault --nologo --nofirststartwizard'.split(' '),
            ...(inputFilter === undefined ? [] : [`--infilter=${inputFilter}`]),
            '--convert-to',
            target,
            '--outdir',
            made,
            source,
          ],
          directory,
          timeLimitMs,
          signal,
        });
        const [name] = await readdir(made).catch(() => []);
        if (name === undefined) {
          throw new RepositoryError('conversionFailed', 'The file is damaged or not of its declared type');
        }
        return join(made, name);
      }, signal),
  };
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
const security = '/org.openoffice.Office.Common/Security/Scripting';

/** Macros never run, active content and links from untrusted places stay shut, nothing is updated or looked up. */
const safeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${setting(security, 'MacroSecurityLevel', '3')}
${setting(security, 'DisableMacrosExecution', 'true')}
${setting(security, 'DisableActiveContent', 'true')}
${setting(security, 'BlockUntrustedRefererLinks', 'true')}
${setting('/org.openoffice.Office.Writer/Content/Update', 'Link', '0')}
${setting('/org.openoffice.Office.Calc/Content/Update', 'Link', '2')}
${setting('/org.openoffice.Office.Common/Misc', 'UseOpenCL', 'false')}
${setting('/org.openoffice.Office.Java/VirtualMachine', 'Enable', 'false')}
</oor:items>
`;
