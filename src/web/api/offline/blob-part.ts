/** The response to a request for a file on this device: the whole file, or the part that its range names. */
import type { BytesAnswer } from '../media-protocol.ts';

export function blobPart(blob: Blob, range: string | null): BytesAnswer {
  const headers = { 'Content-Type': blob.type, 'Accept-Ranges': 'bytes' };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined)
    return { body: blob, status: 200, headers: { ...headers, 'Content-Length': String(blob.size) } };
  const begin = Number(first);
  const end = last ? Math.min(Number(last) + 1, blob.size) : blob.size;
  if (begin >= end) return { body: null, status: 416, headers: { 'Content-Range': `bytes */${blob.size}` } };
  const part = { 'Content-Range': `bytes ${begin}-${end - 1}/${blob.size}` };
  return { body: blob.slice(begin, end, blob.type), status: 206, headers: { ...headers, ...part } };
}
