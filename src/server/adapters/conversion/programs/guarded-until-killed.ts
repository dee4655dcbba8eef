/** Run by guard.test.ts: starts a program that starts another, both holding this standard output, and waits. */
import { spawn } from 'node:child_process';
import { openGuard } from './guard.ts';

const quiet = () => undefined;
const guard = openGuard({ info: quiet, warn: quiet, error: quiet });
const program = spawn('sh', ['-c', 'sleep 600 & wait'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'ignore'],
});
const ended = spawn('true', { detached: true, stdio: 'ignore' });
guard.watch(ended.pid);
guard.watch(program.pid);
guard.release(ended.pid);
process.stdout.write('ready\n');
