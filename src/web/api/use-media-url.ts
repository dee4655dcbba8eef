/**
 * The `src` for a picture, video or sound on the server: its own address if the service worker adds the sign-in, otherwise an
 * object URL. Undefined until it is known.
 */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { fileContent } from './file-content.ts';
import { runningApi } from './start.ts';

export interface MediaUrl {
  readonly url: string | undefined;
  readonly error: Error | null;
  /** Loads it again, if this page loads it; if the browser does, render the element again. */
  readonly retry: () => void;
}

const noRetry = () => {};

export function useMediaUrl(address: string | null): MediaUrl {
  const { client, media } = runningApi();
  const mode = useSyncExternalStore(media.onMode, media.getMode);
  const served = address !== null && client.serves(address);
  const fetched = useQuery(
    served && mode === 'object-urls'
      ? fileContent(address)
      : { queryKey: ['files', 'none'], queryFn: skipToken },
  );
  const objectUrl = useObjectUrl(fetched.data);
  if (address === null) return { url: undefined, error: null, retry: noRetry };
  if (!served || mode === 'worker') return { url: address, error: null, retry: noRetry };
  return { url: objectUrl, error: fetched.error, retry: () => void fetched.refetch() };
}

/** An object URL for these bytes, revoked when they change or the component unmounts. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
