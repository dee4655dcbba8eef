/**
 * The `Conversion` port: converters that use isolated child processes and the machine's programs.
 * Invariant: the server's process decodes no files except short UTF-8 texts; every run is limited in time, memory and
 * output.
 */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extension as extensionOf } from 'mime-types';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type {
  Conversion,
  ConversionResult,
  ConversionSource,
  Logger,
  SceneResult,
} from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';
import { type Converter, converters } from './converters.ts';
import { Gate, type Turn } from './gate.ts';
import { openIsolatePool } from './isolate/isolate-pool.ts';
import { openLauncher } from './launcher/launcher.ts';
import { mediaProperties, openMediaPrograms } from './media/media-programs.ts';
import { detectMimeType } from './mime/detect-mime-type.ts';
import { bareMimeType, type Kind, kindOf, matchesAny, mimeTypes } from './mime/kinds.ts';
import { openExifTool } from './programs/exif-tool.ts';
import {
  type Environment,
  findExifTool,
  findMediaPrograms,
  findOffice,
  fingerprintOf,
} from './programs/find-programs.ts';
import { openLibreOffice } from './programs/libre-office.ts';
import { findSandbox } from './programs/sandbox.ts';
import { ResultFiles } from './result-files.ts';
import {
  extensionFor,
  howToInstall,
  type Job,
  type Made,
  type ProgramName,
  type Tools,
  toPicture,
  toText,
  unavailable,
} from './steps.ts';
import { decodeUtf8 } from './text/decode-text.ts';

export interface ConversionOptions {
  /** A folder used only for conversions of this process; remains of an earlier run are removed. */
  readonly workDirectory: string;
  readonly log: Logger;
  /** Reads PATH, MUNIMENT_SOFFICE, MUNIMENT_FFMPEG, MUNIMENT_FFPROBE and MUNIMENT_EXIFTOOL; `none` turns a program off. */
  readonly environment?: Environment;
  /** How many files of one person are decoded at a time; as many programs may run beside. */
  readonly concurrency?: number;
  readonly timeLimitMs?: number;
  readonly transcodeLimitMs?: number;
  /** For one isolated process. */
  readonly memoryBytes?: number;
  readonly mostOutputBytes?: number;
  /** Programs run even when no sandbox keeps them from reading files of this machine. */
  readonly mayBeUnconfined?: boolean;
}

const programMemoryBytes = 6 * 2 ** 30;
/** Decoding these here costs less than asking another process. */
const shortTextBytes = 128 * 1024;
const withoutPictureAhead: readonly Kind[] = ['html', 'markdown', 'csv', 'mail', 'text', 'archive', 'other'];
const withoutText: readonly Kind[] = ['picture', 'drawable', 'audio', 'video', 'archive', 'other'];

export async function openConversion(options: ConversionOptions): Promise<Conversion> {
  const { log, mostOutputBytes = 2 * 2 ** 30 } = options;
  // Absolute, since programs see it under that path and run in other folders.
  const files = new ResultFiles(resolve(options.workDirectory), mostOutputBytes);
  await files.open();
  const workDirectory = files.root;
  const tools = await openTools({ ...options, workDirectory }, mostOutputBytes);
  const missing = (program: ProgramName | undefined) =>
    (program === 'LibreOffice' && tools.office === undefined) ||
    (program === 'ffmpeg' && tools.media === undefined);

  const run = (
    converter: string,
    source: ConversionSource,
    parameters: Job['parameters'],
    signal: AbortSignal | undefined,
    work: (job: Job) => Promise<Made | undefined>,
  ): Promise<ConversionResult | undefined> =>
    files.within(async (directory, keep) => {
      const { mimeType, person } = source;
      const name = source.name ?? 'document';
      const input = await localFile(source, directory, signal);
      const made = await work({ converter, input, directory, mimeType, name, parameters, person, signal });
      if (made === undefined) return undefined;
      return {
        bytes: await files.bytesOf(made.path, directory, keep),
        name: renamed(name, made.mimeType),
        mimeType: made.mimeType,
        encoding: made.mimeType.startsWith('text/') ? 'UTF-8' : null,
      };
    });

  return {
    tools: tools.fingerprint,

    async convert(name, source, parameters, signal) {
      const converter = converters.find((candidate) => candidate.name === name);
      if (converter === undefined) {
        throw new RepositoryError('conversionFailed', `Converter ${name} is not registered`);
      }
      if (converter.needs !== undefined && missing(converter.needs)) throw unavailable(name, converter.needs);
      if (!accepts(converter, source.mimeType)) {
        throw new RepositoryError('badRequest', `The '${name}' converter does not take ${source.mimeType}`);
      }
      const result = await run(name, source, parameters, signal, (job) => converter.run(job, tools));
      if (result === undefined)
        throw new RepositoryError('conversionFailed', 'The conversion gave no result');
      return result;
    },

    concatenatePdfs: (sources, signal) =>
      files.within(async (directory, keep) => {
        const paths = await Promise.all(
          sources.map((source, index) => localFile(source, directory, signal, `source-${index}`)),
        );
        const [input, ...following] = paths;
        if (input === undefined) throw new RepositoryError('badRequest', 'There is no PDF file to join');
        const output = join(directory, 'joined.pdf');
        await tools.isolate.run(
          'pdfConcat',
          { input, output, parameters: { append: following.join('\n') } },
          { person: sources[0]?.person, signal },
        );
        return {
          bytes: await files.bytesOf(output, directory, keep),
          name: renamed(sources[0]?.name ?? 'document', mimeTypes.pdf),
          mimeType: mimeTypes.pdf,
          encoding: null,
        };
      }),

    writeMetadata: (source, facts, signal) =>
      files.within(async (directory, keep) => {
        const { exif } = tools;
        if (exif === undefined) throw unavailable('exifTool', 'ExifTool');
        const input = await localFile(source, directory, signal);
        const extension = extensionFor({ mimeType: source.mimeType, name: source.name ?? '' });
        const made = await exif.write({ input, extension, facts, directory, person: source.person, signal });
        return files.bytesOf(made, directory, keep);
      }),

    find(sourceMimeType, destinationMimeType) {
      const fitting = converters.filter(
        (converter) =>
          converter.destination === bareMimeType(destinationMimeType) && accepts(converter, sourceMimeType),
      );
      return (fitting.find(({ needs }) => !missing(needs)) ?? fitting[0])?.name;
    },

    list: () =>
      converters.map(({ name, sources, destination, needs }) => ({
        name,
        sourceMimeTypes: sources,
        destinationMimeType: destination,
        unavailable: needs !== undefined && missing(needs) ? howToInstall[needs] : undefined,
      })),

    thumbnail: (source, size, signal) =>
      run('thumbnail', source, {}, signal, (job) => toPicture(job, tools, size)).catch(noneInstead),

    async scenes(source, times, size, signal) {
      const { media } = tools;
      if (media === undefined || kindOf(source.mimeType) !== 'video') return undefined;
      return files.within(async (directory, keep) => {
        const input = await localFile(source, directory, signal);
        const made: SceneResult[] = [];
        for (const seconds of times) {
          const output = join(directory, `scene-${made.length}`);
          const run = { input, directory, person: source.person, signal, output, size, atSeconds: seconds };
          if (!(await media.frame(run))) continue;
          const bytes = await files.bytesOf(output, directory, keep);
          const picture = { bytes, name: `scene-${seconds}.jpg`, mimeType: 'image/jpeg', encoding: null };
          made.push({ seconds, picture });
        }
        return made;
      });
    },

    picturesAhead: (mimeType) => !withoutPictureAhead.includes(kindOf(mimeType)),

    holdsText: (mimeType) => !withoutText.includes(kindOf(mimeType)),

    shortText: (mimeType, bytes) => (kindOf(mimeType) === 'text' ? decodeUtf8(bytes) : undefined),

    async text(source, maxCharacters, signal) {
      const kind = kindOf(source.mimeType);
      if (withoutText.includes(kind)) return undefined;
      const short = kind === 'text' ? await shortText(source.content) : undefined;
      if (short !== undefined) return short.slice(0, maxCharacters);
      return files
        .within(async (directory) => {
          const input = await localFile(source, directory, signal);
          const parameters = { maxCharacters: String(maxCharacters) };
          const { mimeType, person } = source;
          const job = {
            converter: 'any2text',
            input,
            directory,
            mimeType,
            name: '',
            parameters,
            person,
            signal,
          };
          return readFile((await toText(job, tools)).path, 'utf8');
        })
        .catch(noneInstead);
    },

    metadata: (source, signal) =>
      files.within(async (directory) => {
        const input = await localFile(source, directory, signal);
        return (
          (await readMetadata(
            source.mimeType,
            { input, directory, person: source.person, signal },
            tools,
          ).catch(noneInstead)) ?? {}
        );
      }),

    load: () =>
      (['files', 'programs', 'films'] as const).map((places) => ({ places, ...tools.gates[places].load })),

    detectMimeType,

    async close() {
      await tools.office?.close();
      await tools.launcher.close();
      await files.close();
      log.info('Conversion stopped');
    },
  };
}

async function openTools(options: ConversionOptions, mostOutputBytes: number): Promise<Tools> {
  const { workDirectory, log, environment = process.env } = options;
  const { concurrency = 2, timeLimitMs = 60_000, transcodeLimitMs = 3_600_000 } = options;
  const { memoryBytes = 1536 * 2 ** 20 } = options;
  const [soffice, [ffmpeg, ffprobe], exiftool] = await Promise.all([
    findOffice(environment),
    findMediaPrograms(environment),
    findExifTool(environment),
  ]);
  const found = [soffice, ffmpeg, ffprobe, exiftool].filter((program) => program !== undefined);
  const sandbox = await findSandbox(programMemoryBytes, found, options.mayBeUnconfined ?? false);
  if (!sandbox?.isConfined && found.length > 0) {
    log.warn(
      sandbox
        ? 'Conversion programs can read files of this machine: install bubblewrap'
        : 'Conversion programs are not used: install bubblewrap (or start with --unconfined-converters)',
    );
  }
  log.info('Conversion is ready', {
    LibreOffice: soffice ?? 'not installed',
    ffmpeg: ffmpeg ?? 'not installed',
    ExifTool: exiftool ?? 'not installed',
    sandbox: sandbox?.name ?? 'none: no program is used',
  });
  // One place more than a person can have, so that another person can begin at once.
  const gates = {
    files: new Gate(concurrency + 1, concurrency),
    programs: new Gate(concurrency + 1, concurrency),
    films: new Gate(concurrency, 1),
  };
  const gate = gates.programs;
  const launcher = openLauncher(log);
  return {
    fingerprint: await fingerprintOf([soffice, ffmpeg]),
    launcher,
    gates,
    isolate: openIsolatePool(
      workDirectory,
      { timeLimitMs, memoryBytes },
      { log, launcher, gate: gates.files },
    ),
    office:
      soffice === undefined || sandbox === undefined
        ? undefined
        : openLibreOffice({ program: soffice, sandbox, workDirectory, timeLimitMs, gate, launcher, log }),
    media:
      ffmpeg === undefined || ffprobe === undefined || sandbox === undefined
        ? undefined
        : openMediaPrograms({
            ffmpeg,
            ffprobe,
            sandbox,
            timeLimitMs,
            transcodeLimitMs,
            mostOutputBytes,
            gate,
            filmGate: gates.films,
            launcher,
          }),
    exif:
      exiftool === undefined || sandbox === undefined
        ? undefined
        : openExifTool({ program: exiftool, sandbox, timeLimitMs, gate, launcher }),
  };
}

async function readMetadata(
  mimeType: string,
  run: Turn & { readonly input: string; readonly directory: string },
  { isolate, media }: Tools,
): Promise<JsonObject> {
  const work = { input: run.input, output: join(run.directory, 'unused'), parameters: {} };
  const kind = kindOf(mimeType);
  if (kind === 'picture') return isolate.run('imageMetadata', work, run);
  if (kind === 'pdf') return isolate.run('pdfMetadata', work, run);
  if ((kind !== 'audio' && kind !== 'video') || media === undefined) return {};
  return mediaProperties(kind, await media.probe(run));
}

function accepts({ sources }: Converter, mimeType: string): boolean {
  return matchesAny(sources, mimeType);
}

/** Undefined for a long text, or one that is not UTF-8. */
async function shortText({ size, stream }: ConversionSource['content']): Promise<string | undefined> {
  if (size > shortTextBytes) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of stream()) pieces.push(piece);
  return decodeUtf8(Buffer.concat(pieces));
}

/** The store's own file if it has one, else a copy for the duration of the run. */
async function localFile(
  { content }: ConversionSource,
  directory: string,
  signal: AbortSignal | undefined,
  copyName = 'source',
): Promise<string> {
  if (content.localPath !== undefined) return content.localPath;
  const path = join(directory, copyName);
  await pipeline(Readable.fromWeb(content.stream()), createWriteStream(path), { signal }).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
  return path;
}

function renamed(name: string, mimeType: string): string {
  const extension = mimeType === 'image/jpeg' ? 'jpg' : extensionOf(mimeType) || 'bin';
  return `${name.replace(/\.[^.]{1,8}$/, '')}.${extension}`;
}

/** For pictures, text and metadata a failed conversion means "none"; aborts, time limits and overload are errors. */
function noneInstead(error: unknown): undefined {
  const isItsFault =
    error instanceof RepositoryError &&
    error.code !== 'overloaded' &&
    error.code !== 'unavailable' &&
    !(error instanceof ConversionInterrupted);
  if (isItsFault) return undefined;
  throw error;
}
