/** The icon of a folder in trees: that of lists, but a plain folder can be open. */
import { FolderOpen } from 'lucide';
import { drawings } from '#web/ui/file-glyph.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { glyphOf } from '../kind-word.ts';
import css from './folder-icon.module.css';
import type { FolderNode } from './folder-node.ts';

export function folderIcon({ folder }: FolderNode, open: boolean) {
  const kind = glyphOf(folder);
  return (
    <span className={css.icon}>
      <Icon icon={open && kind === 'folder' ? FolderOpen : drawings[kind]} />
    </span>
  );
}
