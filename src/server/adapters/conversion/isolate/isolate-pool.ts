/**
 * Runs tasks in a few child processes, so that a hostile file costs a time limit and never the server.
 * Invariant: a child that is too slow, too big, aborted or dead is killed and replaced; a task ends exactly once.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';
import type { Gate, Turn } from '../gate.ts';
import type { Guard } from '../programs/guard.ts';
import { lowerPriority } from '../programs/low-priority.ts';
import { isReply, type Reply, type WorkMessage } from './messages.ts';
import type { TaskName } from './tasks.ts';
import type { Work } from './work.ts';

export interface IsolateLimits {
  readonly timeLimitMs: number;
  readonly memoryBytes: number;
}

export interface IsolatePool {
  run(task: TaskName, work: Work, turn?: Turn): Promise<JsonObject>;
  close(): void;
}

/** A child bigger than this after its task is not used again: WebAssembly memory never shrinks. */
const reusableBytes = 400 * 2 ** 20;
const idleMs = 60_000;
const memoryPollMs = 200;

export function openIsolatePool(
  workDirectory: string,
  limits: IsolateLimits,
  { log, guard, gate }: { readonly log: Logger; readonly guard: Guard; readonly gate: Gate },
): IsolatePool {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();

  const start = (): ChildProcess => {
    const child = startIsolate(workDirectory, limits);
    all.add(child);
    guard.watch(child.pid);
    lowerPriority(child.pid);
    child.on('error', (error) => log.warn('A conversion process had a problem', { reason: error.message }));
    child.once('exit', () => {
      all.delete(child);
      guard.release(child.pid);
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    return child;
  };

  const rest = (child: ChildProcess) => {
    child.unref();
    child.channel?.unref();
    const retire = setTimeout(() => {
      idle.delete(child);
      child.kill('SIGKILL');
    }, idleMs);
    retire.unref();
    idle.set(child, retire);
  };

  const take = (): ChildProcess => {
    const [first] = idle;
    if (first === undefined) return start();
    const [rested, retire] = first;
    clearTimeout(retire);
    idle.delete(rested);
    rested.ref();
    rested.channel?.ref();
    return rested;
  };

  return {
    run: (task, work, { person, signal } = {}) =>
      gate.run(
        async () => {
          const child = take();
          const message = { task, ...work };
          const reply = await runOn(child, message, limits, signal).catch((error: unknown) => {
            child.kill('SIGKILL');
            if (!signal?.aborted) log.warn('A conversion was stopped', { task, reason: String(error) });
            throw error;
          });
          if (reply.residentBytes > reusableBytes) child.kill('SIGKILL');
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
    close() {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

function startIsolate(workDirectory: string, limits: IsolateLimits): ChildProcess {
  return fork(fileURLToPath(import.meta.resolve('./isolate-main.ts')), {
    execArgv: [
      '--permission',
      '--allow-addons',
      '--allow-fs-read=*',
      `--allow-fs-write=${workDirectory}`,
      `--max-old-space-size=${Math.round(limits.memoryBytes / 2 ** 20)}`,
      '--disable-warning=PERM0001',
      '--disable-warning=SecurityWarning',
    ],
    env: { HOME: workDirectory, XDG_CACHE_HOME: workDirectory, LANG: 'C.UTF-8', PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A group of its own, for the guard: a busy child does not notice that its parent is gone.
    detached: true,
  });
}

function runOn(
  child: ChildProcess,
  message: WorkMessage,
  limits: IsolateLimits,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const ends = new AbortController();
  return new Promise<Reply>((resolve, reject) => {
    const fail = (reason: string) => reject(new ConversionInterrupted(reason));
    const onAbort = () => reject(signal?.reason);
    const onMessage = (value: unknown) => {
      if (isReply(value)) resolve(value);
      else fail('The converter gave no proper answer');
    };
    const onExit = () => fail('The converter stopped: the file is damaged or needs too much memory');
    const timer = setTimeout(
      () => fail(`The conversion took longer than ${limits.timeLimitMs / 1000} s`),
      limits.timeLimitMs,
    );
    const poll = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => {
        if (bytes > limits.memoryBytes) fail('The conversion needs too much memory');
      });
    }, memoryPollMs);
    child.once('message', onMessage);
    child.once('exit', onExit);
    child.once('error', onExit);
    signal?.addEventListener('abort', onAbort);
    ends.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      clearInterval(poll);
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', onExit);
      signal?.removeEventListener('abort', onAbort);
    });
    child.send(message, (error) => {
      if (error !== null) fail('The converter could not be reached');
    });
  }).finally(() => ends.abort());
}

/** Only Linux tells; elsewhere the heap limit and the time limit must do. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
