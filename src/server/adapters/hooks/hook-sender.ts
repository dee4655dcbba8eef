/**
 * Sends events to addresses outside.
 * Invariants: nothing goes to an address of a private, local or reserved network unless the settings allow it; what was
 * checked is what is connected to, whatever the name means a moment later; no redirect is followed; an answer is never
 * read beyond its status.
 */
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { HookRefused, type HookSender } from '#server/core/kernel/hook-sender.ts';

const patienceMilliseconds = 10_000;

/** Not the world's: loopback, private, link-local, shared, reserved, multicast, and what carries IPv4 within IPv6. */
const inner = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

export type FindAddresses = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const askNames: FindAddresses = (host) => lookup(host, { all: true, verbatim: true });

/** @param allowed networks inside that hooks may reach: `10.1.0.0/16` */
export function openHookSender(allowed: readonly string[], find: FindAddresses = askNames): HookSender {
  const mayReach = networks(allowed);
  const isAllowed = (address: string): boolean => isIn(mayReach, address);
  return {
    send: async (to, headers, body) => {
      const url = new URL(to);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const found = isIP(host) === 0 ? await find(host) : [{ address: host, family: isIP(host) }];
      const forbidden = found.find(({ address }) => !isAllowed(address) && isIn(inner, address));
      if (forbidden || found.length === 0)
        throw new HookRefused(`${host} is no address outside; the settings may allow its network`);
      const isInside = found.every(({ address }) => isAllowed(address));
      if (url.protocol !== 'https:' && !isInside)
        throw new HookRefused('Events leave by https only, beyond allowed networks');
      return { status: await post(url, headers, body, pinned(found)) };
    },
  };
}

/** The names are not asked again. */
function pinned(found: Awaited<ReturnType<FindAddresses>>): LookupFunction {
  return (_host, options, answer) => {
    const [first] = found;
    if (options.all) answer(null, [...found]);
    else answer(null, first?.address ?? '', first?.family);
  };
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  lookupPinned: LookupFunction,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent: ClientRequest = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: lookupPinned,
      agent: false,
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    sent.once('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export function networks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
