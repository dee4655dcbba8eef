/** Parts of files, for viewers that draw by themselves. */
import { queryOptions } from '@tanstack/react-query';
import { conversionMs } from './file-content.ts';
import { api } from './start.ts';

/**
 * The first part of a text, so that a huge log does not fill the page's memory.
 * @param bytes of the whole, null when nobody knows: a part that would end beyond the file is never asked for, since some
 * servers promise all of it and then keep one waiting
 */
export function fileText(address: string, bytes: number | null, maxBytes: number) {
  const range: Readonly<Record<string, string>> =
    bytes !== null && bytes > maxBytes ? { Range: `bytes=0-${maxBytes - 1}` } : {};
  return queryOptions({
    queryKey: ['files', address, 'text', maxBytes],
    queryFn: async ({ signal }) => {
      const blob = await api().fetchBlob(address, {
        signal,
        timeout: conversionMs,
        headers: { Accept: '*/*', ...range },
      });
      return {
        text: await blob.slice(0, maxBytes).text(),
        truncated: Math.max(bytes ?? 0, blob.size) > maxBytes,
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** The last bytes of what may have to be made first, or all of it where it is shorter. */
export async function fetchEnd(address: string, bytes: number, signal?: AbortSignal): Promise<ArrayBuffer> {
  const blob = await api().fetchBlob(address, {
    signal,
    timeout: conversionMs,
    headers: { Accept: '*/*', Range: `bytes=-${bytes}` },
  });
  return blob.arrayBuffer();
}

/** What pdf.js and the like need to fetch ranges by themselves: the header that proves who asks. */
export async function fetchRange(
  address: string,
  first: number,
  last: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const blob = await api().fetchBlob(address, {
    signal,
    headers: { Accept: '*/*', Range: `bytes=${first}-${last}` },
  });
  return blob.arrayBuffer();
}
