import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './open-storage.ts';

test('nobody else on the machine reads a new data folder; one that is there stays as it is', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'muniment-storage-'));
  t.after(() => rm(place, { recursive: true }));
  const folder = join(place, 'papers', 'data');
  const modeOf = async (path: string) => (await stat(path)).mode & 0o007;
  await makeFolder(folder);
  assert.equal(await modeOf(folder), 0);
  assert.equal(await modeOf(dirname(folder)), 0o005);
  await chmod(folder, 0o755);
  await makeFolder(folder);
  assert.equal(await modeOf(folder), 0o005);
});
