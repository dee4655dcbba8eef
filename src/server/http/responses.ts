/** Makes plain answers. Invariant: an entity's content type names it. */
import { pauseWhenLong } from '#server/core/kernel/turns.ts';
import type { Json } from '#wire/json.ts';
import { fieldsOf, TextResponse, type TextResponseInit } from './bytes/text-response.ts';

interface Named {
  readonly 'entity-type': string;
}

/** The answer may be compressed. */
export function textResponse(body: string, init: TextResponseInit): Response {
  return new TextResponse(body, init);
}

export function entity<T extends Named>(
  body: T,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textResponse(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': `application/json; nuxeo-entity=${body['entity-type']}`, ...headers },
  });
}

/** The same for a list: other calls are served between its entries, which may be many and long. */
export async function listEntity<T extends Named & { readonly entries: readonly object[] }>(
  body: T,
): Promise<Response> {
  const { entries, ...rest } = body;
  const texts: string[] = [];
  for (const entry of entries) {
    await pauseWhenLong();
    texts.push(JSON.stringify(entry));
  }
  return textResponse(`${JSON.stringify(rest).slice(0, -1)},"entries":[${texts.join(',')}]}`, {
    headers: { 'Content-Type': `application/json; nuxeo-entity=${body['entity-type']}` },
  });
}

/** JSON without an entity-type. */
export function json(body: Json | object, status = 200): Response {
  return textResponse(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
}

export function text(body: string, status = 200): Response {
  return textResponse(body, { status, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } });
}

/** An answer with a secret: not cached, and stored encrypted for an Idempotency-Key (idempotency.ts). */
export function asSecret(response: Response): Response {
  fieldsOf(response).set('Cache-Control', 'no-store');
  return response;
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}

export function empty(status: number): Response {
  return new Response(null, { status });
}

export function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } });
}
