/**
 * Sends stored bytes: names, ranges, validators, digests.
 * Invariant: uploaded content never runs with the rights of our origin. Every blob is sent with a sandbox policy, with
 * `nosniff`, and without permission to load or call anything.
 */
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { BlobStore } from '#server/core/kernel/ports.ts';
import type { StoredBlob } from '#server/core/kernel/stores.ts';
import { contentDisposition } from './content-disposition.ts';
import { offerFile } from './listener-hints.ts';

export interface Download {
  readonly blob: StoredBlob;
  /** `dc:modified`, when the document is known. */
  readonly lastModified?: string | undefined;
  readonly inline?: boolean;
}

/** Applies to everything that a browser might display, including SVG, HTML, XML and PDF. */
const sandbox = "sandbox; default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'";

export async function blobResponse(
  request: Request,
  blobs: Pick<BlobStore, 'open'>,
  download: Download,
): Promise<Response> {
  const { blob } = download;
  const content = await blobs.open(blob.key);
  if (!content) throw errors.notFound('No blob found');
  const etag = `"${blob.digest}"`;
  const url = new URL(request.url);
  const inline = download.inline ?? isTrue(url.searchParams.get('inline'));
  const lastModified = download.lastModified ? new Date(download.lastModified) : undefined;

  const headers = new Headers({
    'Content-Type': contentType(blob, inline),
    'Content-Disposition': contentDisposition(blob.name, inline),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': sandbox,
  });
  if (lastModified) headers.set('Last-Modified', lastModified.toUTCString());

  if (isUnchanged(request, etag, lastModified)) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new RepositoryError('preconditionFailed', 'The blob is the one already known', { body: 'empty' });
    }
    return new Response(null, { status: 304, headers: { ETag: etag } });
  }
  addDigests(request, blob.digest, headers);

  const wanted = isSameContent(request, etag, lastModified) ? request.headers.get('range') : null;
  const range = parseRange(wanted, content.size);
  if (range === 'outside') {
    const answer = { 'Content-Range': `bytes */${content.size}`, 'Accept-Ranges': 'bytes', ETag: etag };
    return new Response(null, { status: 416, headers: answer });
  }
  const { start, end } = range ?? { start: 0, end: content.size };
  headers.set('Content-Length', String(end - start));
  if (range) headers.set('Content-Range', `bytes ${start}-${end - 1}/${content.size}`);
  if (request.method === 'HEAD') return new Response(null, { status: range ? 206 : 200, headers });

  const isEmpty = end === start;
  const response = new Response(isEmpty ? null : content.stream({ start, end }), {
    status: range ? 206 : 200,
    headers,
  });
  if (content.localPath !== undefined && !isEmpty)
    offerFile(response, { path: content.localPath, start, end });
  return response;
}

/**
 * For an address that changes with the document: the caller's browser may cache the answer, but must not use it for
 * requests with another token.
 */
export function cacheable(response: Response, seconds: number): Response {
  if (response.status !== 200) return response;
  response.headers.set('Cache-Control', `private, max-age=${seconds}`);
  response.headers.append('Vary', 'Authorization, X-Authentication-Token');
  return response;
}

/** Whether the request reads the blob from its first byte: only such downloads are audited. */
export function startsAtFirstByte(request: Request): boolean {
  const range = request.headers.get('range');
  return request.method === 'GET' && (range === null || /^bytes=0*-|^bytes=0-/.test(range));
}

/** Undefined when the whole blob is to be sent: no range, several ranges, or an invalid one. */
function parseRange(
  header: string | null,
  size: number,
): { readonly start: number; readonly end: number } | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] !== '' && match[2] !== '' && Number(match[1]) > Number(match[2])) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size : Math.min(Number(match[2]) + 1, size);
  return start < end ? { start, end } : 'outside';
}

/** `If-Range`: the range is sent only if the content is still the same; a date must match exactly. */
function isSameContent(request: Request, etag: string, lastModified: Date | undefined): boolean {
  const validator = request.headers.get('if-range')?.trim();
  if (validator === undefined) return true;
  return validator.startsWith('"') ? validator === etag : validator === lastModified?.toUTCString();
}

/**
 * Type and encoding come from the uploader: not sent when invalid in a header, or when browsers would read headers from the
 * content (multipart), to which our policy does not apply. Web archives keep their type when they are saved as files.
 */
function contentType({ mimeType, encoding }: StoredBlob, inline: boolean): string {
  const hasParts = inline ? /^multipart\//i : /^multipart\/(?!related(?:;|$))/i;
  const isSendable =
    mimeType && /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(mimeType) && !hasParts.test(mimeType);
  const type = isSendable ? mimeType : 'application/octet-stream';
  return encoding && /^[\w.:+-]+$/.test(encoding) ? `${type};charset=${encoding}` : type;
}

function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false';
}

function isUnchanged(request: Request, etag: string, lastModified: Date | undefined): boolean {
  const noneMatch = request.headers.get('if-none-match');
  if (noneMatch !== null) {
    return noneMatch.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  // HTTP dates have whole seconds.
  return lastModified !== undefined && since >= Math.floor(lastModified.getTime() / 1000) * 1000;
}

function addDigests(request: Request, md5: string, headers: Headers): void {
  const wanted = (request.headers.get('want-digest') ?? '').toLowerCase();
  if (wanted === '') return;
  const base64 = btoa(md5.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
  if (wanted.includes('contentmd5')) headers.set('Content-MD5', base64);
  else if (wanted.includes('md5')) headers.set('Digest', `MD5=${base64}`);
}
