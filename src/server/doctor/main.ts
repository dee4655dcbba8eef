/**
 * `muniment doctor`: checks a deployment with its server's settings, and advises what to do.
 * Invariant: exit status 0 means that nothing wrong was found; the repository is not changed.
 */
import { readFile, stat } from 'node:fs/promises';
import { fail } from '#server/fail.ts';
import { OptionsError } from '#server/options-error.ts';
import { readServerOptions, type ServerOptions } from '#server/server-options.ts';
import { advice, type Finding, good } from './finding.ts';
import { lookAtConverters, lookAtDataFolder, lookAtHandles, lookAtRuntime, readLimits } from './machine.ts';
import { lookAtProxy, lookAtSettings } from './network.ts';
import { lookAtDatabase, lookAtFiles } from './storage.ts';

const marks = { good: 'ok    ', advice: 'advice', wrong: 'WRONG ' } as const;

async function main(): Promise<void> {
  const args = process.argv.slice(2).filter((arg) => arg !== 'doctor');
  const options = readServerOptions(args, process.env);
  let wrongs = 0;
  for (const check of checks(options)) {
    for (const { about, state, says, todo } of await check()) {
      if (state === 'wrong') wrongs++;
      process.stdout.write(`${marks[state]} ${about}: ${says}\n${todo ? `         ${todo}\n` : ''}`);
    }
  }
  if (wrongs > 0)
    throw new OptionsError(wrongs === 1 ? 'One thing is wrong.' : `${wrongs} things are wrong.`);
}

function checks(options: ServerOptions): readonly (() => Promise<readonly Finding[]>)[] {
  return [
    async () => [lookAtRuntime(process.version, await testedRuntime()), lookAtHandles(await readLimits())],
    () => lookAtSettingsFile(options.settingsFile),
    () => lookAtDataFolder(options.dataFolder, options.database === undefined),
    () => lookAtDatabase(options),
    async () => [await lookAtFiles(options)],
    () => lookAtConverters(process.env, options.unconfinedConverters),
    async () => lookAtSettings(options),
    () => lookAtProxy(options),
  ];
}

async function testedRuntime(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(text);
  return dependencies.node ?? '';
}

async function lookAtSettingsFile(path: string | undefined): Promise<readonly Finding[]> {
  if (path === undefined) return [];
  const { mode } = await stat(path);
  const about = 'settings file';
  if ((mode & 0o007) === 0) return [good(about, path)];
  return [advice(about, `${path} can be read by everybody on this machine`, `chmod 640 ${path}`)];
}

main().catch(fail);
