/**
 * Server processes on one data store, for the soak. Invariant: `remove` stops every server started here, and removes its
 * data.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startServer } from '../../e2e/server.ts';
import { startTemporaryPostgres } from '../../scripts/temporary-postgres.mjs';
import type { Turn } from './watch-turns.ts';

export interface Place {
  /** Flags for all programs that open the repository. */
  readonly flags: readonly string[];
  /** Only one at a time on SQLite. @param root a checkout of another release */
  start(root?: string): Promise<Server>;
  /** Runs `muniment …` on the store; on SQLite the server must be stopped before. */
  run(program: string, args: readonly string[]): Promise<Ended>;
  remove(): Promise<void>;
  /** Undefined for SQLite. */
  readonly postgres: { pause(): boolean; resume(): boolean } | undefined;
  readonly folder: string;
  /** The periods in which the main thread of the last started server was blocked. */
  turns(): Promise<readonly Turn[]>;
}

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export async function openPlace(engine: string, more: readonly string[] = []): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-soak-'));
  const postgres = engine === 'sqlite' ? undefined : await startTemporaryPostgres({ isDurable: true });
  if (engine !== 'sqlite' && !postgres) throw new Error('This machine has no PostgreSQL');
  const flags = ['--data', folder, ...(postgres ? ['--database', postgres.connectionString] : []), ...more];
  const remove = async (): Promise<void> => {
    postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...placeOn({ folder, flags, remove }), postgres };
}

/** Uses data that exists already. */
export function placeOn({ folder, flags, remove }: Pick<Place, 'folder' | 'flags' | 'remove'>): Place {
  const servers: Server[] = [];
  // Beside the data folder, as its disk may be filled.
  const turnsFile = `${folder}-turns.json`;
  return {
    flags,
    postgres: undefined,
    folder,
    start: async (root) => {
      const watching = `--import=${import.meta.resolve('./watch-turns.ts')}`;
      const environment = {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${watching}`,
        MUNIMENT_TURNS: turnsFile,
      };
      const server = await startServer(['--log-level', 'error', ...flags], { environment, root });
      servers.push(server);
      return server;
    },
    turns: async () => JSON.parse(await readFile(turnsFile, 'utf8')),
    run: (program, args) => endOf(startProgram(program, [...args, ...flags])),
    remove: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await remove();
      await rm(turnsFile, { force: true });
    },
  };
}

export function startProgram(program: string, args: readonly string[]) {
  return spawn(process.execPath, [`src/server/${program}`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

export function endOf(child: ReturnType<typeof startProgram>): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code: code ?? 1, output })));
}

/**
 * Runs `muniment check` on the store; empty if it finds nothing. Otherwise mends it, and returns what was found and what is
 * left.
 */
export async function contradictions(place: Place): Promise<readonly string[]> {
  const check = async (...more: readonly string[]): Promise<readonly string[]> => {
    const { code, output } = await place.run('check/main.ts', ['check', '--log-level', 'error', ...more]);
    return code === 0 ? [] : output.trim().split('\n');
  };
  const found = await check();
  if (found.length === 0) return found;
  const mending = await check('--mend');
  const left = mending.length > 0 ? mending : await check();
  return [
    ...found,
    left.length === 0 ? 'All of it was repaired.' : `Left after the repair: ${left.join('\n')}`,
  ];
}
