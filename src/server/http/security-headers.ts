/**
 * Security headers for browsers, and which other sites' pages may call (CORS).
 * Invariant: an answer with a stricter policy of its own (blobs, pages) keeps it; credentials are never allowed for
 * other origins.
 */
import type { HttpSettings } from './application.ts';
import type { HeaderFields } from './bytes/text-response.ts';

const exposed = 'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, X-Request-Id';
const methods = 'GET, POST, PUT, DELETE, HEAD, OPTIONS';

/** Browsers that once used https use only https for a year. */
export function addTransportSecurity(
  { publicUrl }: HttpSettings,
  request: Request,
  headers: HeaderFields,
): void {
  if (publicUrl?.startsWith('https:') || request.url.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000');
  }
}

export function addSecurityHeaders(headers: HeaderFields): void {
  const add = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value);
  };
  add('X-Content-Type-Options', 'nosniff');
  add('Referrer-Policy', 'no-referrer');
  add('Cache-Control', 'private, no-cache');
  add('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'");
  add('X-Frame-Options', 'SAMEORIGIN');
  add('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Undefined when the caller's origin is not a configured one. */
function allowedOrigin(settings: HttpSettings, request: Request): string | undefined {
  const origin = request.headers.get('origin');
  if (origin === null) return undefined;
  if (settings.corsOrigins.includes('*')) return '*';
  return settings.corsOrigins.includes(origin) ? origin : undefined;
}

export function addCorsHeaders(settings: HttpSettings, request: Request, headers: HeaderFields): void {
  if (settings.corsOrigins.length > 0) headers.append('Vary', 'Origin');
  const origin = allowedOrigin(settings, request);
  if (origin === undefined) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', exposed);
}

/** The answer to a preflight; undefined for other requests. */
export function preflight(settings: HttpSettings, request: Request): Response | undefined {
  if (request.method !== 'OPTIONS') return undefined;
  const headers = new Headers({ Allow: methods });
  addCorsHeaders(settings, request, headers);
  if (headers.has('Access-Control-Allow-Origin')) {
    headers.set('Access-Control-Allow-Methods', methods);
    headers.set(
      'Access-Control-Allow-Headers',
      request.headers.get('access-control-request-headers') ?? 'Authorization, Content-Type',
    );
    headers.set('Access-Control-Max-Age', '1800');
  }
  return new Response(null, { status: 204, headers });
}
