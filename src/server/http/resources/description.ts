/** `/openapi.json`: the description of the interface, made when it is first requested. */
import { sha256Base64Url } from '#server/core/signin/secrets.ts';
import type { Application, Call } from '../application.ts';
import { openApi } from '../description/openapi.ts';
import { textResponse } from '../responses.ts';
import type { Route } from '../router.ts';

interface Made {
  readonly text: string;
  readonly etag: string;
}

const made = new WeakMap<Application, Promise<Made>>();

export async function answerDescription(
  { application, request }: Call,
  routes: readonly Route[],
): Promise<Response> {
  const description = made.get(application) ?? make(application, routes);
  made.set(application, description);
  const { text, etag } = await description;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return textResponse(text, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

async function make(
  { operations, repository, settings }: Application,
  routes: readonly Route[],
): Promise<Made> {
  const text = JSON.stringify(
    openApi({
      routes,
      operations: operations.catalogue().operations,
      basePath: settings.basePath,
      version: repository.settings.productVersion,
    }),
  );
  return { text, etag: `"${await sha256Base64Url(text)}"` };
}
