/**
 * The table of converters: name, source types, result type, required programs.
 * Invariant: all documented names are in it, once; for a pair of mime types the first matching row is chosen.
 */

import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { ImageFormat } from './images/resize-image.ts';
import { mimeTypes, patternsOf } from './mime/kinds.ts';
import {
  isolated,
  type Job,
  type Made,
  type ProgramName,
  plainPicture,
  type Tools,
  toHtml,
  toOffice,
  toPdf,
  toPicture,
  toText,
  transcode,
  videoFrame,
} from './steps.ts';

export interface Converter {
  readonly name: string;
  readonly sources: readonly string[];
  readonly destination: string;
  /** Without this program, none of the sources can be converted. */
  readonly needs?: ProgramName;
  run(job: Job, tools: Tools): Promise<Made>;
}

const pictures = patternsOf('picture', 'drawable');
const office = patternsOf('package', 'office');
const written = patternsOf('html', 'markdown', 'csv', 'mail', 'text');
const anything = [...patternsOf('pdf'), ...office, ...written];
const markdown = patternsOf('markdown');
const html = patternsOf('html');
const plain = patternsOf('csv', 'mail', 'text');

const pictureFormats: readonly (readonly [string, ImageFormat])[] = [
  ['JPEG', 'jpeg'],
  ['PNG', 'png'],
  ['WebP', 'webp'],
  ['GIF', 'gif'],
  ['TIFF', 'tiff'],
  ['AVIF', 'avif'],
];

export const converters: readonly Converter[] = [
  { name: 'md2html', sources: markdown, destination: mimeTypes.html, run: toHtml },
  { name: 'md2pdf', sources: markdown, destination: mimeTypes.pdf, run: toPdf },
  { name: 'html2text', sources: html, destination: mimeTypes.text, run: toText },
  { name: 'html2pdf', sources: html, destination: mimeTypes.pdf, run: toPdf },
  { name: 'text2pdf', sources: plain, destination: mimeTypes.pdf, run: toPdf },
  { name: 'pdf2text', sources: patternsOf('pdf'), destination: mimeTypes.text, run: toText },
  { name: 'pdf2html', sources: patternsOf('pdf'), destination: mimeTypes.html, run: toHtml },
  { name: 'pdf2image', sources: patternsOf('pdf'), destination: 'image/png', run: pdfPage('png') },
  { name: 'pdf2jpeg', sources: patternsOf('pdf'), destination: 'image/jpeg', run: pdfPage('jpeg') },
  { name: 'pdfExtractPages', sources: patternsOf('pdf'), destination: mimeTypes.pdf, run: pdfPages },
  { name: 'office2html', sources: [...office, ...written], destination: mimeTypes.html, run: toHtml },
  { name: 'office2pdf', sources: office, destination: mimeTypes.pdf, needs: 'LibreOffice', run: toPdf },
  { name: 'image2pdf', sources: pictures, destination: mimeTypes.pdf, run: toPdf },
  { name: 'pictureConvertToPDF', sources: pictures, destination: mimeTypes.pdf, run: toPdf },
  { name: 'zip2html', sources: patternsOf('archive'), destination: mimeTypes.html, run: toHtml },
  ...pictureFormats.map(([suffix, format]) => ({
    name: `pictureConvertTo${suffix}`,
    sources: pictures,
    destination: `image/${format}`,
    run: resize(format),
  })),
  { name: 'pictureResize', sources: pictures, destination: 'image/jpeg', run: resize(undefined) },
  { name: 'pictureCrop', sources: pictures, destination: 'image/jpeg', run: onPicture('cropImage') },
  { name: 'pictureRotation', sources: pictures, destination: 'image/jpeg', run: onPicture('rotateImage') },
  { name: 'pictureTiles', sources: pictures, destination: mimeTypes.zip, run: onPicture('tileImage') },
  { name: 'any2text', sources: anything, destination: mimeTypes.text, run: toText },
  { name: 'any2html', sources: anything, destination: mimeTypes.html, run: toHtml },
  { name: 'any2pdf', sources: [...anything, ...pictures], destination: mimeTypes.pdf, run: toPdf },
  {
    name: 'any2docx',
    sources: anything,
    destination: mimeTypes.docx,
    needs: 'LibreOffice',
    run: asOffice('docx'),
  },
  {
    name: 'any2odt',
    sources: anything,
    destination: mimeTypes.odt,
    needs: 'LibreOffice',
    run: asOffice('odt'),
  },
  {
    name: 'any2doc',
    sources: anything,
    destination: mimeTypes.doc,
    needs: 'LibreOffice',
    run: asOffice('doc'),
  },
  ...(['mp4', 'webm'] as const).map((format) => ({
    name: format === 'mp4' ? 'convertToMP4' : 'convertToWebM',
    sources: patternsOf('video'),
    destination: mimeTypes[format],
    needs: 'ffmpeg' as const,
    run: (job: Job, tools: Tools) => transcode(job, tools, format),
  })),
  {
    name: 'videoScreenshot',
    sources: patternsOf('video'),
    destination: 'image/jpeg',
    needs: 'ffmpeg',
    run: videoFrame,
  },
  {
    name: 'any2image',
    sources: anything,
    destination: 'image/png',
    run: firstPicture,
  },
];

/** Clients use several names for width and height; the first one given applies. */
function resize(format: ImageFormat | undefined): Converter['run'] {
  return async (job, tools) => {
    const { parameters: given } = job;
    return isolated('resizeImage', await plainPicture(job, tools), tools, {
      width: given.width ?? given.targetWidth ?? given.maxWidth,
      height: given.height ?? given.targetHeight ?? given.maxHeight,
      format: format ?? given.conversionFormat ?? given.format,
    });
  };
}

function onPicture(task: 'cropImage' | 'rotateImage' | 'tileImage'): Converter['run'] {
  return async (job, tools) => isolated(task, await plainPicture(job, tools), tools);
}

function pdfPage(format: ImageFormat): Converter['run'] {
  return (job, tools) => isolated('pdfPicture', job, tools, { ...job.parameters, format });
}

/** Parameters: startPage and endPage, counted from 1, both included. */
function pdfPages(job: Job, tools: Tools): Promise<Made> {
  return isolated('pdfExtract', job, tools);
}

function asOffice(target: 'docx' | 'odt' | 'doc'): Converter['run'] {
  return (job, tools) => toOffice(job, tools, target);
}

const defaultPictureSize = 1600;

async function firstPicture(job: Job, tools: Tools): Promise<Made> {
  const size = Number(job.parameters.size ?? defaultPictureSize);
  const picture = await toPicture(job, tools, size > 0 ? Math.min(size, 8000) : defaultPictureSize, 'png');
  if (picture === undefined)
    throw new RepositoryError('conversionFailed', 'There is no picture in this file');
  return picture;
}
