/**
 * What the repository needs from the outside besides its database, in words. Adapters implement these interfaces; core and
 * everything above knows nothing else of disks, converters, mail or clocks.
 * Invariant: no method has a do-nothing default; capabilities are stated data.
 */
import type { JsonObject } from '#wire/json.ts';
import type { HookSender } from './hook-sender.ts';
import type { IdentityProvider, PeopleDirectory } from './identity-providers.ts';
import type { PasskeyProtocol } from './passkey-protocol.ts';
import type { Store } from './stores.ts';

// ---------------------------------------------------------------------------------------------- bytes

export type Bytes = AsyncIterable<Uint8Array>;

export interface BlobContent {
  readonly size: number;
  /** Half-open byte range; the whole content when omitted. The reader sets the pace. */
  stream(range?: { readonly start: number; readonly end: number }): ReadableStream<Uint8Array>;
  /** A local file with these bytes, when the store has one: lets an adapter send or convert without copying. */
  readonly localPath: string | undefined;
}

/**
 * Content-addressed bytes. `write` streams to a temporary name, digests while it passes, syncs and renames: a crash
 * leaves no half blob, and the key is readable only when whole.
 */
export interface BlobStore {
  write(
    source: Bytes,
    options?: {
      readonly signal?: AbortSignal;
      readonly maxBytes?: number;
      /** The pieces before these bytes in a file that `concat` will join, so that the store can prepare for it. */
      readonly after?: readonly string[];
      /** The bytes can be read at once, but survive a loss of power only after `settle`, which syncs many files together. */
      readonly settlesLater?: boolean;
    },
  ): Promise<{ readonly key: string; readonly digest: string; readonly length: number }>;
  /** Resolves when all bytes written before survive a loss of power. */
  settle(): Promise<void>;
  /** Joins staged pieces in order into one blob; the pieces stay. */
  concat(
    keys: readonly string[],
  ): Promise<{ readonly key: string; readonly digest: string; readonly length: number }>;
  open(key: string): Promise<BlobContent | undefined>;
  /** @param olderThan bytes that were written again since then stay */
  remove(key: string, olderThan?: Date): Promise<void>;
  /** Keys of bytes older than the given time, to find those that nothing refers to. */
  keys(olderThan: Date): AsyncIterable<string>;
  /** Removes unfinished writes older than the given time, which a killed server leaves behind. */
  removeUnfinished(olderThan: Date): Promise<void>;
}

// ---------------------------------------------------------------------------------------------- conversion

export interface ConversionSource {
  readonly content: BlobContent;
  readonly name: string | null;
  readonly mimeType: string;
  /** The person it is converted for, as one person may not occupy all places; the server itself when absent. */
  readonly person?: string | undefined;
}

export interface ConversionResult {
  readonly bytes: Bytes;
  readonly name: string;
  readonly mimeType: string;
  readonly encoding: string | null;
}

/** A picture from a film, and its time in the film. */
export interface SceneResult {
  readonly seconds: number;
  readonly picture: ConversionResult;
}

export interface ConverterDescription {
  readonly name: string;
  readonly sourceMimeTypes: readonly string[];
  readonly destinationMimeType: string;
  /** Undefined when usable; else what to install. */
  readonly unavailable: string | undefined;
}

export interface ConversionLoad {
  readonly places: 'files' | 'programs' | 'films';
  readonly running: number;
  readonly waiting: number;
}

/** Converts files. Each run has a time limit and never takes the server down. */
export interface Conversion {
  /** Names the programs and their versions: files that could not be converted are tried again when this text changes. */
  readonly tools: string;
  /** Runs a converter by its registered name (`any2pdf`, `office2html`, `pictureResize` …). */
  convert(
    converter: string,
    source: ConversionSource,
    parameters: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<ConversionResult>;
  /** The pages of all the PDF files in order, as one file. */
  concatenatePdfs(sources: readonly ConversionSource[], signal?: AbortSignal): Promise<ConversionResult>;
  /** A copy of the file with these metadata, whose names are ExifTool's. */
  writeMetadata(
    source: ConversionSource,
    facts: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Bytes>;
  /** The name of the converter for a pair of mime types. */
  find(sourceMimeType: string, destinationMimeType: string): string | undefined;
  list(): readonly ConverterDescription[];
  /** A picture of the content within a square of `size` CSS pixels; undefined when none can be made of the file. */
  thumbnail(
    source: ConversionSource,
    size: number,
    signal?: AbortSignal,
  ): Promise<ConversionResult | undefined>;
  /** Pictures of a film at these seconds, within the square; some may be missing. Undefined when none can be made. */
  scenes(
    source: ConversionSource,
    times: readonly number[],
    size: number,
    signal?: AbortSignal,
  ): Promise<readonly SceneResult[] | undefined>;
  /** Whether to make pictures before somebody asks: not where that is instant (texts) or impossible. */
  picturesAhead(mimeType: string): boolean;
  /** Whether such content may hold text for searching. */
  holdsText(mimeType: string): boolean;
  /** Plain text for searching, at most `maxCharacters`; undefined when this kind of file has no text. */
  text(source: ConversionSource, maxCharacters: number, signal?: AbortSignal): Promise<string | undefined>;
  /** Plain text of a short text's bytes, synchronously; undefined for other kinds, and where a program is needed. */
  shortText(mimeType: string, bytes: Uint8Array): string | undefined;
  /** Size, colour space, EXIF, duration …, for Picture, Video and Audio documents. */
  metadata(source: ConversionSource, signal?: AbortSignal): Promise<JsonObject>;
  /** What is running and waiting now, for each kind of place. */
  load(): readonly ConversionLoad[];
  /** Best guess from the first bytes and the name. */
  detectMimeType(name: string | null, head: Uint8Array): string;
  close(): Promise<void>;
}

// ---------------------------------------------------------------------------------------------- small ones

/** The folder where administrators have files written, outside the repository. */
export interface ExportFolder {
  /** @param directory below the folder, or an absolute path inside it; made when missing */
  write(directory: string, name: string, content: BlobContent): Promise<void>;
}

export interface Clock {
  now(): Date;
}

export interface Passwords {
  /** Fast and without a salt: to compare values in memory, never to be stored. */
  fingerprint(text: string): string;
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
  /** Whether it is on the list of common passwords; case does not matter. */
  isCommon(password: string): Promise<boolean>;
}

/** Encrypts secrets in the database that must be readable again. */
export interface SecretCipher {
  /** Identifies the encrypting key without revealing it. */
  readonly keyId: string;
  knows(keyId: string): boolean;
  isCurrent(stored: string): boolean;
  /** @param about identifies the row: the value cannot be decrypted in another row */
  encrypt(text: string, about: string): string;
  /** A value that is not encrypted is returned as it is; undefined when this server has no key for it. */
  decrypt(stored: string, about: string): string | undefined;
}

/** Signed JSON web tokens (HS512), present when a secret is configured. */
export interface JsonWebTokens {
  sign(claims: JsonObject, lifetimeSeconds: number): Promise<string>;
  /** Undefined when the token was not signed here, has expired or is not yet valid. */
  verify(token: string): Promise<JsonObject | undefined>;
}

export interface Mail {
  /** The configured sender when absent. */
  readonly from?: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly replyTo?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly {
    readonly name: string;
    readonly mimeType: string;
    readonly content: BlobContent;
  }[];
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail, or refused it for good; rejects when trying again may help.
   * Mails with the same id are the same mail.
   */
  send(id: string, mail: Mail): Promise<'sent' | { readonly refused: string }>;
  close(): Promise<void>;
}

export interface Logger {
  info(message: string, fields?: JsonObject): void;
  warn(message: string, fields?: JsonObject): void;
  error(message: string, fields?: JsonObject): void;
}

/** All adapters, handed to `createApp`. */
export interface Ports {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly conversion: Conversion;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly secrets: SecretCipher;
  readonly jwt: JsonWebTokens | undefined;
  readonly mailer: Mailer | undefined;
  readonly hookSender: HookSender;
  /** Undefined: passkeys are not offered. */
  readonly passkeys: PasskeyProtocol | undefined;
  /** Services that sign people in, in the order in which they are offered. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Checks passwords of people who have none here. */
  readonly peopleDirectory: PeopleDirectory | undefined;
  /** Present when one is configured. */
  readonly exportFolder: ExportFolder | undefined;
  readonly log: Logger;
}
