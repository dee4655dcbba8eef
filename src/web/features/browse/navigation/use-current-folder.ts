/** The folder that the current page shows, or that its document is in. */

import { useLocation } from 'react-router-dom';
import { usePageFolder } from '#web/frame/page-folder.ts';
import { browsePathOf } from '#web/paths.ts';

export function useCurrentFolder(): string | undefined {
  const { pathname } = useLocation();
  const pageFolder = usePageFolder((state) => state.path);
  return pageFolder ?? (pathname.startsWith('/browse') ? browsePathOf(pathname) : undefined);
}
