/**
 * All requests to the repository go through this client: it handles addresses, headers, sign-in, retries, cancelling and errors.
 * Invariant: a request that meets an ended session waits and is sent again after sign-in; callers never see a 401 that a renewed
 * session would have avoided.
 */
import { prefixedHeader } from '#wire/headers.ts';
import type { JsonObject } from '#wire/json.ts';
import { ApiError, isHtml, isUnreached } from './api-error.ts';
import type { Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { authorizationHeader, secretOf } from './credentials.ts';
import { noteRequest } from './recent-requests.ts';
import { pause, retryDelay } from './retry.ts';

export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

export interface RequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Query;
  /** A plain object or array is sent as JSON, anything else as it is. */
  readonly body?: JsonObject | readonly unknown[] | FormData | URLSearchParams | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** Schemas whose properties to include in documents; `['*']` for all. */
  readonly schemas?: readonly string[];
  /** Enrichers by entity type: `{ document: ['thumbnail'] }`. */
  readonly enrichers?: Readonly<Record<string, readonly string[]>>;
  /** References to resolve, by entity type. */
  readonly fetch?: Readonly<Record<string, readonly string[]>>;
  /** Labels to translate, by entity type. */
  readonly translate?: Readonly<Record<string, readonly string[]>>;
  readonly depth?: 'root' | 'children' | 'max';
  readonly signal?: AbortSignal;
  /** How long to wait for the answer to begin, in ms; 0 = without limit. */
  readonly timeout?: number;
  /** Whether the path is below the versioned interface, or below the server's base address. */
  readonly root?: 'api' | 'server';
  /** Makes a POST safe to repeat: the server answers a repeated key with the first answer. */
  readonly idempotencyKey?: string;
  /** False if a 401 is about this call itself (a wrong old password) and not about the session. */
  readonly renewable?: boolean;
  /** True for a POST that changes nothing and so may be repeated. */
  readonly reads?: boolean;
  /** True for a change of many: it is answered before a search index knows of it, and the caller waits once for all. */
  readonly indexedLater?: boolean;
  /** A header sent in place of the session's, while signing in. Null: none. */
  readonly authorization?: readonly [name: string, value: string] | null;
}

export interface CredentialSource {
  readonly current: (
    signal?: AbortSignal,
    username?: string,
  ) => Promise<{ readonly username: string; readonly credentials: Credentials }>;
  readonly renew: (refused: Credentials) => Promise<void>;
}

export interface ApiClientOptions {
  /** Absolute, without a trailing slash. */
  readonly server: string;
  readonly headerPrefix: string;
  readonly session: CredentialSource;
  readonly connection: Pick<Connection, 'answered' | 'failed'>;
  /** For labels that the server translates; read at each call because the user may change it. */
  readonly language?: () => string;
  /** The message for a call that nobody answered, in the user's language. */
  readonly unanswered: () => string;
  /** Makes the error from an answer with an error status, or one that is not from a repository. */
  readonly refused: (response: Response) => Promise<ApiError>;
  readonly retries?: number;
  /** Answers from this device if the server does not, where possible. */
  readonly offline?: (address: string, options: RequestOptions) => Promise<Response | undefined>;
  /** Waits; replaced in tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const defaultTimeout = 30_000;
const passingStatuses: readonly number[] = [502, 503, 504];

export class ApiClient {
  readonly server: string;
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.server = options.server;
    this.#options = options;
  }

  /** Absolute address of a path such as `/id/…`, whose segments are already encoded. */
  address(path: string, query: Query = {}, root: 'api' | 'server' = 'api'): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null) continue;
      if (Array.isArray(value)) for (const item of value) search.append(name, item);
      else search.append(name, String(value));
    }
    const suffix = search.size === 0 ? '' : `?${search}`;
    return `${this.server}${root === 'api' ? '/api/v1' : ''}${path}${suffix}`;
  }

  /** Whether an address is on this server, so that credentials may be sent to it. */
  serves(address: string): boolean {
    return address.startsWith(`${this.server}/`);
  }

  /** Name of an `X-NX…` header on this server. */
  header(name: Parameters<typeof prefixedHeader>[1]): string {
    return prefixedHeader(this.#options.headerPrefix, name);
  }

  /** The successful answer; the caller reads its body. */
  async send(path: string, options: RequestOptions = {}): Promise<Response> {
    const address = this.address(path, options.query, options.root);
    const wait = this.#options.wait ?? pause;
    const method = options.method ?? 'GET';
    const repeatable = method !== 'POST' || options.reads === true || options.idempotencyKey !== undefined;
    const retries = repeatable ? (this.#options.retries ?? 2) : 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await this.#authorised(address, options);
        if (attempt < retries && passingStatuses.includes(response.status)) {
          await response.body?.cancel();
          await wait(retryDelay(attempt, response.headers.get('Retry-After')), options.signal);
          continue;
        }
        if (!response.ok) throw await this.refused(response);
        return response;
      } catch (error) {
        if (!isUnreached(error)) throw error;
        const answer = await this.#options.offline?.(address, options);
        if (answer) return answer;
        if (attempt >= retries) throw error;
        await wait(retryDelay(attempt, null), options.signal);
      }
    }
  }

  /** A JSON answer, checked by `guard`. */
  async entity<T>(
    path: string,
    guard: (value: unknown) => value is T,
    options: RequestOptions = {},
  ): Promise<T> {
    const value = await this.json(path, options);
    if (guard(value)) return value;
    throw await this.refused(new Response());
  }

  /** A JSON answer of any shape; undefined if the answer has no body. */
  async json(path: string, options: RequestOptions = {}): Promise<unknown> {
    const response = await this.send(path, options);
    if (response.status === 204) return undefined;
    const text = await response.text();
    if (text === '') return undefined;
    try {
      if (isHtml(response)) throw new SyntaxError('HTML');
      return JSON.parse(text);
    } catch {
      throw await this.refused(response);
    }
  }

  async done(path: string, options: RequestOptions = {}): Promise<void> {
    const response = await this.send(path, options);
    await response.body?.cancel();
  }

  /** The bytes at an absolute address that this server returned. */
  async fetchBlob(address: string, options: RequestOptions = {}): Promise<Blob> {
    if (!this.serves(address)) throw new TypeError(`${address} is not of ${this.server}`);
    const response = await this.send(address.slice(this.server.length), { ...options, root: 'server' });
    return response.blob();
  }

  async #authorised(address: string, options: RequestOptions): Promise<Response> {
    if (options.authorization !== undefined) return this.#once(address, options, options.authorization);
    const { session } = this.#options;
    const first = await session.current(options.signal);
    const response = await this.#once(address, options, authorizationHeader(first.credentials));
    if (response.status !== 401 || options.renewable === false) return response;
    await session.renew(first.credentials);
    const second = await session.current(options.signal, first.username);
    // The session did not change: the server says it is valid, so the refusal is about this request.
    if (secretOf(second.credentials) === secretOf(first.credentials)) return response;
    await response.body?.cancel();
    return this.#once(address, options, authorizationHeader(second.credentials));
  }

  async #once(
    address: string,
    options: RequestOptions,
    authorization: readonly [name: string, value: string] | null,
  ): Promise<Response> {
    const timer = new AbortController();
    const timeout = options.timeout ?? defaultTimeout;
    const timing = timeout > 0 ? setTimeout(() => timer.abort(), timeout) : undefined;
    const signals = options.signal === undefined ? [timer.signal] : [options.signal, timer.signal];
    const begun = Date.now();
    const method = options.method ?? 'GET';
    const note = (status: number, requestId: string | null) =>
      noteRequest({ method, address, begun, milliseconds: Date.now() - begun, status, requestId });
    try {
      const response = await fetch(address, {
        method,
        headers: this.#headers(options, authorization),
        body: bodyOf(options.body),
        // No cookies: the session is in our header only, and the browser must not ask for a password itself.
        credentials: 'omit',
        signal: AbortSignal.any(signals),
      });
      this.#options.connection.answered(begun);
      note(response.status, response.headers.get('X-Request-Id'));
      return response;
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause;
      note(0, null);
      if (timer.signal.aborted) {
        throw new ApiError({ kind: 'timeout', message: this.unanswered(), cause });
      }
      this.#options.connection.failed();
      throw new ApiError({ kind: 'network', message: this.unanswered(), cause });
    } finally {
      clearTimeout(timing);
    }
  }

  /** The message for errors of the kinds `network` and `timeout`. */
  unanswered(): string {
    return this.#options.unanswered();
  }

  /** The error for an answer with an error status, or one that is not from a repository. */
  refused(response: Response): Promise<ApiError> {
    const { status } = response;
    // If that code fails to load, the status number is the message.
    return this.#options
      .refused(response)
      .catch(() => new ApiError({ kind: 'http', status, message: `HTTP ${status}` }));
  }

  #headers(options: RequestOptions, authorization: readonly [string, string] | null): Headers {
    const headers = new Headers({ Accept: 'application/json, */*', ...options.headers });
    if (authorization !== null) headers.set(...authorization);
    const language = this.#options.language?.();
    if (language !== undefined) headers.set('Accept-Language', language);
    if (isJsonBody(options.body) && !headers.has('Content-Type'))
      headers.set('Content-Type', 'application/json');
    // A server with a separate search index then answers a change only after indexing it.
    if (options.method && !options.reads && !options.indexedLater) headers.set('nx-es-sync', 'true');
    if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
    if (options.schemas !== undefined) headers.set(this.header('properties'), options.schemas.join(','));
    if (options.depth !== undefined) headers.set('depth', options.depth);
    for (const kind of ['enrichers', 'fetch', 'translate'] as const) {
      for (const [entity, names] of Object.entries(options[kind] ?? {})) {
        if (names.length > 0) headers.set(this.header(`${kind}.${entity}`), names.join(','));
      }
    }
    return headers;
  }
}

function isJsonBody(body: RequestOptions['body']): boolean {
  return body !== undefined && !isNativeBody(body);
}

function isNativeBody(body: unknown): body is FormData | URLSearchParams | Blob {
  return body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;
}

function bodyOf(body: RequestOptions['body']): BodyInit | undefined {
  if (body === undefined || isNativeBody(body)) return body;
  return JSON.stringify(body);
}
