/**
 * The edge put together: all middleware for requests and answers.
 * Invariant: every answer has a request id and the security headers; every error passes exception-response.ts.
 */
import { Hono } from 'hono';
import { errors, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Application } from './application.ts';
import { addChallenge } from './authentication/authenticate.ts';
import { fieldsOf } from './bytes/text-response.ts';
import { exceptionResponse } from './exception-response.ts';
import { answerInterface } from './interface-root.ts';
import { rememberedAnswers } from './remembered-answers.ts';
import { addCorsHeaders, addSecurityHeaders, addTransportSecurity, preflight } from './security-headers.ts';
import { servlets } from './servlets/servlets.ts';
import { serveApp } from './static-app.ts';

/** In characters; long queries are part of addresses. */
const maxUrlLength = 200 * 1024;

/** Retry-After by status: limits on attempts take longer to recover than a starting server or a full queue. */
const retrySeconds = new Map([
  [429, 30],
  [503, 5],
]);

export interface HttpApp {
  fetch(request: Request): Promise<Response>;
}

export function createHttpApp(application: Application): HttpApp {
  const { settings, staticFiles } = application;
  const base = settings.basePath;
  const hono = new Hono<{ Variables: { requestId: string } }>();

  hono.use(async (context, next) => {
    const requestId = crypto.randomUUID();
    context.set('requestId', requestId);
    await next();
    // Set on the answer itself: a copy would lose the fast path (listener-hints.ts).
    const headers = fieldsOf(context.res);
    headers.set('X-Request-Id', requestId);
    addSecurityHeaders(headers);
    addTransportSecurity(settings, context.req.raw, headers);
    addCorsHeaders(settings, context.req.raw, headers);
    addChallenge(context.req.raw, context.res);
    const seconds = retrySeconds.get(context.res.status);
    if (seconds !== undefined) headers.set('Retry-After', String(seconds));
  });

  hono.onError((error, context) =>
    exceptionResponse(error, {
      request: context.req.raw,
      requestId: context.get('requestId'),
      developer: application.errorDisplay.showsStacks,
      log: application.repository.ports.log,
    }),
  );

  hono.use(`${base}/*`, async (context, next) => {
    if (context.req.url.length > maxUrlLength) {
      throw new RepositoryError('badRequest', 'The address is too long', { status: 414 });
    }
    if (context.req.url.includes('%00')) throw errors.badRequest('The address holds a null character');
    return preflight(settings, context.req.raw) ?? next();
  });

  const roots = {
    '/api/v1': '',
    '/site/api/v1': '',
    '/site/automation': '/automation',
    '/site/es': '/site/es',
  };
  for (const [root, inside] of Object.entries(roots)) {
    hono.all(`${base}${root}/*`, (context) => {
      const url = new URL(context.req.url);
      return answerInterface(
        application,
        context.req.raw,
        url,
        inside + url.pathname.slice(base.length + root.length),
      );
    });
  }
  for (const { method, path, answer } of servlets) {
    hono.on(method, `${base}${path}`, (context) =>
      answer(application, context.req.raw, new URL(context.req.url)),
    );
  }
  if (staticFiles) {
    hono.get(`${base}/*`, () => new Response('Not found', { status: 404 }));
    hono.all('*', (context) => serveApp(staticFiles, context.req.raw, new URL(context.req.url).pathname));
  }
  hono.notFound(() => new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } }));

  const answers = rememberedAnswers(application.repository);
  return { fetch: (request) => answers.answer(request, async () => hono.fetch(request)) };
}
