import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { HookRefused } from '#server/core/kernel/hook-sender.ts';
import { openHookSender } from './hook-sender.ts';

const requests: string[] = [];
const inside = createServer((request, response) => {
  requests.push(`${request.headers.host}${request.url}`);
  response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(100_000));
});
await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
after(() => inside.close());
const address = inside.address();
const port = typeof address === 'object' && address ? address.port : 0;

test('nothing goes to an address inside, however it is written', async () => {
  const sender = openHookSender([]);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fe80::1]',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::ffff:0:127.0.0.1]',
    '[2001:10::1]',
    '[3fff::1]',
    '[5f00::1]',
    '0177.0.0.1',
    '017700000001',
    '192.88.99.1',
    '224.0.0.1',
    '255.255.255.255',
  ])
    await assert.rejects(sender.send(`https://${host}:${port}/`, {}, '{}'), HookRefused, host);
  assert.deepEqual(requests, []);
});

test('a name is refused when one of its addresses is inside, and clear text goes nowhere outside', async () => {
  const mixed = openHookSender([], async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]);
  await assert.rejects(mixed.send('https://both.example/', {}, '{}'), HookRefused);
  for (const [address, family] of [
    ['93.184.216.34', 4],
    ['2606:2800:220:1::1', 6],
  ] as const)
    await assert.rejects(
      openHookSender([], async () => [{ address, family }]).send('http://outside.example/', {}, '{}'),
      // The scheme is the only fault.
      (error) => error instanceof HookRefused && /https only/.test(error.message),
    );
  await assert.rejects(
    openHookSender([], async () => []).send('https://none.example/', {}, '{}'),
    HookRefused,
  );
});

test('what was checked is what is connected to; a redirect is not followed', async () => {
  let times = 0;
  const sender = openHookSender(['127.0.0.0/8'], async () => {
    times++;
    return [{ address: times === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  });
  const { status } = await sender.send(`http://changing.example:${port}/here`, {}, '{}');
  assert.deepEqual([status, times, requests], [302, 1, [`changing.example:${port}/here`]]);
});
