/** Networks in settings: an address, optionally with a prefix length (`10.1.0.0/16`). */
import { isIP } from 'node:net';

/** The first text that is not a network. */
export function faultyNetwork(texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    const [address = '', bits = '0', ...more] = text.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    return isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most;
  });
}
