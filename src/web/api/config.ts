/**
 * `config.json`, loaded at start: which server, how to sign in, how the app looks. All mistakes in it are found and named at
 * once, so that an administrator can correct the file in one go.
 */
import { languages } from '#web/i18n/languages.ts';
import type { Ink } from '#wire/ink.ts';
import { isJsonObject } from '#wire/json.ts';

export const signInMethods = ['password', 'oauth', 'token'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export interface AppConfig {
  /** Absolute base address of the server, without a trailing slash: `https://host/nuxeo`. */
  readonly server: string;
  /** The product part of `X-NX…` header names. */
  readonly headerPrefix: string;
  readonly signIn: {
    readonly methods: readonly SignInMethod[];
    /** The id of this app as an OAuth 2 client of the server. */
    readonly clientId: string;
    /** Where the server sends people back to; by default the app's own address. */
    readonly redirectUri: string;
  };
  readonly branding: Branding;
  readonly languages: readonly string[];
  /** Not checked here; read when the app is idle (features/extensions). */
  readonly extensions?: unknown;
}

/** The look of an organisation's app. */
export interface Branding {
  readonly name: string;
  readonly organisation: string | null;
  /** Address of a picture in place of the app's own mark. */
  readonly mark?: string;
  /** Its colour; changed where text in it could not be read (wire/ink.ts). */
  readonly ink?: Ink;
}

export interface ConfigProblem {
  /** Dotted path of the setting; empty for the file itself. */
  readonly path: string;
  readonly code:
    | 'unreachable'
    | 'not-json'
    | 'not-an-object'
    | 'missing'
    | 'wrong-type'
    | 'not-allowed'
    | 'bad-address'
    | 'unknown';
  /** The expected value, as written in the file. */
  readonly expected: string;
  /** The value in the file. */
  readonly found: string;
}

export class ConfigError extends Error {
  readonly address: string;
  readonly problems: readonly ConfigProblem[];
  /** The text of the file, as far as it was read. */
  readonly text: string;

  constructor(address: string, problems: readonly ConfigProblem[], text = '') {
    super(`${address}: ${problems.map((problem) => `${problem.path} ${problem.code}`).join(', ')}`);
    this.name = 'ConfigError';
    this.address = address;
    this.problems = problems;
    this.text = text;
  }
}

/** @param appRoot address of the folder that holds index.html */
export async function loadConfig(appRoot: URL): Promise<AppConfig> {
  const address = new URL('config.json', appRoot).href;
  const fail = (code: ConfigProblem['code'], found: string): never => {
    throw new ConfigError(address, [{ path: '', code, expected: 'config.json', found }]);
  };
  let response: Response;
  try {
    response = await fetch(address, { cache: 'no-cache', credentials: 'same-origin' });
  } catch (error) {
    return fail('unreachable', String(error));
  }
  if (!response.ok) return fail('unreachable', `HTTP ${response.status}`);
  const text = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail('not-json', error instanceof Error ? error.message : String(error));
  }
  const result = parseConfig(value, appRoot);
  if ('problems' in result) throw new ConfigError(address, result.problems, text);
  return result.config;
}

export type ParsedConfig = { readonly config: AppConfig } | { readonly problems: readonly ConfigProblem[] };

export function parseConfig(value: unknown, appRoot: URL): ParsedConfig {
  const problems: ConfigProblem[] = [];
  const report = (path: string, code: ConfigProblem['code'], expected: string, found: unknown): void => {
    problems.push({ path, code, expected, found: found === undefined ? '' : JSON.stringify(found) });
  };
  if (!isJsonObject(value)) {
    report('', 'not-an-object', '{ "server": "/nuxeo" }', value);
    return { problems };
  }

  const section = (name: string): Readonly<Record<string, unknown>> => {
    const found = value[name];
    if (found === undefined) return {};
    if (isJsonObject(found)) return found;
    report(name, 'wrong-type', '{ … }', found);
    return {};
  };
  const text = (path: string, found: unknown, fallback: string): string => {
    if (found === undefined) return fallback;
    if (typeof found === 'string' && found.trim() !== '') return found.trim();
    report(path, 'wrong-type', `"${fallback}"`, found);
    return fallback;
  };
  const address = (path: string, found: string): string => {
    const url = URL.parse(found, appRoot);
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '')
      return url.href;
    report(path, 'bad-address', '"/nuxeo", "https://host/nuxeo"', found);
    return appRoot.href;
  };

  const known = ['server', 'headerPrefix', 'signIn', 'branding', 'languages', 'extensions'];
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) report(key, 'unknown', known.join(', '), value[key]);
  }
  if (value.server === undefined) report('server', 'missing', '"/nuxeo"', undefined);

  const signIn = section('signIn');
  const branding = section('branding');
  const headerPrefix = text('headerPrefix', value.headerPrefix, 'NX');
  if (!/^[A-Za-z0-9-]+$/.test(headerPrefix)) report('headerPrefix', 'not-allowed', '"NX"', headerPrefix);
  const methods = list('signIn.methods', signIn.methods ?? signInMethods, report).filter((method) => {
    if (isSignInMethod(method)) return true;
    report('signIn.methods', 'not-allowed', signInMethods.join(', '), method);
    return false;
  });
  if (Array.isArray(signIn.methods) && signIn.methods.length === 0) {
    report('signIn.methods', 'not-allowed', signInMethods.join(', '), []);
  }

  const colour = (path: string, found: unknown): string | undefined => {
    if (typeof found === 'string' && /^#([0-9a-f]{3}){1,2}$/i.test(found)) return found;
    report(path, found === undefined ? 'missing' : 'not-allowed', '"#1b4f86"', found);
    return undefined;
  };
  const ink = (found: unknown): Ink | undefined => {
    const both = isJsonObject(found);
    const light = both ? colour('branding.ink.light', found.light) : colour('branding.ink', found);
    const dark = both && found.dark !== undefined ? colour('branding.ink.dark', found.dark) : undefined;
    return light === undefined ? undefined : { light, ...(dark === undefined ? {} : { dark }) };
  };

  const config: AppConfig = {
    server: address('server', text('server', value.server, '/nuxeo')).replace(/\/+$/, ''),
    headerPrefix,
    signIn: {
      methods: methods.filter(isSignInMethod),
      clientId: text('signIn.clientId', signIn.clientId, 'muniment'),
      redirectUri: address(
        'signIn.redirectUri',
        text('signIn.redirectUri', signIn.redirectUri, appRoot.href),
      ),
    },
    branding: {
      name: text('branding.name', branding.name, 'Muniment'),
      organisation:
        branding.organisation === undefined ? null : text('branding.organisation', branding.organisation, ''),
      ...(branding.mark === undefined
        ? {}
        : { mark: address('branding.mark', text('branding.mark', branding.mark, 'mark.svg')) }),
      ...(branding.ink === undefined ? {} : { ink: ink(branding.ink) }),
    },
    languages: list('languages', value.languages ?? languages, report),
    extensions: value.extensions,
  };
  return problems.length > 0 ? { problems } : { config };
}

function list(
  path: string,
  found: unknown,
  report: (path: string, code: ConfigProblem['code'], expected: string, found: unknown) => void,
): readonly string[] {
  if (!Array.isArray(found)) {
    report(path, 'wrong-type', '["…"]', found);
    return [];
  }
  const items: readonly unknown[] = found;
  return items.filter((item): item is string => {
    if (typeof item === 'string' && item !== '') return true;
    report(path, 'wrong-type', '"…"', item);
    return false;
  });
}

function isSignInMethod(value: string): value is SignInMethod {
  return signInMethods.some((method) => method === value);
}
