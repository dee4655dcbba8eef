/** The tree of workspaces and folders in the navigation: marks the current folder; documents can be dropped on its rows. */

import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFolderDrop } from '#web/documents/drag/use-folder-drop.ts';
import { useAppAddress } from '#web/documents/open-document.ts';
import { folderIcon } from '#web/documents/tree/folder-icon.tsx';
import { type FolderNode, useFolderTree } from '#web/documents/tree/folder-node.ts';
import { expandAncestors, setFolderOpen, useOpenFolders } from '#web/documents/tree/open-folders.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Note } from '#web/ui/note.tsx';
import { Tree } from '#web/ui/tree.tsx';
import type { TreeChildren } from '#web/ui/tree-rows.ts';
import css from './navigation-tree.module.css';
import { useCurrentFolder } from './use-current-folder.ts';

export function NavigationTree() {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const absolute = useAppAddress();
  const current = useCurrentFolder();
  const expanded = new Set(useOpenFolders((state) => state.paths));
  const tree = useFolderTree(expanded);
  const drop = useFolderDrop();
  useEffect(() => {
    if (current !== undefined) expandAncestors(current);
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
          onChoose={(node, { newTab }) => {
            const to = paths.browse.href(node.id);
            if (newTab) window.open(absolute(to), '_blank', 'noopener');
            else void navigate(to, { state: { left: childOnWay(tree.childrenOf(node), current) } });
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

/** The id of the child that leads to the folder at `path`: its row gets the focus when one goes up from there. */
function childOnWay(children: TreeChildren<FolderNode>, path: string | undefined): string | undefined {
  if (path === undefined || children.status !== 'ready') return undefined;
  return children.nodes.find(({ id }) => `${path}/`.startsWith(`${id}/`))?.folder.uid;
}
