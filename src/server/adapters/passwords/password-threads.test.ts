import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { openPasswordThreads } from './password-threads.ts';

const passwords = openPasswordThreads({ threads: 1 });
after(() => passwords.close());

test('a hash knows its password, and no other text is one', async () => {
  const hash = await passwords.hash('straße');
  assert.match(hash, /^scrypt\$32768\$8\$1\$/);
  assert.deepEqual(
    [
      await passwords.verify('straße'.normalize('NFD'), hash),
      await passwords.verify('strasse', hash),
      await passwords.verify('straße', 'plain'),
      await passwords.verify('straße', ''),
    ],
    [true, false, false, false],
  );
});

test('a thread that had nothing to do for long ends, and another one takes its place', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const few = openPasswordThreads({ threads: 1 });
  const first = await few.hash('one');
  context.mock.timers.tick(10_000);
  assert.deepEqual([await few.verify('one', first), await few.verify('other', first)], [true, false]);
  await few.close();
});

test('files do not wait for passwords, and a long queue is refused at once', async () => {
  const key = scryptSync('right', 'salt', 32, { N: 4096, r: 8, p: 1 }).toString('base64');
  const hash = ['scrypt', 4096, 8, 1, Buffer.from('salt').toString('base64'), key].join('$');
  const order: string[] = [];
  const checks = Array.from({ length: 60 }, () =>
    passwords.verify('wrong', hash).then(
      (isRight) => {
        order.push('verified');
        return String(isRight);
      },
      (error: { status?: number }) => String(error.status),
    ),
  );
  await readFile(new URL(import.meta.url));
  order.push('read');
  const outcomes = await Promise.all(checks);
  assert.equal(outcomes.filter((outcome) => outcome === '429').length, 27);
  assert.equal(outcomes.filter((outcome) => outcome === 'false').length, 33);
  assert.ok(order.indexOf('read') < 32, order.join());
  assert.equal(await passwords.verify('right', hash), true);
});
