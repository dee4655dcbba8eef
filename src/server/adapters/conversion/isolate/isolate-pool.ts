/**
 * Runs tasks in a few child processes, so that a hostile file only costs its time limit and never the server.
 * Invariant: a child that is too slow, too large, aborted or dead is killed and replaced; a task ends exactly once.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';
import type { Gate, Turn } from '../gate.ts';
import type { LaunchedProcess, Launcher } from '../launcher/launcher.ts';
import { isReply, type Reply } from './messages.ts';
import type { TaskName } from './tasks.ts';
import type { Work } from './work.ts';

export interface IsolateLimits {
  readonly timeLimitMs: number;
  readonly memoryBytes: number;
}

export interface IsolatePool {
  run(task: TaskName, work: Work, turn?: Turn): Promise<JsonObject>;
}

/** A child larger than this after its task is not used again: WebAssembly memory never shrinks. */
const reusableBytes = 400 * 2 ** 20;
const idleMs = 60_000;
const memoryPollMs = 200;

/** Idle children end with the launcher. */
export function openIsolatePool(
  workDirectory: string,
  limits: IsolateLimits,
  { log, launcher, gate }: { readonly log: Logger; readonly launcher: Launcher; readonly gate: Gate },
): IsolatePool {
  const idle = new Map<LaunchedProcess, NodeJS.Timeout>();

  const rest = (child: LaunchedProcess) => {
    const retire = setTimeout(() => {
      idle.delete(child);
      child.kill();
    }, idleMs);
    idle.set(child, retire.unref());
  };

  const take = (): LaunchedProcess | Promise<LaunchedProcess> => {
    for (const [rested, retire] of idle) {
      clearTimeout(retire);
      idle.delete(rested);
      if (rested.isRunning) return rested;
    }
    return startIsolate(launcher, workDirectory, limits);
  };

  return {
    run: (task, work, { person, signal } = {}) =>
      gate.run(
        async () => {
          const child = await take();
          const message = { task, ...work };
          const reply = await runOn(child, message, limits, signal).catch(async (error: unknown) => {
            child.kill();
            await child.ended;
            if (!signal?.aborted) log.warn('A conversion was stopped', { task, reason: String(error) });
            throw error;
          });
          if (reply.residentBytes > reusableBytes) child.kill();
          else rest(child);
          if (reply.state === 'done') return reply.value;
          if (reply.state === 'refused') throw new RepositoryError('conversionFailed', reply.message);
          log.info('A file could not be converted', { task, reason: reply.message });
          throw new RepositoryError('conversionFailed', 'The file is damaged or not of its declared type', {
            cause: reply.message,
          });
        },
        { person, signal },
      ),
  };
}

function startIsolate(
  launcher: Launcher,
  workDirectory: string,
  limits: IsolateLimits,
): Promise<LaunchedProcess> {
  return launcher.launch({
    command: process.execPath,
    args: [
      '--permission',
      '--allow-addons',
      '--allow-fs-read=*',
      `--allow-fs-write=${workDirectory}`,
      `--max-old-space-size=${Math.round(limits.memoryBytes / 2 ** 20)}`,
      '--disable-warning=PERM0001',
      '--disable-warning=SecurityWarning',
      fileURLToPath(import.meta.resolve('./isolate-main.ts')),
    ],
    directory: process.cwd(),
    environment: {
      HOME: workDirectory,
      XDG_CACHE_HOME: workDirectory,
      LANG: 'C.UTF-8',
      PATH: process.env.PATH ?? '',
    },
    channel: 'messages',
  });
}

function runOn(
  child: LaunchedProcess,
  message: JsonObject,
  limits: IsolateLimits,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const ends = new AbortController();
  return new Promise<Reply>((resolve, reject) => {
    const fail = (reason: string) => reject(new ConversionInterrupted(reason));
    const onAbort = () => reject(signal?.reason);
    const timer = setTimeout(() => {
      const reason = `The conversion took longer than ${limits.timeLimitMs / 1000} s`;
      reject(new ConversionInterrupted(reason, true));
    }, limits.timeLimitMs);
    const poll = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => {
        if (bytes > limits.memoryBytes) fail('The conversion needs too much memory');
      });
    }, memoryPollMs);
    signal?.addEventListener('abort', onAbort);
    ends.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      clearInterval(poll);
      signal?.removeEventListener('abort', onAbort);
    });
    if (signal?.aborted) return onAbort();
    child.ask(message).then(
      (value) => {
        if (isReply(value)) resolve(value);
        else fail('The converter gave no proper answer');
      },
      () => fail('The converter stopped: the file is damaged or needs too much memory'),
    );
  }).finally(() => ends.abort());
}

/** Available only on Linux; elsewhere the heap limit and the time limit must be enough. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
