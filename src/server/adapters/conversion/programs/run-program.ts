/**
 * Runs a program of the machine on an untrusted file.
 * Invariant: it sees nothing of our environment and files; at its time limit, at an abort, or with the server, it ends with its
 * whole process group.
 */
import { ConversionInterrupted, RepositoryError } from '#server/core/kernel/errors.ts';
import type { LaunchedProcess, Launcher } from '../launcher/launcher.ts';
import type { ProgramLimits, Sandbox } from './sandbox.ts';

export interface Program {
  readonly launcher: Launcher;
  readonly sandbox: Sandbox;
  readonly program: string;
  readonly arguments: readonly string[];
  /** Its working folder, home and temporary folder. */
  readonly directory: string;
  /** Files outside that folder that it may read. */
  readonly reads?: readonly string[];
  readonly limits?: ProgramLimits;
}

export interface ProgramRun extends Program {
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal;
}

const nowhere = 'http://127.0.0.1:9';

export function startProgram(run: Program, channel: 'output' | 'none'): Promise<LaunchedProcess> {
  const around = run.sandbox.around(run.directory, run.reads, run.limits);
  const [command = run.program, ...args] = [...around, run.program, ...run.arguments];
  return run.launcher.launch({
    command,
    args,
    directory: run.directory,
    environment: {
      PATH: process.env.PATH ?? '',
      LANG: 'C.UTF-8',
      HOME: run.directory,
      TMPDIR: run.directory,
      http_proxy: nowhere,
      https_proxy: nowhere,
      SAL_USE_VCLPLUGIN: 'svp',
    },
    channel,
  });
}

/** Returns its standard output. Fails with the end of its standard error as the cause. */
export async function runProgram(run: ProgramRun): Promise<string> {
  run.signal?.throwIfAborted();
  const child = await startProgram(run, 'output');
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    stop(new ConversionInterrupted(`The conversion took longer than ${run.timeLimitMs / 1000} s`, true));
  }, run.timeLimitMs);
  const onAbort = () => stop(run.signal?.reason);
  run.signal?.addEventListener('abort', onAbort);
  if (run.signal?.aborted) onAbort();
  try {
    const { status, output, errors } = await Promise.race([child.ended, stopped]);
    if (status === 0) return output;
    if (status === null) throw new ConversionInterrupted('The converter was stopped');
    throw new RepositoryError('conversionFailed', 'The file could not be converted', { cause: errors });
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', onAbort);
    child.kill();
    await child.ended;
  }
}
