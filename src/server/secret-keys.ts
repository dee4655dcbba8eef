/**
 * The keys for secrets in the database: from the settings, or `secrets.key` in the data folder.
 * Invariant: when several servers start on one folder only one makes the file; no other account can read it.
 */
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, parseKeys } from './keys.ts';
import { OptionsError } from './options-error.ts';

export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

export function secretKeyFile(dataFolder: string): string {
  return join(dataFolder, 'secrets.key');
}

/** Makes the file when it is missing. */
export async function readSecretKeys(dataFolder: string): Promise<SecretKeys> {
  const path = secretKeyFile(dataFolder);
  const keys = parseKeys((await readText(path)) ?? (await make(path)));
  if (keys === undefined) throw new OptionsError(`${path} must hold keys as npx muniment key makes them`);
  return keys;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function make(path: string): Promise<string> {
  const text = `# Muniment's secrets of the database are lost without this: keep a copy elsewhere (docs/OPERATING.md).\n${newKey()}\n`;
  const whole = `${path}-${randomUUID()}`;
  await writeFile(whole, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(whole, path);
    return text;
  } catch (error) {
    const made = await readText(path);
    if (made === undefined) throw error;
    return made;
  } finally {
    await rm(whole);
  }
}
