/**
 * Conversions from kind to kind: which tools are used, in which order.
 * Invariant: every step reads and writes below the job's folder; errors about a missing tool say how to install it.
 */
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { extension as extensionOf } from 'mime-types';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Gate, Turn } from './gate.ts';
import type { ImageFormat } from './images/resize-image.ts';
import type { IsolatePool } from './isolate/isolate-pool.ts';
import type { TaskName } from './isolate/tasks.ts';
import type { Launcher } from './launcher/launcher.ts';
import type { MediaPrograms } from './media/media-programs.ts';
import { durationOf } from './media/media-programs.ts';
import { bareMimeType, kindOf, mimeTypes } from './mime/kinds.ts';
import type { ExifTool } from './programs/exif-tool.ts';
import type { LibreOffice } from './programs/libre-office.ts';

export interface Job extends Turn {
  /** The name to report when a tool is missing. */
  readonly converter: string;
  readonly input: string;
  readonly directory: string;
  readonly mimeType: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

export interface Made {
  readonly path: string;
  readonly mimeType: string;
}

export interface Tools {
  /** Changes with the installed programs. */
  readonly fingerprint: string;
  readonly launcher: Launcher;
  readonly gates: Readonly<Record<'files' | 'programs' | 'films', Gate>>;
  readonly isolate: IsolatePool;
  readonly office: LibreOffice | undefined;
  readonly media: MediaPrograms | undefined;
  readonly exif: ExifTool | undefined;
}

export type ProgramName = 'LibreOffice' | 'ffmpeg' | 'ExifTool';

export const howToInstall: Readonly<Record<ProgramName, string>> = {
  LibreOffice:
    'install LibreOffice (Debian: libreoffice-writer, libreoffice-calc and libreoffice-impress) and bubblewrap',
  ffmpeg: 'install ffmpeg (Debian: ffmpeg) and bubblewrap',
  ExifTool: 'install ExifTool (Debian: libimage-exiftool-perl) and bubblewrap',
};

export async function isolated(
  task: TaskName,
  job: Job,
  { isolate }: Tools,
  parameters: Job['parameters'] = job.parameters,
): Promise<Made> {
  const path = newPath(job);
  const { mimeType } = await isolate.run(
    task,
    { input: job.input, output: path, parameters: { ...parameters, mimeType: job.mimeType, name: job.name } },
    job,
  );
  return { path, mimeType: typeof mimeType === 'string' ? mimeType : 'application/octet-stream' };
}

export async function toPdf(job: Job, tools: Tools): Promise<Made> {
  switch (kindOf(job.mimeType)) {
    case 'pdf': {
      const path = newPath(job);
      await copyFile(job.input, path);
      return { path, mimeType: mimeTypes.pdf };
    }
    case 'picture':
    case 'drawable':
      return isolated('imageToPdf', await plainPicture(job, tools), tools);
    case 'package':
      if (bareMimeType(job.mimeType) === mimeTypes.epub) return isolated('documentPdf', job, tools);
      return byOffice(job, tools, 'pdf');
    case 'office':
      return byOffice(job, tools, 'pdf');
    default:
      return isolated('documentPdf', job, tools);
  }
}

export async function toText(job: Job, tools: Tools): Promise<Made> {
  return isolated('documentText', await readable(job, tools), tools);
}

export async function toHtml(job: Job, tools: Tools): Promise<Made> {
  return isolated('documentHtml', await readable(job, tools), tools);
}

const writerTypes: readonly string[] = [
  mimeTypes.docx,
  mimeTypes.odt,
  mimeTypes.doc,
  mimeTypes.rtf,
  'text/rtf',
];

/** Only text documents are converted directly; all others by way of HTML. */
export async function toOffice(job: Job, tools: Tools, target: 'docx' | 'odt' | 'doc'): Promise<Made> {
  if (writerTypes.includes(bareMimeType(job.mimeType))) return byOffice(job, tools, target);
  need(tools.office, 'LibreOffice', job);
  const page = await isolated('documentBareHtml', await readable(job, tools), tools);
  return byOffice({ ...job, input: page.path, mimeType: page.mimeType }, tools, target);
}

/** A picture that fits into the square; undefined when none can be made. */
export async function toPicture(
  job: Job,
  tools: Tools,
  size: number,
  format?: ImageFormat,
): Promise<Made | undefined> {
  const square = { width: String(size), height: String(size), size: String(size), format };
  switch (kindOf(job.mimeType)) {
    case 'picture':
    case 'drawable':
      return isolated('resizeImage', await plainPicture(job, tools), tools, square);
    case 'pdf':
      return isolated('pdfPicture', job, tools, square);
    case 'html':
    case 'markdown':
    case 'csv':
    case 'mail':
    case 'text':
      return isolated('documentPicture', job, tools, square);
    case 'package':
      return packagePicture(job, tools, square);
    case 'office': {
      const pdf = await byOffice(job, tools, 'pdf');
      return isolated('pdfPicture', { ...job, input: pdf.path }, tools, square);
    }
    case 'audio':
    case 'video':
      return mediaPicture(job, tools, size);
    default:
      return undefined;
  }
}

/** Tries the printed page, then the package's own thumbnail, then the beginning of the text. */
async function packagePicture(job: Job, tools: Tools, square: Job['parameters']): Promise<Made> {
  const isBook = bareMimeType(job.mimeType) === mimeTypes.epub;
  if (tools.office !== undefined && !isBook) {
    const pdf = await byOffice(job, tools, 'pdf').catch(continueAfterFailure);
    if (pdf !== undefined) return isolated('pdfPicture', { ...job, input: pdf.path }, tools, square);
  }
  const embedded = await isolated('embeddedPicture', job, tools, square).catch(continueAfterFailure);
  return embedded ?? isolated('documentPicture', job, tools, square);
}

async function mediaPicture(job: Job, tools: Tools, size: number): Promise<Made | undefined> {
  const media = need(tools.media, 'ffmpeg', job);
  const duration = durationOf(await media.probe(job)) ?? 0;
  const output = newPath(job);
  const atSeconds = kindOf(job.mimeType) === 'video' ? Math.min(duration / 10, 10) : 0;
  const found =
    (await media.frame({ ...job, output, size, atSeconds })) || (await media.frame({ ...job, output, size }));
  return found ? { path: output, mimeType: 'image/jpeg' } : undefined;
}

export async function videoFrame(job: Job, tools: Tools): Promise<Made> {
  const output = newPath(job);
  const size = Number(job.parameters.width ?? 1920) || 1920;
  const atSeconds = Number(job.parameters.position ?? 0) || 0;
  const found = await need(tools.media, 'ffmpeg', job).frame({ ...job, output, size, atSeconds });
  if (!found) throw new RepositoryError('conversionFailed', 'There is no picture at this position');
  return { path: output, mimeType: 'image/jpeg' };
}

export async function transcode(job: Job, tools: Tools, format: 'mp4' | 'webm'): Promise<Made> {
  const output = newPath(job);
  const wanted = Number(job.parameters.height ?? 720);
  const height = Number.isFinite(wanted) ? Math.min(2160, Math.max(16, Math.round(wanted / 2) * 2)) : 720;
  await need(tools.media, 'ffmpeg', job).transcode({ ...job, output, format, height });
  return { path: output, mimeType: `video/${format}` };
}

/** Sharp reads the common formats; ffmpeg first converts some rarer ones to PNG. */
export async function plainPicture(job: Job, tools: Tools): Promise<Job> {
  if (kindOf(job.mimeType) === 'picture') return job;
  const output = newPath(job);
  await need(tools.media, 'ffmpeg', job).still({ ...job, output });
  return { ...job, input: output, mimeType: 'image/png' };
}

/** Old office formats are converted to open ones, which we read ourselves. */
async function readable(job: Job, tools: Tools): Promise<Job> {
  if (kindOf(job.mimeType) !== 'office') return job;
  const { path, mimeType } = await byOffice(job, tools, openFormatOf(bareMimeType(job.mimeType)));
  return { ...job, input: path, mimeType };
}

const zipBeginning = Buffer.from('PK\x03\x04');

type OfficeTarget = 'pdf' | 'docx' | 'doc' | 'odt' | 'ods' | 'odp';

function openFormatOf(mimeType: string): OfficeTarget {
  if (/excel|spreadsheet|calc/.test(mimeType)) return 'ods';
  if (/powerpoint|presentation|impress/.test(mimeType)) return 'odp';
  return /visio|graphics|draw/.test(mimeType) ? 'pdf' : 'odt';
}

async function byOffice(job: Job, tools: Tools, target: OfficeTarget): Promise<Made> {
  const office = need(tools.office, 'LibreOffice', job);
  const { input, directory, person, signal } = job;
  const isHtml = kindOf(job.mimeType) === 'html';
  // By content, not by name, as the program also does.
  if (await isZip(input)) await isolated('checkPackage', job, tools);
  const path = await office.convert({
    input,
    extension: extensionFor(job),
    target,
    inputFilter: isHtml ? 'HTML (StarWriter)' : undefined,
    directory,
    person,
    signal,
  });
  return { path, mimeType: mimeTypes[target] };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(zipBeginning);
  } finally {
    await file.close();
  }
}

/** Programs rely on extensions; the name's own is used only when the mime type has none. */
export function extensionFor({ mimeType, name }: Pick<Job, 'mimeType' | 'name'>): string {
  const own = Object.entries(mimeTypes).find(([, type]) => type === bareMimeType(mimeType))?.[0];
  return own ?? (extensionOf(mimeType) || /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] || 'bin');
}

function need<T>(tool: T | undefined, program: ProgramName, { converter }: Job): T {
  if (tool !== undefined) return tool;
  throw unavailable(converter, program);
}

export function unavailable(converter: string, program: ProgramName): RepositoryError {
  return new RepositoryError(
    'badRequest',
    `The '${converter}' converter is not available: ${howToInstall[program]}`,
  );
}

/** For fallbacks: when one way fails another may work; aborts and overload are thrown. */
function continueAfterFailure(error: unknown): undefined {
  if (error instanceof RepositoryError && error.code === 'conversionFailed') return undefined;
  throw error;
}

function newPath({ directory }: Job): string {
  return join(directory, crypto.randomUUID());
}
