/** A whole server in a temporary folder, asked without a socket; for tests over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { createApp } from '#server/app.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { jobHandlers } from '#server/duties.ts';
import { type OpenRepository, openRepository } from '#server/open-repository.ts';
import { readServerOptions, type ServerOptions } from '#server/server-options.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** An empty object when the body is no JSON object. */
  readonly body: JsonObject;
}

export interface Asked {
  readonly method?: string;
  /** `Administrator` unless said otherwise; `null` for nobody. The password is the name. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer>;
}

export interface TestServer {
  readonly repository: Repository;
  readonly log: readonly string[];
  /** `path` is below `/nuxeo/api/v1` unless it begins with `/nuxeo`. */
  ask(path: string, asked?: Asked): Promise<Answer>;
  fetch(request: Request): Promise<Response>;
  /** All that are due, and those that they bring; or so many rounds of them. */
  runJobs(rounds?: number): Promise<void>;
}

export async function startTestServer(flags: readonly string[] = []): Promise<TestServer> {
  const [server] = await startServers(1, flags);
  return server;
}

/** Two at once on one database and one folder. SQLite belongs to one server, which then stands for both. */
export async function startTwoTestServers(): Promise<readonly [TestServer, TestServer]> {
  const [first, second = first] = await startServers(2, []);
  return [first, second];
}

async function startServers(
  count: number,
  flags: readonly string[],
): Promise<readonly [TestServer, ...TestServer[]]> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-test-'));
  const lines: string[] = [];
  const note = (message: string): void => {
    lines.push(message);
  };
  const log: Logger = { info: note, warn: note, error: note };
  const schema = await schemaOfThisRun();
  const database = schema ? ['--database', schema.connectionString] : [];
  const options = readServerOptions(['--data', folder, ...database, ...flags], {});
  const first = openRepository(options, log);
  const others = Array.from({ length: schema ? count - 1 : 0 }, () => openRepository(options, log));
  after(async () => {
    for (const { close } of await Promise.all([first, ...others])) await close();
    await schema?.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const over = (open: OpenRepository): TestServer => serverOver(open, options, lines);
  return [over(await first), ...(await Promise.all(others)).map(over)];
}

function serverOver(
  { repository, operations }: OpenRepository,
  options: ServerOptions,
  lines: readonly string[],
): TestServer {
  const { corsOrigins, developer, basePath } = options;
  const portal =
    options.portalSecret === undefined
      ? undefined
      : ({ secret: options.portalSecret, maxAgeSeconds: 3600, digest: 'MD5' } as const);
  const app = createApp({ repository, operations, settings: { corsOrigins, developer, basePath, portal } });
  return {
    repository,
    log: lines,
    fetch: (request) => app.fetch(request),
    ask: async (path, asked = {}) => answerOf(await app.fetch(requestFor(path, asked))),
    runJobs: async (rounds = Infinity) => {
      const handlers = new Map(jobHandlers(operations).map((handler) => [handler.kind, handler]));
      for (let round = 0; round < rounds && (await runDueJobs(repository, handlers, 'test', 10)) > 0; )
        round++;
    },
  };
}

function requestFor(path: string, asked: Asked): Request {
  const headers = new Headers({ Accept: 'application/json' });
  const { as = 'Administrator' } = asked;
  if (as !== null) headers.set('Authorization', `Basic ${Buffer.from(`${as}:${as}`).toString('base64')}`);
  if (asked.json !== undefined) headers.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(asked.headers ?? {})) headers.set(name, value);
  const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json);
  const hasBody = body !== undefined;
  return new Request(`http://localhost:8080${path.startsWith('/nuxeo') ? '' : '/nuxeo/api/v1'}${path}`, {
    method: asked.method ?? (hasBody ? 'POST' : 'GET'),
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

/** Makes a user whose password is the name. */
export async function addUser(server: TestServer, name: string, ...groups: readonly string[]): Promise<void> {
  const properties = { username: name, password: name, groups };
  await server.ask('/user', { json: { 'entity-type': 'user', id: name, properties } });
}

/** Makes a document and gives its id. */
export async function addDocument(
  server: TestServer,
  parent: string,
  type: string,
  name: string,
  properties: object = { 'dc:title': name },
): Promise<string> {
  const made = await server.ask(`/path${parent}`, {
    json: { 'entity-type': 'document', type, name, properties },
  });
  return String(made.body.uid);
}
