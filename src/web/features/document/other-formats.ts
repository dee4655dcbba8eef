/**
 * The other formats in which a document can be downloaded: the renditions that the server lists, and conversions that make
 * sense for its kind of file. Pure.
 */
import { fileKindOf } from '#web/ui/file-kind.ts';

export interface OtherFormat {
  /** Name of the rendition, or target media type of the conversion. */
  readonly id: string;
  readonly kind: 'rendition' | 'conversion';
  /** End of the file's name, after the document's name. */
  readonly ending: string;
}

/** Renditions for the server's own use, or already on the page. */
const hidden: ReadonlySet<string> = new Set(['thumbnail', 'mainBlob', 'containerDefaultRendition', 'tiles']);

const endings: Readonly<Record<string, string>> = {
  pdf: '.pdf',
  imageToPDF: '.pdf',
  xmlExport: '.xml',
  zipExport: '.zip',
  zipTreeExport: '.zip',
  Thumbnail: '.jpg',
  Small: '.jpg',
  Medium: '.jpg',
  FullHD: '.jpg',
  OriginalJpeg: '.jpg',
  'text/plain': '.txt',
  'text/html': '.html',
  'image/png': '.png',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.oasis.opendocument.text': '.odt',
};

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const odt = 'application/vnd.oasis.opendocument.text';

function conversionsOf(mediaType: string): readonly string[] {
  switch (fileKindOf(mediaType)) {
    case 'pdf':
      return ['text/plain', 'text/html'];
    case 'text':
      return isWriting(mediaType) ? [docx, odt, 'text/plain', 'text/html'] : ['text/plain'];
    case 'image':
      return ['image/png', 'image/webp'];
    case 'film':
      return ['video/mp4', 'video/webm'];
    default:
      return [];
  }
}

/** Text that people go on writing, unlike slides, mails and data. */
function isWriting(mediaType: string): boolean {
  return /wordprocessing|msword|opendocument\.text|rtf|markdown|^text\/(plain|html)$/.test(mediaType);
}

/** @param mediaType of the document's file; null if it has none */
export function formatsOf(mediaType: string | null, renditions: readonly string[]): readonly OtherFormat[] {
  const isPdf = mediaType === 'application/pdf';
  const listed = renditions
    .filter((name) => !hidden.has(name) && !(isPdf && name === 'pdf'))
    .map((id): OtherFormat => ({ id, kind: 'rendition', ending: endings[id] ?? '' }));
  const made = (mediaType === null ? [] : conversionsOf(mediaType))
    .filter((type) => type !== mediaType)
    .map((id): OtherFormat => ({ id, kind: 'conversion', ending: endings[id] ?? '' }));
  // Exports of the whole document come last.
  const isExport = ({ id }: OtherFormat) => id.endsWith('Export');
  return [...listed.filter((one) => !isExport(one)), ...made, ...listed.filter(isExport)];
}
