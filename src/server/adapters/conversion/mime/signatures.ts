/**
 * Files that can be recognized by their first bytes.
 * Invariant: a signature in this list is reliable enough to overrule the file's name.
 */

interface Signature {
  readonly mimeType: string;
  readonly at?: number;
  /** Latin-1 characters, one per byte. */
  readonly bytes: string;
}

const signatures: readonly Signature[] = [
  { mimeType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mimeType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mimeType: 'image/gif', bytes: 'GIF87a' },
  { mimeType: 'image/gif', bytes: 'GIF89a' },
  { mimeType: 'image/tiff', bytes: 'II*\0' },
  { mimeType: 'image/tiff', bytes: 'MM\0*' },
  { mimeType: 'image/tiff', bytes: 'II+\0' },
  { mimeType: 'image/tiff', bytes: 'MM\0+' },
  { mimeType: 'image/vnd.adobe.photoshop', bytes: '8BPS\0' },
  { mimeType: 'image/x-icon', bytes: '\0\0\x01\0' },
  { mimeType: 'image/jxl', bytes: '\0\0\0\x0cJXL \r\n\x87\n' },
  { mimeType: 'image/jp2', bytes: '\0\0\0\x0cjP  \r\n\x87\n' },
  { mimeType: 'application/pdf', bytes: '%PDF-' },
  { mimeType: 'application/postscript', bytes: '%!PS' },
  { mimeType: 'application/rtf', bytes: '{\\rtf' },
  { mimeType: 'audio/flac', bytes: 'fLaC' },
  { mimeType: 'audio/mpeg', bytes: 'ID3' },
  { mimeType: 'audio/midi', bytes: 'MThd' },
  { mimeType: 'audio/amr', bytes: '#!AMR' },
  { mimeType: 'video/x-flv', bytes: 'FLV\x01' },
  { mimeType: 'video/x-ms-wmv', bytes: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
  { mimeType: 'video/mpeg', bytes: '\0\0\x01\xba' },
  { mimeType: 'video/mpeg', bytes: '\0\0\x01\xb3' },
  { mimeType: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { mimeType: 'application/x-7z-compressed', bytes: '7z\xbc\xaf\x27\x1c' },
  { mimeType: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { mimeType: 'application/x-bzip2', bytes: 'BZh' },
  { mimeType: 'application/x-xz', bytes: '\xfd7zXZ\0' },
  { mimeType: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { mimeType: 'application/x-tar', at: 257, bytes: 'ustar' },
  { mimeType: 'font/woff', bytes: 'wOFF' },
  { mimeType: 'font/woff2', bytes: 'wOF2' },
  { mimeType: 'font/otf', bytes: 'OTTO' },
  { mimeType: 'font/ttf', bytes: '\0\x01\0\0\0' },
  { mimeType: 'font/collection', bytes: 'ttcf' },
  { mimeType: 'application/wasm', bytes: '\0asm' },
  { mimeType: 'application/x-executable', bytes: '\x7fELF' },
  { mimeType: 'application/vnd.sqlite3', bytes: 'SQLite format 3\0' },
];

const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  mif1: 'image/heif',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  '3gp4': 'video/3gpp',
  '3gp5': 'video/3gpp',
  'crx ': 'image/x-canon-cr3',
};

/** By fixed bytes alone; containers with many kinds of content (zip, OLE) are not decided here. */
export function mimeTypeBySignature(head: Uint8Array): string | undefined {
  const text = latin1(head, 0, 512);
  const found = signatures.find(({ at = 0, bytes }) => text.startsWith(bytes, at));
  if (found !== undefined) return found.mimeType;
  if (text.startsWith('ftyp', 4)) return brands[text.slice(8, 12)] ?? 'video/mp4';
  if (text.startsWith('RIFF')) return riffTypes[text.slice(8, 12)];
  if (text.startsWith('FORM') && text.startsWith('AIF', 8)) return 'audio/aiff';
  if (text.startsWith('\x1aE\xdf\xa3')) return text.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (text.startsWith('OggS')) return /theora|OVP80|\x80theora/.test(text) ? 'video/ogg' : 'audio/ogg';
  if (text.startsWith('BM') && head.length > 26 && text.startsWith('\0\0\0\0', 6)) return 'image/bmp';
  if (/^\xff[\xfb\xf3\xf2\xfa]/.test(text)) return 'audio/mpeg';
  if (/^\xff[\xf1\xf9]/.test(text)) return 'audio/aac';
  return undefined;
}

const riffTypes: Readonly<Record<string, string>> = {
  WEBP: 'image/webp',
  WAVE: 'audio/wav',
  'AVI ': 'video/x-msvideo',
};

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end);
}
