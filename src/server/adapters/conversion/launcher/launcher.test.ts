import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openLauncher } from './launcher.ts';
import type { Launch } from './launcher-messages.ts';

const folder = await mkdtemp(join(tmpdir(), 'launcher-'));
const log: string[] = [];
const note = (text: string) => void log.push(text);
const launcher = openLauncher({ info: note, warn: note, error: note });
after(async () => {
  await launcher.close();
  await rm(folder, { recursive: true });
});

const sh = (script: string, channel: Launch['channel'] = 'output'): Launch => ({
  command: 'sh',
  args: ['-c', script],
  directory: folder,
  environment: { PATH: process.env.PATH ?? '' },
  channel,
});
const node = (script: string): Launch => ({
  ...sh('', 'messages'),
  command: process.execPath,
  args: ['-e', script],
});

/** Reading it begins when a process opens it for writing, and ends when no process has it open. */
async function namedPipe(): Promise<string> {
  const pipe = join(await mkdtemp(join(folder, 'pipe-')), 'pipe');
  await (await launcher.launch(sh(`mkfifo ${pipe}`))).ended;
  return pipe;
}

describe('a launcher', { skip: process.platform === 'win32' }, () => {
  test('tells how a program ended, and what it wrote', async () => {
    const { ended } = await launcher.launch(sh('printf out; printf err >&2; exit 3'));
    const { status, output, errors } = await ended;
    assert.deepEqual({ status, output, errors }, { status: 3, output: 'out', errors: 'err' });
  });

  test('keeps a part only of what has no end', async () => {
    const { ended } = await launcher.launch(sh('yes | head -c 9000000; yes | head -c 9000 >&2'));
    const { output, errors } = await ended;
    assert.ok(output.length < 2_000_000 && errors.length <= 2_000, `${output.length}, ${errors.length}`);
  });

  test('gives a program no environment of its own', async () => {
    const { ended } = await launcher.launch(sh('env'));
    const { output } = await ended;
    assert.doesNotMatch(output, /HOME=|NODE_/);
  });

  test('says what could not be started, and goes on', async () => {
    await assert.rejects(launcher.launch({ ...sh(''), command: join(folder, 'none') }), {
      code: 'conversionFailed',
    });
    assert.equal((await (await launcher.launch(sh('exit 0'))).ended).status, 0);
  });

  test('carries questions and answers, also those of nobody', async () => {
    const child = await launcher.launch(
      node("process.send('not an object'); process.on('message', ({ n }) => process.send({ n: n + 1 }))"),
    );
    assert.deepEqual(await child.ask({ n: 1 }), { n: 2 });
    assert.deepEqual(await child.ask({ n: 2 }), { n: 3 });
    child.kill();
    assert.equal((await child.ended).status, null);
    await assert.rejects(child.ask({ n: 3 }));
  });

  test('ends a question with its process', async () => {
    const child = await launcher.launch(node("process.on('message', () => process.exit(1))"));
    await assert.rejects(child.ask({}));
    assert.equal(child.isRunning, false);
  });

  test('ends helpers with their program, killed or not', async () => {
    const exits = await namedPipe();
    const child = await launcher.launch(sh(`exec 3> ${exits}; sleep 600 > /dev/null 2>&1 & exit 0`));
    assert.equal(await readFile(exits, 'utf8'), '');
    assert.equal((await child.ended).status, 0);
    const stays = await namedPipe();
    const other = await launcher.launch(sh(`exec 3> ${stays}; sleep 600 & echo ready >&3; wait`));
    const reading = createReadStream(stays, 'utf8');
    for await (const text of reading) {
      assert.equal(text, 'ready\n');
      other.kill();
    }
    assert.equal((await other.ended).status, null);
  });

  test('does not wait for a helper that has left the group and holds the output', async () => {
    const pipe = await namedPipe();
    const child = await launcher.launch(sh(`setsid sleep 600 & echo $! > ${pipe}; wait`));
    const stray = Number(await readFile(pipe, 'utf8'));
    child.kill();
    assert.equal((await child.ended).status, null);
    process.kill(stray, 'SIGKILL');
  });

  test('is replaced when it is gone, and leaves nothing behind', async () => {
    const held = await namedPipe();
    const child = await launcher.launch(sh(`exec 3> ${held}; echo $PPID >&3; exec sleep 600`, 'none'));
    for await (const parent of createReadStream(held, 'utf8')) process.kill(Number(parent), 'SIGKILL');
    assert.equal((await child.ended).status, null);
    assert.match(log.join(), /The process that starts converters ended/);
    assert.equal((await (await launcher.launch(sh('exit 7'))).ended).status, 7);
  });
});

test('what a killed server had started ends with it, helpers too', {
  skip: process.platform === 'win32',
}, async () => {
  const held = await namedPipe();
  const server = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'launch-until-killed.ts'),
      `exec 3> ${held}; sleep 600 & echo ready >&3; wait`,
    ],
    { stdio: 'inherit' },
  );
  for await (const text of createReadStream(held, 'utf8')) {
    assert.equal(text, 'ready\n');
    server.kill('SIGKILL');
  }
});
