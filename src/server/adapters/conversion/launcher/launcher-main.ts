/**
 * The process that starts converters: starting one copies the tables of all memory of who does it and waits for the
 * machine, which holds up a server with much of it, and not this one.
 * Invariant: each process is the leader of a group, of which nothing is left once it has ended, was to be killed, or the
 * server is gone.
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

// Converters have the priority of who starts them.
lowerPriority();
// The server says when it is over: a service manager signals all processes, and calls have their grace.
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
    // Helpers that hold none of its output may outlive it.
    killGroup(pid);
    running.delete(id);
    say({ is: 'ended', id, status, output, errors });
  });
  say({ is: 'launched', id, pid });
}

/** Who has left the group may hold its output: nobody waits for that. */
function kill({ child, pid }: Running): void {
  killGroup(pid);
  child.stdout?.destroy();
  child.stderr?.destroy();
}
