// Chooses what to show of a picture: a smaller copy until somebody zooms in, then its tiles, or the whole file. If one
// fails the next is tried.
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchEnd, fetchRange } from '#web/api/file-parts.ts';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { ViewerFile } from '#web/documents/viewer-file.ts';
import { openedFile } from '../parts/opened-file.ts';
import { openTilePyramid, type TilePyramid } from './tile-pyramid.ts';

export interface ShownPicture {
  /** Undefined while it is fetched, or if there are only tiles. */
  readonly url: string | undefined;
  /** The server's address of what is shown. */
  readonly address: string;
  readonly tiles: TilePyramid | undefined;
  readonly error: Error | null;
  /** None of the ways to show the picture worked. */
  readonly isBroken: boolean;
  readonly isWhole: boolean;
  /** A larger version is being fetched. */
  readonly isFetching: boolean;
  /** To be called if the browser cannot decode the picture at this URL. */
  readonly onBroken: (url: string) => void;
  readonly onRetry: () => void;
}

/** @param wantsWhole the zoom is so large that the copy is not sharp */
export function usePicture(file: ViewerFile, wantsWhole: boolean): ShownPicture {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const isBroken = ({ url, error }: { readonly url: string | undefined; readonly error: Error | null }) =>
    error !== null || (url !== undefined && broken.has(url));
  const onBroken = (url: string) => setBroken((known) => new Set(known).add(url));
  const copy = useMediaUrl(file.address);
  const isCopyBroken = isBroken(copy);
  const wantsMore = wantsWhole || isCopyBroken;
  const tiles = useTiles(wantsMore ? file.tiles : undefined);
  const full = wantsMore && (file.tiles === undefined || tiles.error !== null) ? file.full : undefined;
  const whole = useMediaUrl(full ?? null);
  const isDecoded = useDecoded(whole.url, onBroken);
  const shared = {
    address: file.address,
    onBroken,
    onRetry: () => {
      setBroken(new Set());
      if (copy.error !== null) copy.retry();
      if (whole.error !== null) whole.retry();
      if (tiles.error !== null) void tiles.refetch();
    },
    tiles: tiles.data,
    error: null,
  };
  if (tiles.data !== undefined)
    return {
      ...shared,
      url: isCopyBroken ? undefined : copy.url,
      isBroken: false,
      isWhole: true,
      isFetching: false,
    };
  if (isDecoded && full !== undefined)
    return { ...shared, address: full, url: whole.url, isBroken: false, isWhole: true, isFetching: false };
  const isMoreBroken = full === undefined ? file.full === undefined : isBroken(whole);
  return {
    ...shared,
    url: isCopyBroken ? undefined : copy.url,
    error: whole.error ?? copy.error,
    isBroken: isCopyBroken && isMoreBroken,
    isWhole: false,
    isFetching: wantsMore && !isMoreBroken,
  };
}

function useTiles(address: string | undefined) {
  return useQuery(
    queryOptions({
      queryKey: ['tiles', address],
      queryFn:
        address === undefined
          ? skipToken
          : ({ signal }) =>
              openTilePyramid(
                async (bytes) => new Uint8Array(await fetchEnd(address, bytes, signal)),
                async (start, end, left) => new Uint8Array(await fetchRange(address, start, end - 1, left)),
              ),
      ...openedFile,
    }),
  );
}

/** True once it is decoded, so that swapping pictures does not flash. */
function useDecoded(url: string | undefined, onBroken: (url: string) => void): boolean {
  const [ready, setReady] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: decodes once for each address.
  useEffect(() => {
    if (url === undefined) return;
    let isGone = false;
    const picture = new Image();
    picture.src = url;
    picture.decode().then(
      () => {
        if (!isGone) setReady(url);
      },
      () => {
        if (!isGone) onBroken(url);
      },
    );
    return () => {
      isGone = true;
    };
  }, [url]);
  return url !== undefined && ready === url;
}
