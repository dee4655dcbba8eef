/** The open folders of the navigation's tree, by path. Kept while the tab is open. */
import { persisted } from '#web/frame/persisted.ts';

interface OpenFolders {
  readonly paths: readonly string[];
}

export const useOpenFolders = persisted<OpenFolders>(
  { paths: [] },
  { name: 'muniment.tree', storage: 'sessionStorage' },
);

export function setFolderOpen(path: string, open: boolean): void {
  useOpenFolders.setState(({ paths }) => ({
    paths: open ? [...new Set([...paths, path])] : paths.filter((one) => one !== path),
  }));
}

/** Every folder above this path, without the root. */
export function ancestorsOf(path: string): readonly string[] {
  const steps = path.split('/').filter((step) => step !== '');
  return steps.slice(0, -1).map((_, index) => `/${steps.slice(0, index + 1).join('/')}`);
}

export function expandAncestors(path: string): void {
  useOpenFolders.setState(({ paths }) => ({ paths: [...new Set([...paths, ...ancestorsOf(path)])] }));
}
