/** The tree of workspaces and folders in the navigation: where one is, and a place to drop on. */
import { BookMarked, Folder, FolderOpen, Landmark } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Icon, type LucideIcon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Tree } from '#web/ui/tree.tsx';
import { type FolderNode, useFolderTree } from './folder-node.ts';
import css from './navigation-tree.module.css';
import { useAppAddress } from './open-document.ts';
import { openWayTo, setFolderOpen, useOpenFolders } from './open-folders.ts';
import { useCurrentFolder } from './use-current-folder.ts';
import { useFolderDrop } from './use-folder-drop.ts';

const icons: Readonly<Record<string, LucideIcon>> = { Domain: Landmark, Workspace: BookMarked };

export function folderIcon({ folder }: FolderNode, open: boolean) {
  return (
    <span className={css.icon}>
      <Icon icon={icons[folder.type] ?? (open ? FolderOpen : Folder)} />
    </span>
  );
}

export function NavigationTree() {
  const { t } = useTranslation('browse');
  const navigate = useNavigate();
  const absolute = useAppAddress();
  const current = useCurrentFolder();
  const expanded = new Set(useOpenFolders((state) => state.paths));
  const tree = useFolderTree(expanded);
  const drop = useFolderDrop();
  useEffect(() => {
    if (current !== undefined) openWayTo(current);
  }, [current]);
  return (
    <>
      <h2 className={css.heading}>{t('tree.label')}</h2>
      {tree.failure === null ? (
        <Tree
          label={t('tree.label')}
          roots={tree.roots}
          childrenOf={tree.childrenOf}
          expanded={expanded}
          onExpand={({ id }, open) => setFolderOpen(id, open)}
          onRetry={tree.retry}
          current={current}
          onChoose={({ id }, { newTab }) => {
            const to = paths.browse.href(id);
            if (newTab) window.open(absolute(to), '_blank', 'noopener');
            else void navigate(to);
          }}
          icon={folderIcon}
          drag={{
            dropEffect: ({ folder }, event) => drop.effectOn(folder, event),
            onDrop: ({ folder }, event) => drop.dropOn(folder, event),
          }}
        />
      ) : (
        <Note kind="bad" onRetry={tree.startAgain}>
          {tree.failure.message}
        </Note>
      )}
    </>
  );
}
