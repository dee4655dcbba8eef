// In which folder lies what the page shows, set by pages whose address does not say it: the navigation marks it.
import { useEffect } from 'react';
import { create } from 'zustand';

interface PageFolder {
  /** Repository path. */
  readonly path: string | undefined;
}

export const usePageFolder = create<PageFolder>(() => ({ path: undefined }));

export function useSetPageFolder(path: string | undefined): void {
  useEffect(() => {
    usePageFolder.setState({ path });
    return () => usePageFolder.setState({ path: undefined });
  }, [path]);
}
