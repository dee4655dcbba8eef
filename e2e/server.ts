/**
 * Starts the real program in a child process with a data folder of its own.
 * Invariant: a server started here is stopped here, and its folder removed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStockServer } from './stock-server.ts';

const here = fileURLToPath(new URL('..', import.meta.url));
/** The file that starts a server, in this release and in earlier ones. */
const programs = ['src/server/start.mjs', 'src/server/start.ts'];

/** True if the tests run on a stand-in for a stock server of the Platform. */
export const onStock = process.env.MUNIMENT_E2E_SERVER === 'stock';

export interface Server {
  /** `http://localhost:<port>` */
  readonly origin: string;
  readonly pid: number;
  readonly folder: string;
  readonly log: readonly string[];
  /** Kills it, like a crash: without a chance to clean up. */
  kill(): Promise<void>;
  /** Stops it and leaves its data. */
  end(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(
  flags: readonly string[] = [],
  {
    stock = onStock,
    environment = {},
    root = here,
  }: {
    readonly stock?: boolean;
    /** Added to the environment of this process. */
    readonly environment?: Readonly<Record<string, string>>;
    /** Folder of the checkout whose program is started. */
    readonly root?: string | undefined;
  } = {},
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-e2e-'));
  const log: string[] = [];
  const start = (port: string) =>
    launch(
      ['--port', port, '--data', folder, '--min-password-length', '1', ...flags],
      log,
      environment,
      root,
    );
  let running = await start('0');
  const port = new URL(running.origin).port;
  const front = stock ? await startStockServer(running.origin) : undefined;
  return {
    origin: front?.origin ?? running.origin,
    get pid() {
      return running.process.pid ?? 0;
    },
    folder,
    log,
    kill: () => ended(running.process, 'SIGKILL'),
    end: () => ended(running.process, 'SIGTERM'),
    restart: async () => {
      running = await start(port);
    },
    stop: async () => {
      await front?.stop();
      await ended(running.process, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(
  flags: readonly string[],
  log: string[],
  environment: Readonly<Record<string, string>>,
  root: string,
): Promise<{ process: ChildProcess; origin: string }> {
  const program = programs.find((one) => existsSync(join(root, one))) ?? '';
  const child = spawn(process.execPath, [program, ...flags], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listens on (http:\/\/[^/\s]+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code}: ${output}${log.join('')}`)),
    );
  });
  return { process: child, origin };
}

function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
