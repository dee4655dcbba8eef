/** Parts of files, for viewers that render them themselves. */
import { queryOptions } from '@tanstack/react-query';
import { conversionMs } from './file-content.ts';
import { api } from './start.ts';

/**
 * The first part of a text, so that a huge log does not fill the page's memory.
 * @param bytes size of the file, null if unknown; a range beyond the end is never requested, since some servers then promise the
 * whole file and stall
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

/** The last `bytes` bytes of a file that may have to be converted first; all of a shorter one. */
export async function fetchEnd(address: string, bytes: number, signal?: AbortSignal): Promise<ArrayBuffer> {
  const blob = await api().fetchBlob(address, {
    signal,
    timeout: conversionMs,
    headers: { Accept: '*/*', Range: `bytes=-${bytes}` },
  });
  return blob.arrayBuffer();
}

/** One range of a file, for pdf.js and the like: requested here because it needs the authorization header. */
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
