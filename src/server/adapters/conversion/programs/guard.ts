/**
 * Ends what this server started when the server itself ends without a word (kill -9, out of memory).
 * Invariant: the guard is a process of its own that knows the groups still running; when its input ends, it kills them.
 */
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Logger } from '#server/core/kernel/ports.ts';

export interface Guard {
  watch(group: number | undefined): void;
  /** Call when nothing of the group is left: its number may soon mean another. */
  release(group: number | undefined): void;
  close(): void;
}

/** Reads `+ group` and `- group`, a line each. */
const script = `
groups=
while read -r change group; do
  others=
  for each in $groups; do [ "$each" = "$group" ] || others="$others $each"; done
  groups=$others
  [ "$change" = + ] && groups="$groups $group"
done
for each in $groups; do kill -s KILL -- "-$each"; done`;

/** Started with the first group; where there are no process groups, nothing is watched. */
export function openGuard(log: Logger): Guard {
  let input: Writable | undefined;
  const start = (): Writable => {
    const child = spawn('sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    const warn = (error: Error) => log.warn('Conversions are not guarded', { reason: error.message });
    child.once('error', warn);
    child.stdin.on('error', warn);
    child.unref();
    return child.stdin;
  };
  const say = (change: '+' | '-', group: number | undefined): void => {
    if (group === undefined || process.platform === 'win32') return;
    input ??= start();
    input.write(`${change} ${group}\n`);
  };
  return {
    watch: (group) => say('+', group),
    release: (group) => say('-', group),
    close: () => input?.end(),
  };
}
