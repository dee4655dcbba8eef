/**
 * Sends events to addresses outside.
 * Invariants: addresses of private, local or reserved networks are refused unless the settings allow them; the checked
 * address is the one that is connected to, even if the name resolves differently later; redirects are not followed; only
 * the status of an answer is read.
 */
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { HookRefused, type HookSender } from '#server/core/kernel/hook-sender.ts';

const timeoutSeconds = 10;

/** Networks that are not public: loopback, private, link-local, shared, reserved, multicast, and IPv4 inside IPv6. */
const isInner = within([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Public IPv6 addresses are 2000::/3, except those that contain IPv4, name no machine, or are for examples.
  '::/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
]);

export type FindAddresses = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const askNames: FindAddresses = (host) => lookup(host, { all: true, verbatim: true });

/** @param allowed inner networks that hooks may call: `10.1.0.0/16` */
export function openHookSender(allowed: readonly string[], find: FindAddresses = askNames): HookSender {
  const isAllowed = within(allowed);
  return {
    send: async (to, headers, body) => {
      const url = new URL(to);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const found = isIP(host) === 0 ? await find(host) : [{ address: host, family: isIP(host) }];
      const forbidden = found.find(({ address }) => !isAllowed(address) && isInner(address));
      if (forbidden || found.length === 0)
        throw new HookRefused(`${host} is no address outside; the settings may allow its network`);
      const isInside = found.every(({ address }) => isAllowed(address));
      if (url.protocol !== 'https:' && !isInside)
        throw new HookRefused('Events leave by https only, beyond allowed networks');
      return { status: await post(url, headers, body, pinned(found)) };
    },
  };
}

/** Connects to the checked addresses without resolving the name again. */
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
    const timeout = AbortSignal.timeout(1000 * timeoutSeconds);
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    const sent: ClientRequest = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: lookupPinned,
      agent: false,
      signal: timeout,
    });
    sent.once('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', (error) =>
      reject(timeout.aborted ? new Error(`No answer within ${timeoutSeconds} seconds`) : error),
    );
    sent.end(body);
  });
}

/** Separate lists for IPv4 and IPv6: in a common one, a network of IPv4-mapped addresses would contain all of IPv4. */
function within(networks: readonly string[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of networks) {
    const [address = '', bits] = text.split('/');
    const family = familyOf(address);
    lists[family].addSubnet(
      address,
      bits === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(bits),
      family,
    );
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
