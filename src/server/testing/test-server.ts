/** A complete server in a temporary folder, called without a socket; for tests over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import pg from 'pg';
import { openPasswordThreads } from '#server/adapters/passwords/password-threads.ts';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { createApp } from '#server/app.ts';
import type { CallLimits } from '#server/core/kernel/budget.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { AppBrand, Repository } from '#server/core/kernel/repository.ts';
import { jobHandlers } from '#server/duties.ts';
import { openApi } from '#server/http/description/openapi.ts';
import { routes } from '#server/http/routes.ts';
import { type OpenRepository, openRepository } from '#server/open-repository.ts';
import { databaseFile } from '#server/open-storage.ts';
import { readServerOptions, type ServerOptions } from '#server/server-options.ts';
import { type Ask, askThrough } from './ask.ts';
import { answerCheck } from './described-answers.test-support.ts';

export type { Answer, AskOptions as Asked } from './ask.ts';

export interface TestServer {
  readonly repository: Repository;
  readonly log: readonly string[];
  /** `path` is below `/nuxeo/api/v1` unless it begins with `/nuxeo`. */
  readonly ask: Ask;
  fetch(request: Request): Promise<Response>;
  /** All due jobs and the jobs that they queue; or so many rounds of them. */
  runJobs(rounds?: number): Promise<void>;
  /** Changes the database without the server. */
  damage(sql: string): Promise<void>;
}

/** For hashing passwords: its real cost has tests of its own, and would double the time of all others. */
const FEW_ROUNDS = 1024;

/** The brand of an organization. */
export const portOfAda: AppBrand = { name: 'Port of Ada', linkColour: '#7a1f3d' };

export async function startTestServer(
  flags: readonly string[] = [],
  brand?: AppBrand,
  limits: Partial<CallLimits> = {},
): Promise<TestServer> {
  const [server] = await startServers(1, flags, { brand, limits });
  return server;
}

/** Two servers on one database and one folder. SQLite allows only one server, which then stands for both. */
export async function startTwoTestServers(
  flags: readonly string[] = [],
  passwordRounds = FEW_ROUNDS,
): Promise<readonly [TestServer, TestServer]> {
  const [first, second = first] = await startServers(2, flags, { passwordRounds });
  return [first, second];
}

/** `count` servers on one database and one folder; a single one on SQLite. */
export function startTestServers(
  count: number,
  limits: Partial<CallLimits> = {},
): Promise<readonly [TestServer, ...TestServer[]]> {
  return startServers(count, [], { limits });
}

interface Unusual {
  readonly passwordRounds?: number;
  readonly brand?: AppBrand | undefined;
  readonly limits?: Partial<CallLimits>;
}

async function startServers(
  count: number,
  flags: readonly string[],
  { passwordRounds = FEW_ROUNDS, brand, limits = {} }: Unusual = {},
): Promise<readonly [TestServer, ...TestServer[]]> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-test-'));
  const lines: string[] = [];
  const note = (message: string): void => {
    lines.push(message);
  };
  const log: Logger = { info: note, warn: note, error: note };
  const schema = await schemaOfThisRun();
  const database = schema ? ['--database', schema.connectionString] : [];
  // People's passwords are their names, unless a test is about passwords.
  const lax = flags.includes('--min-password-length') ? [] : ['--min-password-length', '1'];
  const read = readServerOptions(['--data', folder, ...database, ...lax, ...flags], {});
  const options = { ...read, callLimits: { ...read.callLimits, ...limits } };
  const open = () => openRepository(options, log, openPasswordThreads({ rounds: passwordRounds }), brand);
  const first = open();
  const others = Array.from({ length: schema ? count - 1 : 0 }, open);
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
  const description = openApi({
    routes,
    operations: operations.catalogue().operations,
    basePath,
    version: options.productVersion,
  });
  const check = answerCheck(description, basePath);
  const fetchChecked = async (request: Request): Promise<Response> => {
    const response = await app.fetch(request);
    await check(request, response);
    return response;
  };
  return {
    repository,
    log: lines,
    fetch: fetchChecked,
    ask: askThrough(fetchChecked),
    damage: (sql) => executeBehind(options, sql),
    runJobs: async (rounds = Infinity) => {
      const handlers = new Map(jobHandlers(operations).map((handler) => [handler.kind, handler]));
      for (let round = 0; round < rounds && (await runDueJobs(repository, handlers, 'test', 10)) > 0; )
        round++;
    },
  };
}

async function executeBehind({ database, dataFolder }: ServerOptions, sql: string): Promise<void> {
  if (database === undefined) {
    using file = new DatabaseSync(databaseFile(dataFolder));
    return file.exec(sql);
  }
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Makes a user whose password is the name. */
export async function addUser(server: TestServer, name: string, ...groups: readonly string[]): Promise<void> {
  const properties = { username: name, password: name, groups };
  await server.ask('/user', { json: { 'entity-type': 'user', id: name, properties } });
}

/** Makes a document and returns its id. */
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
