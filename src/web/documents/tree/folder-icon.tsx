/** The icon of a folder in trees: domains and workspaces have their own. */
import { BookMarked, Folder, FolderOpen, Landmark } from 'lucide';
import { Icon, type IconNode } from '#web/ui/icon.tsx';
import css from './folder-icon.module.css';
import type { FolderNode } from './folder-node.ts';

const icons: Readonly<Record<string, IconNode>> = { Domain: Landmark, Workspace: BookMarked };

export function folderIcon({ folder }: FolderNode, open: boolean) {
  return (
    <span className={css.icon}>
      <Icon icon={icons[folder.type] ?? (open ? FolderOpen : Folder)} />
    </span>
  );
}
