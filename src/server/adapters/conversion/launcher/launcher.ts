/**
 * Starts converters through a small process (`launcher-main.ts`), so that starting them does not delay the server.
 * Invariant: started processes end with the launcher, and the launcher with the server, however either ends; a launcher that
 * has died or does not answer is replaced at the next start.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Logger } from '#server/core/kernel/ports.ts';
import type { JsonObject } from '#wire/json.ts';
import { killGroup } from './kill-group.ts';
import {
  type FromLauncher,
  isFromLauncher,
  type Launch,
  type ProcessEnd,
  type ToLauncher,
} from './launcher-messages.ts';

export interface LaunchedProcess {
  readonly pid: number;
  /** Resolves when no process holds its output any more. */
  readonly ended: Promise<ProcessEnd>;
  readonly isRunning: boolean;
  /** One question at a time; fails when the process ends before it answers. */
  ask(message: JsonObject): Promise<JsonObject>;
  /** Kills it together with the processes that it has started. */
  kill(): void;
}

export interface Launcher {
  launch(launch: Launch): Promise<LaunchedProcess>;
  /** Ends everything that is running. */
  close(): Promise<void>;
}

/** Far longer than a start takes on any machine. */
const exitTimeoutMs = 30_000;
const killed: ProcessEnd = { status: null, output: '', errors: '' };

/** The launcher is started with the first converter. */
export function openLauncher(log: Logger): Launcher {
  let current: Connection | undefined;
  return {
    launch: (launch) => {
      if (!current?.isOpen) current = new Connection(log);
      return current.launch(launch);
    },
    close: async () => current?.close(),
  };
}

class Connection {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #starting = new Map<number, PromiseWithResolvers<RunningProcess>>();
  readonly #running = new Map<number, RunningProcess>();
  #lastId = 0;
  isOpen = true;

  constructor(log: Logger) {
    this.#process = fork(fileURLToPath(import.meta.resolve('./launcher-main.ts')), {
      execArgv: ['--max-old-space-size=64'],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Ctrl-C must reach it only through the server.
      detached: true,
    });
    // Waiting for a converter keeps the server alive by a timer instead.
    this.#process.unref();
    this.#process.channel?.unref();
    this.#process.on('message', (message) => {
      if (isFromLauncher(message)) this.#receive(message);
    });
    this.#exited = new Promise((resolve) => {
      const over = (error?: Error): void => {
        if (this.isOpen)
          log.warn('The process that starts converters ended', { reason: error?.message ?? 'unknown' });
        this.#end();
        resolve();
      };
      this.#process.once('exit', () => over());
      this.#process.once('error', over);
    });
  }

  async launch(launch: Launch): Promise<LaunchedProcess> {
    const id = ++this.#lastId;
    const start = Promise.withResolvers<RunningProcess>();
    this.#starting.set(id, start);
    const timer = this.#endLater();
    this.#send({ act: 'launch', id, launch });
    try {
      return await start.promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.isOpen = false;
    if (this.#process.connected) this.#process.disconnect();
    this.#process.ref();
    const timer = this.#endLater();
    await this.#exited;
    clearTimeout(timer);
  }

  #endLater(): NodeJS.Timeout {
    return setTimeout(() => this.#process.kill('SIGKILL'), exitTimeoutMs);
  }

  #send(message: ToLauncher): void {
    // If the message does not arrive, the process has ended anyway.
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }

  #receive(message: FromLauncher): void {
    const { id } = message;
    if (message.is === 'launched') {
      const running = new RunningProcess(message.pid, (act) => this.#send({ ...act, id }));
      this.#running.set(id, running);
      this.#starting.get(id)?.resolve(running);
      this.#starting.delete(id);
    } else if (message.is === 'notLaunched') {
      this.#starting.get(id)?.reject(notStarted(message.reason));
      this.#starting.delete(id);
    } else if (message.is === 'message') {
      this.#running.get(id)?.receive(message.message);
    } else {
      this.#running.get(id)?.end(message);
      this.#running.delete(id);
    }
  }

  /** Kills the processes that it has started, as nobody else would. */
  #end(): void {
    this.isOpen = false;
    for (const start of this.#starting.values()) start.reject(notStarted('The launcher ended'));
    for (const running of this.#running.values()) {
      killGroup(running.pid);
      running.end(killed);
    }
    this.#starting.clear();
    this.#running.clear();
  }
}

type Act = { readonly act: 'send'; readonly message: JsonObject } | { readonly act: 'kill' };

class RunningProcess implements LaunchedProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  readonly #end: (end: ProcessEnd) => void;
  readonly #send: (act: Act) => void;
  #answer: PromiseWithResolvers<JsonObject> | undefined;
  isRunning = true;

  constructor(pid: number, send: (act: Act) => void) {
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>();
    this.pid = pid;
    this.ended = promise;
    this.#end = resolve;
    this.#send = send;
  }

  ask(message: JsonObject): Promise<JsonObject> {
    const answer = Promise.withResolvers<JsonObject>();
    if (this.isRunning) this.#send({ act: 'send', message });
    else answer.reject(new Error('It has ended'));
    this.#answer = answer;
    return answer.promise;
  }

  kill(): void {
    this.#send({ act: 'kill' });
  }

  receive(message: JsonObject): void {
    this.#answer?.resolve(message);
    this.#answer = undefined;
  }

  end(end: ProcessEnd): void {
    this.isRunning = false;
    this.#answer?.reject(new Error('It has ended'));
    this.#end(end);
  }
}

function notStarted(reason: string): RepositoryError {
  return new RepositoryError('conversionFailed', 'The converter could not be started', { cause: reason });
}
