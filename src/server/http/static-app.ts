/**
 * Serves the built manager. Browsers get the app at every address that is not a file, since it has its own routes; other
 * programs get a 404 there.
 * Invariant: the page may run only its own files; hashed files are cached for ever, all others are revalidated.
 */
import { isJsonObject } from '#wire/json.ts';
import type { StaticFile, StaticFiles } from './application.ts';
import { readBrand } from './branding.ts';
import { chooseEncoding } from './bytes/accepted-encoding.ts';
import { textResponse } from './responses.ts';

const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data: https: http:",
  "media-src 'self' blob: https: http:",
  "connect-src 'self' blob: https: http:",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  // Only the app's own policy (own-scripts.ts) and its sanitizer may turn text into code.
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
].join('; ');

export async function serveApp(files: StaticFiles, request: Request, path: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
  }
  const wanted = path === '/' ? '/index.html' : path;
  const found = await files.open(wanted);
  if (found && wanted === '/manifest.webmanifest') return manifest(files, request, found);
  if (found) return fileResponse(request, found, wanted);
  const index = acceptsPage(request) ? await files.open('/index.html') : undefined;
  if (index) return fileResponse(request, index, '/index.html');
  return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } });
}

function acceptsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html');
}

function fileResponse(request: Request, file: StaticFile, path: string): Response {
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    'Content-Security-Policy': pagePolicy,
  });
  // The ETag is compared without the encoding, so that a client with another one is not sent the file again.
  if (namesEtag(request, file.etag)) return new Response(null, { status: 304, headers });
  const isHead = request.method === 'HEAD';
  if (path === '/index.html') {
    // index.html is served at every depth, so its base must be absolute.
    const page = new TextDecoder().decode(file.bytes).replace('<base href="./"', '<base href="/"');
    return isHead
      ? new Response(null, { headers })
      : textResponse(page, { headers: Object.fromEntries(headers) });
  }
  if (file.encoded.size > 0) headers.append('Vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  const encoded = encoding && file.encoded.get(encoding);
  if (encoding && encoded) {
    headers.set('Content-Encoding', encoding);
    headers.set('ETag', `W/${file.etag}`);
  }
  const bytes = encoded ?? file.bytes;
  headers.set('Content-Length', String(bytes.length));
  return new Response(isHead ? null : bytes, { headers });
}

/** Name and icons of the installed app. */
async function manifest(files: StaticFiles, request: Request, file: StaticFile): Promise<Response> {
  const { name, mark, ink } = await readBrand(files);
  const own: unknown = JSON.parse(new TextDecoder().decode(file.bytes));
  const text = JSON.stringify({
    ...(isJsonObject(own) ? own : {}),
    name,
    short_name: name,
    ...(mark === undefined ? {} : { icons: [{ src: mark, sizes: 'any' }] }),
    ...(ink === undefined ? {} : { theme_color: ink.light }),
  });
  const headers = { 'Content-Type': file.type, 'Cache-Control': 'no-cache' };
  return request.method === 'HEAD' ? new Response(null, { headers }) : textResponse(text, { headers });
}

function namesEtag(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',');
  return known.some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
