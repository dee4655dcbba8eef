/**
 * Reads the settings from flags, environment and settings file, by the table in settings.ts.
 * Invariant: a flag overrides the environment, which overrides the settings file; a mistake is reported in one line, and
 * nothing starts.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LdapSettings } from './adapters/ldap/ldap-directory.ts';
import type { OpenIdSettings } from './adapters/openid/open-id-provider.ts';
import { type LogFormat, type LogLevel, logFormats, logLevels } from './adapters/stream-log.ts';
import { ConfigurationFault, type Reader } from './core/configuration/reader.ts';
import { type CallLimits, defaultLimits } from './core/kernel/budget.ts';
import type { SecondFactorSettings } from './core/kernel/repository.ts';
import type { Relaxation } from './core/signin/relaxations.ts';
import { faultyNetwork } from './network-list.ts';
import { OptionsError } from './options-error.ts';
import {
  backupPlace,
  basePath,
  database,
  folder,
  host,
  httpAddress,
  keyOf,
  keysOf,
  mail,
  origins,
  passkeyDomain,
  possibleFolder,
  productVersion,
  publicUrl,
  relaxed,
  repositories,
  s3Address,
  secret,
  withoutFulltext,
  workers,
} from './setting-values.ts';
import { type Setting, settings } from './settings.ts';
import { readSettingsFile, SettingsFileError } from './settings-file.ts';
import { readLdap, readSignInProviders, yamlOf } from './sign-in-settings.ts';

export interface ServerOptions {
  readonly settingsFile: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly configFolder: string | undefined;
  readonly exportFolder: string | undefined;
  readonly basePath: string;
  readonly publicUrl: string | undefined;
  readonly database: string | undefined;
  readonly s3: URL | undefined;
  readonly repositories: readonly string[];
  readonly withoutFulltext: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly jwtSecret: string | undefined;
  readonly jwtIssuer: string;
  readonly portalSecret: string | undefined;
  readonly relaxed: ReadonlySet<Relaxation>;
  readonly signInProviders: readonly OpenIdSettings[];
  readonly hookNetworks: readonly string[];
  readonly ldap: LdapSettings | undefined;
  readonly secondFactor: SecondFactorSettings;
  /** Undefined: passkeys are not offered. */
  readonly passkeyDomain: string | undefined;
  readonly maxUploadBytes: number;
  readonly productVersion: string;
  readonly accessTokenSeconds: number;
  /** Days after which unused sign-ins end; 0: never. */
  readonly idleDays: number;
  readonly minPasswordLength: number;
  readonly hidesEmails: boolean;
  readonly auditKey: string | undefined;
  readonly mail: { readonly server: URL; readonly from: string } | undefined;
  readonly storeLimits: StoreLimits;
  readonly callLimits: CallLimits;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly auditDays: number;
  readonly workers: number;
  readonly drainSeconds: number;
  readonly graceSeconds: number;
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  readonly otlpEndpoint: URL | undefined;
  /** The newest first; undefined when they are in the data folder. */
  readonly secretKeys: readonly [Uint8Array, ...Uint8Array[]] | undefined;
  readonly forgetsSecrets: boolean;
  readonly backup: BackupSettings;
  readonly developer: boolean;
  readonly allowDefaultPassword: boolean;
  readonly unconfinedConverters: boolean;
}

export interface BackupSettings {
  /** A folder or s3://…; undefined for no automatic backups. */
  readonly to: string | undefined;
  readonly everyHours: number;
  readonly keep: number;
  readonly key: Uint8Array | undefined;
}

/** Limits for database connections and for waiting. */
export interface StoreLimits {
  readonly connections: number;
  readonly queryMilliseconds: number;
  readonly writeMilliseconds: number;
  /** For making a connection; undefined: as long as a call may wait. */
  readonly connectMilliseconds?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;
type SettingName = keyof typeof settings;

/** The sources of settings: flags override the environment, which overrides the file. */
interface Sources {
  text(name: SettingName): string | undefined;
  /** False when the default applies. */
  isGiven(name: SettingName): boolean;
  isOn(name: SettingName): boolean;
  /** The setting's name in the source that it came from. */
  calls(name: SettingName): string;
}

export function readServerOptions(args: readonly string[], environment: Environment): ServerOptions {
  const { text, isGiven, isOn, calls } = sourcesOf(args, environment);
  const list = (name: SettingName): readonly string[] =>
    (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const number = (name: SettingName, least: number, most: number): number => {
    // Only decimal digits: 0x10 is a mistake.
    const value = /^\s*-?\d+\s*$/.test(text(name) ?? '') ? Number(text(name)) : Number.NaN;
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new OptionsError(
        `${calls(name)} must be a whole number from ${least} to ${most}, not '${text(name)}'`,
      );
    }
    return value;
  };
  const oneOf = <Word extends string>(name: SettingName, words: readonly Word[]): Word => {
    const found = words.find((word) => word === text(name));
    if (found === undefined)
      throw new OptionsError(`${calls(name)} must be one of ${words.join(', ')}, not '${text(name)}'`);
    return found;
  };
  const networks = (name: SettingName): readonly string[] => {
    const bad = faultyNetwork(list(name));
    if (bad !== undefined) throw new OptionsError(`${calls(name)} must be like 10.1.0.0/16, not '${bad}'`);
    return list(name);
  };
  /** A setting with several parts, as YAML. */
  const many = <T>(name: SettingName, read: (top: Reader) => T): T | undefined => {
    try {
      const top = yamlOf(text(name) ?? '');
      return top && read(top);
    } catch (error) {
      if (error instanceof ConfigurationFault) throw new OptionsError(`${calls(name)}: ${error.message}`);
      throw error;
    }
  };
  const base = basePath(calls('base-path'), text('base-path') ?? '');
  const origin = publicUrl(calls('public-url'), text('public-url'), base);
  return {
    settingsFile: text('settings'),
    port: number('port', 0, 65_535),
    host: host(calls('host'), text('host') ?? ''),
    dataFolder: possibleFolder(calls('data'), text('data')) ?? '',
    configFolder: folder(calls('config'), text('config')),
    exportFolder: folder(calls('export-folder'), text('export-folder')),
    basePath: base,
    publicUrl: origin?.origin,
    database: database(calls('database'), text('database')),
    s3: s3Address(calls('s3'), text('s3')),
    repositories: repositories(calls('repositories'), list('repositories')),
    withoutFulltext: withoutFulltext(
      calls('without-fulltext'),
      list('without-fulltext'),
      list('repositories'),
    ),
    corsOrigins: origins(calls('cors'), list('cors')),
    jwtSecret: text('jwt-secret'),
    jwtIssuer: text('jwt-issuer') ?? '',
    portalSecret: text('portal-secret'),
    relaxed: relaxed(calls('relax'), list('relax')),
    signInProviders: many('sign-in-providers', (all) => readSignInProviders(all, isOn('dev'))) ?? [],
    ldap: many('ldap', (top) => readLdap(top, isOn('dev'))),
    secondFactor: {
      isOffered: isOn('second-factor') || list('second-factor-groups').length > 0,
      requiredGroups: list('second-factor-groups'),
      countsPasskeys: isOn('passkeys'),
    },
    passkeyDomain: isOn('passkeys') ? passkeyDomain(calls('passkeys'), origin) : undefined,
    hookNetworks: networks('hook-networks'),
    maxUploadBytes: number('max-upload', 1, Number.MAX_SAFE_INTEGER),
    productVersion: productVersion(calls('product-version'), text('product-version') ?? ''),
    accessTokenSeconds: number('token-lifetime', 1, 31_536_000),
    idleDays: number('idle-days', 0, 36_500),
    // Test data for developers has simple words as passwords.
    minPasswordLength:
      isOn('dev') && !isGiven('min-password-length') ? 1 : number('min-password-length', 1, 128),
    hidesEmails: isOn('hide-emails'),
    auditKey: secret(calls('audit-key'), text('audit-key')),
    mail: mail(calls, text('mail-server'), text('mail-from')),
    storeLimits: {
      connections: number('database-connections', 2, 1000),
      queryMilliseconds: 1000 * number('query-seconds', 1, 3600),
      writeMilliseconds: 1000 * number('write-seconds', 1, 3600),
    },
    callLimits: {
      ...defaultLimits,
      call: {
        ...defaultLimits.call,
        steps: number('call-steps', 1, 1_000_000_000),
        milliseconds: 1000 * number('call-seconds', 1, 3600),
      },
    },
    logLevel: oneOf('log-level', logLevels),
    logFormat: oneOf('log-format', logFormats),
    auditDays: number('audit-days', 0, 36_500),
    workers: workers(calls('workers'), number('workers', 1, 256), text('database')),
    drainSeconds: number('drain', 0, 3600),
    graceSeconds: number('grace', 0, 3600),
    metrics:
      text('metrics-port') === undefined
        ? undefined
        : {
            port: number('metrics-port', 0, 65_535),
            host: host(calls('metrics-host'), text('metrics-host') ?? ''),
          },
    otlpEndpoint: httpAddress(calls('otlp-endpoint'), text('otlp-endpoint')),
    secretKeys: keysOf(calls('secrets-key'), text('secrets-key')),
    forgetsSecrets: isOn('forget-secrets'),
    backup: {
      to: backupPlace(calls('backup-to'), text('backup-to')),
      everyHours: number('backup-every', 1, 8760),
      keep: number('backup-keep', 1, 10_000),
      key: keyOf(calls('backup-key'), text('backup-key')),
    },
    developer: isOn('dev'),
    allowDefaultPassword: isOn('allow-default-password'),
    unconfinedConverters: isOn('unconfined-converters'),
  };
}

function sourcesOf(args: readonly string[], environment: Environment): Sources {
  const flags = readFlags(args);
  const { settings: fileFlag } = flags;
  const path = typeof fileFlag === 'string' ? fileFlag : given(environment, settings.settings);
  const file = path ? fileSettings(path) : undefined;
  const sources = sourcesIn(flags, environment, file);
  for (const name of settingNames) requireMeaning(sources, name);
  return sources;
}

/** @throws when a value is empty, or has no effect because another setting is missing */
function requireMeaning({ text, isGiven, calls }: Sources, name: SettingName): void {
  if (!isGiven(name)) return;
  const { needs, isList }: Setting = settings[name];
  if (!isList && text(name)?.trim() === '')
    throw new OptionsError(`${calls(name)} is empty: leave it out, or give it a value`);
  const needed = settingNames.find((one) => one === needs);
  if (needed !== undefined && text(needed) === undefined)
    throw new OptionsError(`${calls(name)} needs --${needed}`);
}

const settingNames = Object.keys(settings).filter((name): name is SettingName =>
  Object.hasOwn(settings, name),
);

function sourcesIn(
  flags: ReturnType<typeof readFlags>,
  environment: Environment,
  file: ReturnType<typeof readSettingsFile> | undefined,
): Sources {
  return {
    text: (name) => {
      const setting: Setting = settings[name];
      const flag = flags[name];
      if (typeof flag === 'string') return flag;
      return given(environment, setting) || (file?.get(name)?.text ?? setting.fallback);
    },
    isGiven: (name) =>
      flags[name] !== undefined || Boolean(given(environment, settings[name])) || file?.has(name) === true,
    isOn: (name) => {
      if (flags[name] === true) return true;
      return isYes(settings[name].environment, environment) ?? file?.get(name)?.text === 'true';
    },
    calls: (name) => {
      if (typeof flags[name] === 'string') return `--${name}`;
      if (given(environment, settings[name])) return settings[name].environment;
      const inFile = file?.get(name);
      return inFile === undefined ? `--${name}` : `${inFile.at}: ${name}`;
    },
  };
}

function fileSettings(path: string): ReturnType<typeof readSettingsFile> {
  const known = Object.entries<Setting>(settings)
    .filter(([name]) => name !== 'settings')
    .map(([name, { isSwitch = false, isList = false }]) => [name, { isSwitch, isList }] as const);
  try {
    return readSettingsFile(path, new Map(known));
  } catch (error) {
    if (error instanceof SettingsFileError) throw new OptionsError(error.message);
    throw error;
  }
}

/** Undefined when it is not set. @throws for other words, which could silently leave a protection off */
function isYes(name: string, environment: Environment): boolean | undefined {
  const word = environment[name];
  if (!word) return undefined;
  if (['1', 'true', 'yes'].includes(word)) return true;
  if (['0', 'false', 'no'].includes(word)) return false;
  throw new OptionsError(`${name} must be true or false, not '${word}'`);
}

/** `MUNIMENT_X`, or the content of the file named by `MUNIMENT_X_FILE`: a secret then is not visible in process lists. */
function given(environment: Environment, { environment: name }: Setting): string | undefined {
  const [value, path] = [environment[name], environment[`${name}_FILE`]];
  if (!path) return value;
  if (value) throw new OptionsError(`${name} and ${name}_FILE are both set`);
  const text = contentOf(path, name).trim();
  // An empty file is a mistake: with an empty backup key, for example, backups would not be encrypted.
  if (text === '') throw new OptionsError(`${name}_FILE names an empty file: ${path}`);
  return text;
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionsError(`${name}_FILE cannot be read: ${reason}`);
  }
}

function readFlags(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const known = Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, setting]) => [
      name,
      { type: setting.isSwitch ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: known, strict: true }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}
