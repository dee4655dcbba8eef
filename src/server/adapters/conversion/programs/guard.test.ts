import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

test('what a killed server had started ends with it, helpers too', {
  skip: process.platform === 'win32',
}, async () => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'guarded-until-killed.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  // The end of the output comes when the last process that holds it is gone.
  for await (const text of server.stdout.setEncoding('utf8')) {
    said += text;
    server.kill('SIGKILL');
  }
  assert.equal(said, 'ready\n');
});
