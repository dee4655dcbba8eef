// Chooses the viewer for a file. Pure. Invariant: content that a browser could execute is shown as text (XML), as a picture of
// itself (SVG), or as a page with nothing active in it (HTML).

export type ViewerKind =
  | 'pdf'
  | 'image'
  | 'audio'
  | 'video'
  | 'mail'
  | 'link'
  | 'html'
  | 'book'
  | 'archive'
  | 'markdown'
  | 'table'
  | 'sheet'
  | 'text'
  | 'as-pdf'
  | 'none';

const browserImages: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/svg+xml',
];

const office =
  /msword|ms-excel|ms-powerpoint|officedocument|opendocument|rtf|visio|postscript|wordperfect|sun\.xml|stardivision|ms-works|multipart\/related|outlook/;

const workbooks =
  /spreadsheetml\.(?:sheet|template)$|ms-excel\.(?:sheet|template)\.macroenabled|opendocument\.spreadsheet(?:-template)?$/;

const archives = /^application\/(?:zip|x-zip(?:-compressed)?|java-archive|x-g?tar|x-compressed-tar)$/;

const textTypes = /^text\/|json|xml|yaml|javascript|ecmascript|x-sh\b|x-httpd|x-tex|sql|toml|x-python|x-ruby/;

const endings: Readonly<Record<string, ViewerKind>> = {
  pdf: 'pdf',
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
  epub: 'book',
  csv: 'table',
  tsv: 'table',
  doc: 'as-pdf',
  docx: 'as-pdf',
  odt: 'as-pdf',
  rtf: 'as-pdf',
  xls: 'as-pdf',
  xlsx: 'sheet',
  ods: 'sheet',
  ppt: 'as-pdf',
  pptx: 'as-pdf',
  odp: 'as-pdf',
  txt: 'text',
  log: 'text',
  eml: 'mail',
  url: 'link',
  webloc: 'link',
  tar: 'archive',
  tgz: 'archive',
  zip: 'archive',
  jar: 'archive',
};

export function viewerKind(mediaType: string | null, name: string | null): ViewerKind {
  const [type = ''] = (mediaType ?? '').toLowerCase().split(';');
  const ending = /\.([^.]+)$/.exec((name ?? '').toLowerCase())?.[1] ?? '';
  const vague = type === '' || type === 'application/octet-stream' || type === 'text/plain';
  if (vague && endings[ending] !== undefined) return endings[ending];
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type === 'message/rfc822') return 'mail';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/internet-shortcut|mswinurl/.test(type)) return 'link';
  if (type.includes('markdown')) return 'markdown';
  if (type === 'text/csv' || type === 'text/tab-separated-values') return 'table';
  if (archives.test(type)) return 'archive';
  // Only the name of a gzip file shows whether it contains an archive.
  if (/^application\/(?:x-)?gzip$/.test(type))
    return /\.(?:tgz|tar\.gz)$/i.test(name ?? '') ? 'archive' : 'none';
  if (type === 'application/epub+zip') return 'book';
  if (workbooks.test(type)) return 'sheet';
  if (office.test(type)) return 'as-pdf';
  return textTypes.test(type) ? 'text' : 'none';
}

/** Whether the browser can show the file itself; otherwise the server must convert it to a picture. */
export function isBrowserImage(mediaType: string | null): boolean {
  return browserImages.includes((mediaType ?? '').toLowerCase());
}
