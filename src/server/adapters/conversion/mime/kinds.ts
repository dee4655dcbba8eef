/**
 * Kinds of files for conversion, and their mime types.
 * Invariant: a mime type has one kind, the first with a matching pattern; converters are chosen by kind.
 */

export type Kind =
  | 'picture'
  | 'drawable'
  | 'pdf'
  | 'html'
  | 'markdown'
  | 'csv'
  | 'mail'
  | 'package'
  | 'office'
  | 'archive'
  | 'audio'
  | 'video'
  | 'text'
  | 'other';

const ooxml = 'application/vnd.openxmlformats-officedocument';
const odf = 'application/vnd.oasis.opendocument';

export const mimeTypes = {
  pdf: 'application/pdf',
  html: 'text/html',
  text: 'text/plain',
  docx: `${ooxml}.wordprocessingml.document`,
  xlsx: `${ooxml}.spreadsheetml.sheet`,
  pptx: `${ooxml}.presentationml.presentation`,
  odt: `${odf}.text`,
  ods: `${odf}.spreadsheet`,
  odp: `${odf}.presentation`,
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  mp4: 'video/mp4',
  webm: 'video/webm',
  zip: 'application/zip',
} as const;

/** A pattern ends in `*` (any rest) or starts with `*` (any beginning). */
const patternsByKind: readonly (readonly [Kind, readonly string[]])[] = [
  [
    'picture',
    ['jpeg', 'jpg', 'pjpeg', 'png', 'webp', 'gif', 'tiff', 'avif', 'heic', 'heif', 'svg+xml'].map(
      (t) => `image/${t}`,
    ),
  ],
  ['drawable', ['image/*']],
  ['pdf', [mimeTypes.pdf]],
  ['html', [mimeTypes.html, 'application/xhtml+xml']],
  ['markdown', ['text/markdown', 'text/x-markdown', 'text/x-web-markdown']],
  ['csv', ['text/csv', 'text/tab-separated-values']],
  ['mail', ['message/rfc822']],
  [
    'package',
    [
      mimeTypes.docx,
      mimeTypes.xlsx,
      mimeTypes.pptx,
      `${ooxml}.wordprocessingml.template`,
      `${ooxml}.spreadsheetml.template`,
      `${ooxml}.presentationml.template`,
      `${ooxml}.presentationml.slideshow`,
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      mimeTypes.odt,
      mimeTypes.ods,
      mimeTypes.odp,
      `${odf}.text-template`,
      `${odf}.spreadsheet-template`,
      `${odf}.presentation-template`,
      `${odf}.graphics`,
      mimeTypes.epub,
    ],
  ],
  [
    'office',
    [
      mimeTypes.doc,
      mimeTypes.xls,
      mimeTypes.ppt,
      mimeTypes.rtf,
      'text/rtf',
      'application/vnd.visio',
      'application/vnd.wordperfect',
      'application/vnd.ms-works',
      `${odf}.*`,
      'application/vnd.sun.xml.*',
      'application/vnd.stardivision.*',
    ],
  ],
  ['archive', ['application/zip', 'application/x-zip-compressed', 'application/java-archive']],
  ['audio', ['audio/*', 'application/ogg']],
  ['video', ['video/*', 'application/mxf', 'application/vnd.rn-realmedia']],
  [
    'text',
    [
      'text/*',
      '*+json',
      '*+xml',
      'multipart/related',
      ...[
        'json',
        'xml',
        'javascript',
        'x-javascript',
        'ecmascript',
        'yaml',
        'x-yaml',
        'toml',
        'sql',
        'x-sh',
      ].map((t) => `application/${t}`),
      ...['x-httpd-php', 'x-perl', 'x-tcl', 'x-tex', 'x-latex', 'json5', 'xml-dtd', 'x-subrip', 'node'].map(
        (t) => `application/${t}`,
      ),
    ],
  ],
];

export function bareMimeType(mimeType: string): string {
  return (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

export function kindOf(mimeType: string): Kind {
  const bare = bareMimeType(mimeType);
  return (
    patternsByKind.find(([, patterns]) => patterns.some((pattern) => matches(pattern, bare)))?.[0] ?? 'other'
  );
}

export function matchesAny(patterns: readonly string[], mimeType: string): boolean {
  const bare = bareMimeType(mimeType);
  return patterns.some((pattern) => matches(pattern, bare));
}

export function patternsOf(...kinds: readonly Kind[]): readonly string[] {
  return patternsByKind.filter(([kind]) => kinds.includes(kind)).flatMap(([, patterns]) => patterns);
}

function matches(pattern: string, mimeType: string): boolean {
  if (pattern.endsWith('*')) return mimeType.startsWith(pattern.slice(0, -1));
  if (pattern.startsWith('*')) return mimeType.endsWith(pattern.slice(1));
  return mimeType === pattern;
}
