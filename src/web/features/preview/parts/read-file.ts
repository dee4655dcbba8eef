// Ranges of a file on the server for the readers of archives; a small file is fetched whole, once.
import { fetchRange } from '#web/api/file-parts.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import type { ReadRange } from './range-reader.ts';

const smallFile = 500_000;

/** @param signal aborts requests while the file is being opened; later ones are not aborted */
export function rangesOf({ address, bytes }: ViewerFile, signal?: AbortSignal): ReadRange {
  const size = bytes ?? 0;
  const fetchPart = async (start: number, end: number) =>
    new Uint8Array(await fetchRange(address, start, end - 1, signal));
  if (size > smallFile) return fetchPart;
  let whole: Promise<Uint8Array> | undefined;
  return async (start, end) => {
    whole ??= fetchPart(0, size);
    return (await whole).slice(start, end);
  };
}
