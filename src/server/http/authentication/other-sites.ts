/**
 * Refuses calls by other sites' pages with credentials that the browser adds by itself: a stored password, a cookie, a
 * portal's header.
 * Invariant: decided by the browser's headers about the request's origin; clients other than browsers send none and pass.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { HttpSettings } from '../application.ts';

/** Addresses that change something, or return credentials, with GET. */
const actingReads = /^\/(authentication\/token|((site\/)?api\/v1|site)\/(automation\/)?batch\/drop\/)/;

/** @throws 403 for a call by another site's page that would change something */
export function requireOwnSite(settings: HttpSettings, request: Request, url: URL): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && !actingReads.test(url.pathname.slice(settings.basePath.length))) return;
  if (isFromOtherSite(settings, request, url)) {
    throw new RepositoryError('forbidden', "Pages of other sites may not use this browser's sign-in");
  }
}

/** Whether a page of another origin calls that is not in the configuration. */
export function isFromOtherSite(settings: HttpSettings, request: Request, url: URL): boolean {
  const site = request.headers.get('sec-fetch-site');
  // `none`: the person typed the address.
  if (site === 'same-origin' || site === 'none') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return site !== null;
  if (settings.corsOrigins.includes(origin)) return false;
  // With `*`, browsers do not add credentials: those in the request come from the page itself.
  if (settings.corsOrigins.includes('*') && !canBeSentUnasked(request)) return false;
  return site !== null || !isOurs(settings, origin, url);
}

/** Compares hosts, not schemes, because a proxy in front may end TLS. */
function isOurs({ publicUrl }: HttpSettings, origin: string, url: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === url.host || (publicUrl !== undefined && host === new URL(publicUrl).host);
}

/** Whether a form, or a script without permission, can send it: before other requests browsers send a preflight. */
function canBeSentUnasked({ method, headers }: Request): boolean {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isPlain = ['', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'].includes(
    type,
  );
  return isPlain && ['GET', 'HEAD', 'POST'].includes(method) && !headers.has('x-no-basic-header');
}
