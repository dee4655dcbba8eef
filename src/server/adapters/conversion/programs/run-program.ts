/**
 * Runs a program of the machine on a stranger's file.
 * Invariant: it sees no environment and no file of ours, ends with its whole process group within the time limit or at the
 * abort, or with the server, and nothing of it is left running.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { Guard } from './guard.ts';
import { lowerPriority } from './low-priority.ts';
import type { Sandbox } from './sandbox.ts';

export interface Program {
  readonly guard: Guard;
  readonly sandbox: Sandbox;
  readonly program: string;
  readonly arguments: readonly string[];
  /** Its working, home and temporary folder. */
  readonly directory: string;
  /** Files outside of it that it reads. */
  readonly reads?: readonly string[];
}

export interface ProgramRun extends Program {
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal;
}

const mostOutput = 4 * 2 ** 20;
const nowhere = 'http://127.0.0.1:9';

/** In a process group of its own, which `endProgram` ends. */
export function startProgram(run: Program, output: 'pipe' | 'ignore'): ChildProcess {
  const around = run.sandbox.around(run.directory, run.reads);
  const [command = run.program, ...rest] = [...around, run.program, ...run.arguments];
  const child = spawn(command, rest, {
    cwd: run.directory,
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: run.directory,
      TMPDIR: run.directory,
      http_proxy: nowhere,
      https_proxy: nowhere,
      SAL_USE_VCLPLUGIN: 'svp',
    },
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
  });
  run.guard.watch(child.pid);
  lowerPriority(child.pid);
  return child;
}

/** The group may outlive its leader: programs start helpers. */
export function endProgram({ pid }: ChildProcess, guard: Guard): void {
  if (pid !== undefined) {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // Nothing of it is left: that is what was wanted.
    }
  }
  guard.release(pid);
}

/** What it wrote to standard output. Fails with what it wrote last to standard error as the cause. */
export function runProgram(run: ProgramRun): Promise<string> {
  run.signal?.throwIfAborted();
  const child = startProgram(run, 'pipe');
  const ends = new AbortController();
  return new Promise<string>((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < mostOutput) output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000);
    });
    const timer = setTimeout(() => {
      reject(new ConversionInterrupted(`The conversion took longer than ${run.timeLimitMs / 1000} s`));
    }, run.timeLimitMs);
    const onAbort = () => reject(run.signal?.reason);
    run.signal?.addEventListener('abort', onAbort);
    ends.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
    });
    child.once('error', (error) => {
      reject(new RepositoryError('conversionFailed', 'The converter could not be started', { cause: error }));
    });
    child.once('close', (status) => {
      if (status === 0) resolve(output);
      else if (status === null) reject(new ConversionInterrupted('The converter was stopped'));
      else
        reject(new RepositoryError('conversionFailed', 'The file could not be converted', { cause: errors }));
    });
  }).finally(() => {
    ends.abort();
    endProgram(child, run.guard);
  });
}
