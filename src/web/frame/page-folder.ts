// The folder of what the page shows, which the navigation marks. Pages set it whose address does not name it.
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
