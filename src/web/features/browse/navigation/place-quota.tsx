/**
 * At the bottom of the navigation: the space used in the innermost folder with a quota. It reads the folders that the tree
 * has fetched and requests nothing itself, so a server without quotas gets no requests for them.
 */
import { useState } from 'react';
import { spaceOf } from '#web/api/document-details.ts';
import { isWithin, type StoredDocument } from '#web/documents/stored-document.ts';
import { type FolderTree, useFolderTree } from '#web/documents/tree/folder-node.ts';
import { ancestorsOf } from '#web/documents/tree/open-folders.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Meter } from '#web/ui/meter.tsx';
import css from './place-quota.module.css';
import { useCurrentFolder } from './use-current-folder.ts';

export function PlaceQuota() {
  const { t } = useTranslation('browse');
  const format = useFormat();
  const path = useLastPlace();
  const tree = useFolderTree(new Set(ancestorsOf(path)));
  const limited = foldersDownTo(path, tree).flatMap((folder) => {
    const space = spaceOf(folder);
    return space === null || space.allowed === null ? [] : [{ folder, ...space, allowed: space.allowed }];
  });
  const innermost = limited.at(-1);
  if (innermost === undefined) return null;
  const { folder, used, allowed } = innermost;
  const text = t('quota.of', { used: format.size(used), allowed: format.size(allowed) });
  return (
    <InSlot name="foot">
      <div className={css.quota} data-tip={`${folder.title}: ${text}`}>
        <p className={css.words}>
          <span className={css.name} dir="auto">
            {withVisibleControls(folder.title)}
          </span>
          <bdi>{text}</bdi>
        </p>
        <Meter label={t('quota.label', { name: folder.title })} value={used} max={allowed} text={text} />
      </div>
    </InSlot>
  );
}

/** The current folder; on pages that are in no folder, the last one. */
function useLastPlace(): string {
  const here = useCurrentFolder();
  const [last, setLast] = useState(here ?? '/');
  if (here !== undefined && here !== last) setLast(here);
  return here ?? last;
}

/** The folders from the root down to `path`, as far as the tree has them. */
function foldersDownTo(path: string, { roots, childrenOf }: FolderTree): readonly StoredDocument[] {
  const way: StoredDocument[] = [];
  let level = roots;
  for (;;) {
    const next = level.find(({ id }) => isWithin(path, id));
    if (next === undefined) return way;
    way.push(next.folder);
    const below = childrenOf(next);
    level = below.status === 'ready' ? below.nodes : [];
  }
}
