import assert from 'node:assert/strict';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileSystemSync } from './file-system-sync.ts';

test('says no where that is not known to be enough, or fails, and yes to all who ask', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-sync-'));
  const types = new Set([(await statfs(folder)).type]);
  assert.equal(await new FileSystemSync(folder, new Set()).run(), false);
  const able = new FileSystemSync(folder, types);
  const isLinux = process.platform === 'linux';
  assert.deepEqual(await Promise.all([able.run(), able.run()]), [isLinux, isLinux]);
  assert.equal(await able.run(), isLinux);
  await rm(folder, { recursive: true });
  assert.equal(await able.run(), false);
});
