// The folder of what the page shows, which the navigation marks. Set by pages whose address does not name the folder.
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
