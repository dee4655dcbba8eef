/**
 * Checks the values of single settings.
 * Invariant: errors name the setting in the source it came from, and contain no secret.
 */
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isSender } from './core/mail/addresses.ts';
import { isRelaxation, type Relaxation, relaxations } from './core/signin/relaxations.ts';
import { parseKey, parseKeys } from './keys.ts';
import { OptionsError } from './options-error.ts';

/** The scheme of an address: longer than a drive letter. */
const scheme = /^[a-z][a-z\d+.-]+:/i;

export function basePath(called: string, text: string): string {
  const path = text.replace(/\/+$/, '');
  if (!/^(\/(?!\.+(?:\/|$))[\w.-]+)+$/.test(path))
    throw new OptionsError(`${called} must look like /nuxeo, not '${text}'`);
  return path;
}

/** Browsers allow passkeys only for host names, and only over https. */
export function passkeyDomain(called: string, publicUrl: URL | undefined): string {
  // Without a public address: for trying them out.
  if (publicUrl === undefined || publicUrl.hostname === 'localhost') return 'localhost';
  if (publicUrl.protocol !== 'https:' || /^[\d.]+$|^\[/.test(publicUrl.hostname))
    throw new OptionsError(`${called} needs a public address with https and the name of a host`);
  return publicUrl.hostname;
}

export function relaxed(called: string, names: readonly string[]): ReadonlySet<Relaxation> {
  const bad = names.find((name) => !isRelaxation(name));
  if (bad !== undefined)
    throw new OptionsError(`${called} must be of ${Object.keys(relaxations).join(', ')}, not '${bad}'`);
  return new Set(names.filter(isRelaxation));
}

/** As browsers send them: an origin with a path would never match. */
export function origins(called: string, texts: readonly string[]): readonly string[] {
  const bad = texts.find(
    (text) =>
      text !== '*' &&
      text !== 'null' &&
      !(/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text)),
  );
  if (bad !== undefined)
    throw new OptionsError(`${called} must be * or origins like https://app.example, not '${bad}'`);
  return texts;
}

export function withoutFulltext(
  called: string,
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  const bad = names.find((name) => !known.includes(name));
  if (bad !== undefined)
    throw new OptionsError(`${called} must be of the repositories ${known.join(', ')}, not '${bad}'`);
  return names;
}

export function httpAddress(called: string, text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = /\s/.test(text) || !URL.canParse(text) ? undefined : new URL(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    throw new OptionsError(`${called} must be an http address, not '${withoutPassword(text)}'`);
  return url;
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/.*@/, '//…@');
}

/** Removes user and password from a database address, which may lack a host (postgres://me@/papers?host=/run/postgresql). */
export function withoutPerson(database: string): string {
  return database.replace(/\/\/[^/?#]*@/, '//');
}

/** Only an origin: a path would be missing in all links. */
export function publicUrl(called: string, text: string | undefined, base: string): URL | undefined {
  const url = httpAddress(called, text);
  if (!url) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  const more = url.search + url.hash + url.username + url.password;
  if (more !== '' || (path !== '' && path !== base))
    throw new OptionsError(`${called} must be an address without a path, as in https://files.example.org`);
  return url;
}

/** A host name or address, without a port. */
export function host(called: string, text: string): string {
  // A name that ends in a number is an address, possibly a wrong one.
  const isName = /^([a-z\d-]{1,63}\.)*(?!\d+$|0x[\da-f]*$)[a-z\d][a-z\d-]{0,62}$/i.test(text);
  if (isIP(text) === 0 && !isName)
    throw new OptionsError(`${called} must be an address of this machine, not '${text}'`);
  return text;
}

/** An existing folder. */
export function folder(called: string, path: string | undefined): string | undefined {
  if (path === undefined || kindOf(path) === 'folder') return path;
  throw new OptionsError(`${called} must be a folder that is there, not '${path}'`);
}

/** An existing folder, or a path where one can be made. */
export function possibleFolder(called: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (scheme.test(path)) throw new OptionsError(`${called} must be a folder, not an address`);
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const kind = kindOf(folder);
    if (kind === 'folder') return path;
    if (kind === 'other' || folder === dirname(folder))
      throw new OptionsError(`${called} must be a folder, not '${path}'`);
  }
}

function kindOf(path: string): 'folder' | 'nothing' | 'other' {
  // For an impossible file name, the system throws.
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'nothing';
    return found.isDirectory() ? 'folder' : 'other';
  } catch {
    return 'other';
  }
}

export function productVersion(called: string, text: string): string {
  if (!/^\d{1,4}(\.\d{1,6}){1,3}(-[\w.]{1,20})?$/.test(text))
    throw new OptionsError(`${called} must be a version such as 2023.6.9, not '${text}'`);
  return text;
}

/** Its value is never shown. */
export function secret(called: string, text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 16) throw new OptionsError(`${called} needs 16 characters`);
  return text;
}

/** Its value is never shown, because it may contain a password. */
export function database(called: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new OptionsError(`${called} must begin with postgres://`);
  // Without a host the driver would connect to this machine; `?host=` names the folder of a socket.
  const address = withoutPerson(text);
  const url = /\s/.test(text) || !URL.canParse(address) ? undefined : new URL(address);
  if (!url || (url.hostname === '' && !url.searchParams.get('host')))
    throw new OptionsError(`${called} must look like postgres://user:password@host:port/database`);
  return text;
}

export function s3Address(called: string, text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = /\s/.test(text) || !URL.canParse(text) ? undefined : new URL(text);
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new OptionsError(`${called} must look like s3://bucket/prefix?endpoint=https://…&region=…`);
  const unknown = [...url.searchParams.keys()].find((name) => !['endpoint', 'region'].includes(name));
  if (unknown !== undefined) throw new OptionsError(`${called} knows endpoint and region, not '${unknown}'`);
  httpAddress(`${called}: endpoint`, url.searchParams.get('endpoint') ?? undefined);
  if (url.searchParams.get('region') === '') throw new OptionsError(`${called}: region is empty`);
  return url;
}

export function keysOf(
  called: string,
  text: string | undefined,
): readonly [Uint8Array, ...Uint8Array[]] | undefined {
  const keys = text === undefined ? undefined : parseKeys(text);
  if (text !== undefined && keys === undefined)
    throw new OptionsError(`${called} must hold keys as \`npx muniment key\` makes them`);
  return keys;
}

export function backupPlace(called: string, text: string | undefined): string | undefined {
  // A text that looks like an address is not a folder, even with a missing slash.
  return scheme.test(text ?? '') ? s3Address(called, text)?.href : possibleFolder(called, text);
}

export function keyOf(called: string, text: string | undefined): Uint8Array | undefined {
  const key = text === undefined ? undefined : parseKey(text);
  if (text !== undefined && key === undefined)
    throw new OptionsError(`${called} must be a key as \`npx muniment key\` makes it`);
  return key;
}

/** Never shows the database address, which may contain a password. */
export function workers(called: string, count: number, database: string | undefined): number {
  if (count > 1 && database === undefined)
    throw new OptionsError(`${called} needs PostgreSQL (--database): SQLite belongs to one process`);
  return count;
}

export function mail(
  calls: (name: 'mail-server' | 'mail-from') => string,
  server: string | undefined,
  from: string | undefined,
): { readonly server: URL; readonly from: string } | undefined {
  if (server === undefined && from === undefined) return undefined;
  if (server === undefined) throw new OptionsError(`${calls('mail-from')} needs --mail-server`);
  if (from === undefined) throw new OptionsError(`${calls('mail-server')} needs --mail-from`);
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new OptionsError(
      `${calls('mail-server')} must look like smtp://user:password@host:port or smtps://…`,
    );
  if (!isSender(from))
    throw new OptionsError(
      `${calls('mail-from')} must be a mail address such as papers@example.org, not '${from}'`,
    );
  return { server: url, from };
}

export function repositories(called: string, names: readonly string[]): readonly string[] {
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new OptionsError(`${called} names ${double} twice`);
  const bad = names.find((name) => !/^[\w-]{1,64}$/.test(name));
  if (names.length === 0 || bad !== undefined) {
    throw new OptionsError(
      `${called} must name at least one, of letters, digits, - and _, not '${bad ?? ''}'`,
    );
  }
  return names;
}
