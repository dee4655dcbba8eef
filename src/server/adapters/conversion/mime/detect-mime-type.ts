/**
 * Guesses a file's mime type from its first bytes and its name.
 * Invariant: bytes decide before names; a name only refines what the bytes allow (text stays text, binary stays binary).
 */
import { lookup } from 'mime-types';
import { kindOf, mimeTypes } from './kinds.ts';
import { latin1, mimeTypeBySignature } from './signatures.ts';

const binary = 'application/octet-stream';

export function detectMimeType(name: string | null, head: Uint8Array): string {
  const named = mimeTypeByName(name);
  if (head.length === 0) return named ?? binary;
  const start = latin1(head, 0, 8);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return zipKind(head, named);
  if (start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return compoundKind(head, named);
  const signed = mimeTypeBySignature(head);
  if (signed !== undefined) return refineSigned(signed, named);
  if (looksLikeText(head)) return textKind(head, named);
  return named === undefined || isTextual(named) ? binary : named;
}

/** Extensions that the registry lacks, or gives to a rarer type. */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    md: 'text/markdown',
    ts: 'text/x-typescript',
    tsx: 'text/x-typescript',
    mts: 'text/x-typescript',
    py: 'text/x-python',
    rs: 'text/x-rust',
    go: 'text/x-go',
    rb: 'text/x-ruby',
    cs: 'text/x-csharp',
    kt: 'text/x-kotlin',
    swift: 'text/x-swift',
    log: 'text/plain',
    json: 'text/plain',
    mht: 'multipart/related',
    mhtml: 'multipart/related',
    rtf: mimeTypes.rtf,
    wav: 'audio/wav',
    m4a: 'audio/mp4',
    heic: 'image/heic',
  }),
);

function mimeTypeByName(name: string | null): string | undefined {
  const extension = /\.([^./\\]+)$/.exec(name ?? '')?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return byExtension.get(extension) ?? (lookup(extension) || undefined);
}

function isTextual(mimeType: string): boolean {
  return (
    mimeType === 'image/svg+xml' || ['text', 'html', 'markdown', 'csv', 'mail'].includes(kindOf(mimeType))
  );
}

/** A container format with several types: the name may choose among them. */
function refineSigned(signed: string, named: string | undefined): string {
  if (named === undefined) return signed;
  if (signed === 'video/mp4' && /^(video|audio)\/(mp4|3gpp|x-m4v|quicktime)/.test(named)) return named;
  if (signed === 'image/tiff' && named.startsWith('image/x-')) return named;
  if (signed === 'video/x-ms-wmv' && /^(video|audio)\/x-ms-/.test(named)) return named;
  if (signed === 'audio/ogg' && /^(audio|video)\//.test(named)) return named;
  return signed;
}

function zipKind(head: Uint8Array, named: string | undefined): string {
  const text = latin1(head, 0, head.length);
  const declared = text.startsWith('mimetype', 30)
    ? /^[a-z]+\/[-a-z0-9.+]+/.exec(text.slice(38))?.[0]
    : undefined;
  if (declared !== undefined) return declared;
  const namesPackage = named !== undefined && (kindOf(named) === 'package' || named.endsWith('+zip'));
  if (namesPackage) return named;
  if (text.includes('[Content_Types].xml') || text.includes('_rels/.rels')) {
    if (text.includes('word/')) return mimeTypes.docx;
    if (text.includes('xl/')) return mimeTypes.xlsx;
    if (text.includes('ppt/')) return mimeTypes.pptx;
  }
  return named === 'application/java-archive' || named === 'application/vnd.android.package-archive'
    ? named
    : 'application/zip';
}

function compoundKind(head: Uint8Array, named: string | undefined): string {
  if (named !== undefined && !isTextual(named) && kindOf(named) !== 'picture') return named;
  const text = latin1(head, 0, head.length);
  const holds = (stream: string) => text.includes([...stream].join('\0'));
  if (holds('WordDocument')) return mimeTypes.doc;
  if (holds('Workbook')) return mimeTypes.xls;
  if (holds('PowerPoint Document')) return mimeTypes.ppt;
  return 'application/x-ole-storage';
}

function textKind(head: Uint8Array, named: string | undefined): string {
  if (named !== undefined && isTextual(named)) return named;
  const start = latin1(head, 0, 1024).replace(/^(\xef\xbb\xbf)?\s+/, '');
  if (/^<!doctype html|^<html[\s>]/i.test(start)) return mimeTypes.html;
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/is.test(start))
    return 'image/svg+xml';
  if (start.startsWith('<?xml')) return 'application/xml';
  return mimeTypes.text;
}

/** No control characters except white space; UTF-16 is recognized by its byte order mark. */
function looksLikeText(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return head.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b);
}
