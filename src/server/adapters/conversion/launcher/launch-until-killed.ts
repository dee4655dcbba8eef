/** A program for launcher.test.ts: has programs started, one of which starts another, and waits to be killed. */
import { openLauncher } from './launcher.ts';

const quiet = () => undefined;
setInterval(quiet, 1_000);
const launcher = openLauncher({ info: quiet, warn: quiet, error: quiet });
const script = process.argv[2] ?? '';
const launch = { command: 'sh', directory: '/', environment: { PATH: process.env.PATH ?? '' } };
const ended = await launcher.launch({ ...launch, args: ['-c', 'true'], channel: 'none' });
await ended.ended;
await launcher.launch({ ...launch, args: ['-c', script], channel: 'output' });
