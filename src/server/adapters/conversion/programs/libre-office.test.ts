/** Uses a stand-in for LibreOffice that reports the profile it was started with. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { Gate } from '../gate.ts';
import { openLauncher } from '../launcher/launcher.ts';
import { openLibreOffice } from './libre-office.ts';

const base = await mkdtemp(join(tmpdir(), 'kept-'));
after(() => rm(base, { recursive: true }));
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Behaves as the words in the file say: each word is the fate of one process that converts it. */
const standIn = `#!/bin/sh
profile=\${1#-env:UserInstallation=file://}
for last; do :; done
case "$*" in
  *--convert-to*) ;;
  *) echo $$ > "\${last%/*}/pid"; : > "\${last%/*}/.~lock.text.txt#"; exec sleep 600 ;;
esac
while [ "$1" != --outdir ]; do shift; done
case "$profile $(cat "$last")" in
  *hang) exec sleep 600 ;;
  *broken) exit 0 ;;
  *office-*tired) exit 0 ;;
  *office-*crash) kill -KILL "$(cat "$profile/../pid")"; exit 1 ;;
  *office-*fonts) mkdir -p "$profile/user/temp/embeddedfonts/fromdocs/a.ttf" ;;
esac
mkdir "$2"
printf %s "$profile" > "$2/made.pdf"
`;

const program = join(base, 'soffice');
await writeFile(program, standIn, { mode: 0o755 });

describe('a kept office', { skip: process.platform !== 'linux' }, () => {
  const launcher = openLauncher(quiet);
  let folder = '';
  let office = openHere();
  let runs = 0;

  function openHere(timeLimitMs = 30_000, command = program) {
    const gate = new Gate(3, 2);
    return openLibreOffice({
      program: command,
      sandbox: { name: 'none', isConfined: false, around: () => [] },
      workDirectory: folder,
      timeLimitMs,
      gate,
      launcher,
      log: quiet,
    });
  }
  /** Returns the profile that the file was converted with. */
  async function convert(words: string, signal?: AbortSignal, person = 'ann'): Promise<string> {
    const directory = join(folder, `run-${runs++}`);
    await mkdir(directory);
    const input = join(directory, 'input');
    await writeFile(input, words);
    return readFile(
      await office.convert({ input, extension: 'doc', target: 'pdf', directory, person, signal }),
      'utf8',
    );
  }
  const offices = async () => (await readdir(folder)).filter((name) => name.startsWith('office-'));

  beforeEach(async () => {
    folder = await mkdtemp(join(base, 'work-'));
    office = openHere();
  });
  after(() => launcher.close());

  test('has one file after the other, and goes at the end', async () => {
    const first = await convert('fine');
    assert.match(first, /\/office-/);
    assert.equal(await convert('fine'), first);
    await office.close();
    assert.deepEqual(await offices(), []);
  });

  test('has one file at a time', async () => {
    const profiles = await Promise.all([convert('fine'), convert('fine')]);
    assert.equal(new Set(profiles).size, 2);
    await office.close();
  });

  test('is replaced after a file that fails in it but not in a fresh one', async () => {
    const first = await convert('fine');
    assert.match(await convert('tired'), /\/run-/);
    assert.notEqual(await convert('fine'), first);
    await office.close();
  });

  test('is replaced after a file that it crashed on, which a fresh one tries', async () => {
    const first = await convert('fine');
    assert.match(await convert('crash'), /\/run-/);
    assert.notEqual(await convert('fine'), first);
    await office.close();
    assert.deepEqual(await offices(), []);
  });

  test('stays after a file that fails everywhere', async () => {
    const first = await convert('fine');
    await assert.rejects(convert('broken'), { code: 'conversionFailed', message: /damaged/ });
    assert.equal(await convert('fine'), first);
    await office.close();
  });

  test('is replaced after a document that brought fonts', async () => {
    const first = await convert('fonts');
    assert.notEqual(await convert('fine'), first);
    await office.close();
  });

  test('ends with a file that takes too long, or that nobody waits for', async () => {
    office = openHere(400);
    await assert.rejects(convert('hang'), { message: /longer than 0\.4 s/ });
    assert.deepEqual(await offices(), []);
    const aborted = new AbortController();
    const hanging = convert('hang', aborted.signal);
    setImmediate(() => aborted.abort(new Error('enough')));
    await assert.rejects(hanging, { message: 'enough' });
    assert.match(await convert('fine'), /\/office-/);
    await office.close();
    assert.deepEqual(await offices(), []);
  });

  test('begins with the file of another person while the files of one take for ever', async () => {
    const enough = new AbortController();
    const hanging = ['hang', 'hang', 'hang'].map((words) => convert(words, enough.signal));
    const ended = Promise.allSettled(hanging);
    assert.match(await convert('fine', undefined, 'bob'), /\/office-/);
    enough.abort(new Error('enough'));
    for (const one of await ended)
      assert.ok(one.status === 'rejected' && one.reason === enough.signal.reason, String(one));
    await office.close();
  });

  test('is done without where none comes up', async () => {
    const other = join(base, 'other');
    await writeFile(other, standIn.replace(/: > .*/, 'exit 0 ;;'), { mode: 0o755 });
    office = openHere(30_000, other);
    assert.match(await convert('fine'), /\/run-/);
    assert.match(await convert('fine'), /\/run-/);
    assert.deepEqual(await offices(), []);
  });
});
