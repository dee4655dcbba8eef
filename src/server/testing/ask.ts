/** Sends a call to a server, in this process or at an address. Invariant: a person's password is the name. */
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** An empty object when the body is not a JSON object. */
  readonly body: JsonObject;
}

export interface AskOptions {
  readonly method?: string;
  /** `Administrator` by default; `null` for no sign-in. The password is the name. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer>;
}

export type Ask = (path: string, options?: AskOptions) => Promise<Answer>;

export function askThrough(
  fetchIt: (request: Request) => Promise<Response>,
  origin = 'http://localhost:8080',
): Ask {
  return async (path, options = {}) => answerOf(await fetchIt(requestFor(origin, path, options)));
}

function requestFor(origin: string, path: string, options: AskOptions): Request {
  const headers = new Headers({ Accept: 'application/json' });
  const { as = 'Administrator' } = options;
  if (as !== null) headers.set('Authorization', `Basic ${Buffer.from(`${as}:${as}`).toString('base64')}`);
  if (options.json !== undefined) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const hasBody = body !== undefined;
  return new Request(`${origin}${path.startsWith('/nuxeo') ? '' : '/nuxeo/api/v1'}${path}`, {
    method: options.method ?? (hasBody ? 'POST' : 'GET'),
    headers,
    redirect: 'manual',
    ...(hasBody ? { body, duplex: 'half' } : {}),
  });
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJsonObject(parsed) ? parsed : {},
  };
}
