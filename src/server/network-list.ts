/** Networks in settings: an address, with or without the number of bits that count (`10.1.0.0/16`). */
import { isIP } from 'node:net';

/** The first that is none. */
export function faultyNetwork(texts: readonly string[]): string | undefined {
  return texts.find((text) => {
    const [address = '', bits = '0', ...more] = text.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    return isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most;
  });
}
