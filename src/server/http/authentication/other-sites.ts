/**
 * Keeps other sites' pages from acting with credentials that a browser brings by itself: a password that it remembers
 * for this server, a cookie, a portal's vouching.
 * Invariant: what a browser says of a request's origin decides; clients that are no browsers say nothing and pass.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { HttpSettings } from '../application.ts';

/** Addresses that change something, or give a credential, although they are asked with GET. */
const actingReads = /^\/(authentication\/token|((site\/)?api\/v1|site)\/(automation\/)?batch\/drop\/)/;

/** @throws 403 for a call by another site's page that would change something */
export function requireOwnSite(settings: HttpSettings, request: Request, url: URL): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && !actingReads.test(url.pathname.slice(settings.basePath.length))) return;
  if (isFromOtherSite(settings, request, url)) {
    throw new RepositoryError('forbidden', "Pages of other sites may not use this browser's sign-in");
  }
}

/** A page of another origin asks, and none that the configuration names. */
export function isFromOtherSite(settings: HttpSettings, request: Request, url: URL): boolean {
  const site = request.headers.get('sec-fetch-site');
  // `none`: the person typed the address.
  if (site === 'same-origin' || site === 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return site !== null;
  if (settings.corsOrigins.includes(origin)) return false;
  // Browsers send nothing of their own with what `*` lets in: credentials in such a request are the page's.
  if (settings.corsOrigins.includes('*') && !canBeSentUnasked(request)) return false;
  return site !== null || !isOurs(settings, origin, url);
}

/** Hosts are compared, not schemes: a proxy in front may end TLS. */
function isOurs({ publicUrl }: HttpSettings, origin: string, url: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === url.host || (publicUrl !== undefined && host === new URL(publicUrl).host);
}

/** A form, or a script without leave, can send it: browsers ask first before anything else. */
function canBeSentUnasked({ method, headers }: Request): boolean {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isPlain = ['', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'].includes(
    type,
  );
  return isPlain && ['GET', 'HEAD', 'POST'].includes(method) && !headers.has('x-no-basic-header');
}
