/**
 * The process that starts converters: forking copies the memory tables of the parent, which delays a server with much
 * memory, but not this small process.
 * Invariant: each process leads a group, of which nothing remains once the process has ended or was killed, or the server
 * has ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { isJsonObject } from '#wire/json.ts';
import { killGroup } from './kill-group.ts';
import { type FromLauncher, isToLauncher, type Launch } from './launcher-messages.ts';
import { lowerPriority } from './low-priority.ts';

const mostOutput = 2 ** 20;
const mostErrors = 2_000;

interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
}

const running = new Map<number, Running>();

// Converters inherit this priority.
lowerPriority();
// Only the server ends this process: service managers signal all processes, while calls still have time to finish.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  for (const { pid } of running.values()) killGroup(pid);
  process.exit(0);
});
process.on('message', (message) => {
  if (!isToLauncher(message)) return;
  if (message.act === 'launch') return launch(message.id, message.launch);
  const one = running.get(message.id);
  if (one === undefined) return;
  if (message.act === 'kill') kill(one);
  else if (one.child.connected) one.child.send(message.message, () => undefined);
});

function say(message: FromLauncher): void {
  if (process.connected) process.send?.(message, () => undefined);
}

function launch(id: number, { command, args, directory, environment, channel }: Launch): void {
  const piped = channel === 'output' ? 'pipe' : 'ignore';
  const child = spawn(command, args, {
    cwd: directory,
    env: environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', piped, piped, ...(channel === 'messages' ? (['ipc'] as const) : [])],
  });
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < mostOutput) output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-mostErrors);
  });
  child.on('message', (message) => {
    if (isJsonObject(message)) say({ is: 'message', id, message });
  });
  const { pid } = child;
  child.on('error', (error) => {
    if (pid === undefined) say({ is: 'notLaunched', id, reason: error.message });
  });
  if (pid === undefined) return;
  running.set(id, { child, pid });
  child.once('close', (status) => {
    // Processes of the group that do not hold its output may outlive it.
    killGroup(pid);
    running.delete(id);
    say({ is: 'ended', id, status, output, errors });
  });
  say({ is: 'launched', id, pid });
}

/** Processes that have left the group may still hold its output: they are not waited for. */
function kill({ child, pid }: Running): void {
  killGroup(pid);
  child.stdout?.destroy();
  child.stderr?.destroy();
}
