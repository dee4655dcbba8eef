/**
 * The profile folder of a LibreOffice process.
 * Invariant: with its settings, no macro, script or link of a document runs or loads.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Two processes must not share a profile: the second would pass its task to the first, and wait. */
export async function makeProfile(directory: string): Promise<string> {
  const profile = join(directory, 'profile');
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), safeProfile);
  return profile;
}

export function startingArguments(profile: string): readonly string[] {
  return [
    `-env:UserInstallation=${pathToFileURL(profile)}`,
    ...'--headless --norestore --nolockcheck --nodefault --nologo --nofirststartwizard'.split(' '),
  ];
}

/** A killed process leaves its socket, which is named after its profile. */
export async function removeSocket(profile: string): Promise<void> {
  const name = createHash('md5')
    .update(Buffer.from(`${pathToFileURL(profile)}`, 'utf16le'))
    .digest();
  const digits = Array.from(name, (byte) => byte.toString(16)).join('');
  await rm(`/tmp/OSL_PIPE_${process.getuid?.()}_SingleOfficeIPC_${digits}`, { force: true });
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
const security = '/org.openoffice.Office.Common/Security/Scripting';

/** Macros never run, active content and links from untrusted places are blocked, nothing is updated or downloaded. */
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
